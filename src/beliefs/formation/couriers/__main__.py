"""`python -m beliefs.formation.couriers` compares the couriers' ways of choosing."""

from __future__ import annotations

from beliefs.formation.couriers.comparison import main

if __name__ == "__main__":
    main()
