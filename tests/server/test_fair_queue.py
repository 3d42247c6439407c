"""The fair queue: users take turns."""

from hypothesis import given
from hypothesis import strategies as st

from inarow.server.lab.fair_queue import FairQueue


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.booleans()), max_size=40))
def test_nobody_is_served_twice_while_another_waits(steps):
    queue, waiting, number = FairQueue(), {}, 0
    served_since = {}  # by who waits: owners served since they came to wait
    for owner, takes in steps:
        if takes and len(queue):
            got, thing = queue.take()
            assert waiting[got].pop(0) == thing
            for other, served in served_since.items():
                if waiting.get(other) and other != got:
                    assert got not in served
                    served.add(got)
            served_since[got] = set()
        else:
            number += 1
            if not waiting.get(owner):
                served_since[owner] = set()
            waiting.setdefault(owner, []).append(str(number))
            queue.add(owner, str(number))
    assert len(queue) == sum(map(len, waiting.values()))
