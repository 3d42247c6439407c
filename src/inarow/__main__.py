"""``python -m inarow``: the same as the command ``inarow``."""

from inarow.cli.main import main

if __name__ == "__main__":
    main()
