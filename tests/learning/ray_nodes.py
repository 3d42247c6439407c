"""A Ray cluster on the loopback address, as a program, so that Ray is not in the process of tests.

It prints the cluster's address, and then a line for each command that it has read and done: add,
kill (the last node that was added) or kill-head. It shuts down at the end of its input.
"""

import sys

from ray.cluster_utils import Cluster

NODE = {"num_cpus": 1, "object_store_memory": 80 << 20, "node_ip_address": "127.0.0.1"}


def main() -> None:
    nodes, cluster = [], Cluster()
    try:
        cluster.add_node(**NODE, include_dashboard=False)
        say(cluster.address)
        for line in sys.stdin:
            command = line.strip()
            if command == "add":
                nodes.append(cluster.add_node(**NODE))
            elif command == "kill":
                cluster.remove_node(nodes.pop(), allow_graceful=False)
            elif command == "kill-head":
                cluster.head_node.kill_gcs_server()
            say(command)
    finally:
        cluster.shutdown()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
