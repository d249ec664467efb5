"""`python -m beliefs.cli` is `belief`."""

from __future__ import annotations

from beliefs.cli.root import main

if __name__ == "__main__":
    main()
