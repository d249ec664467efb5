"""A living example: couriers, depots and roads, with failures and recoveries.

    python -m beliefs.formation.couriers [--seeds 30] [--days 80] [--json]

`world` is what happens to couriers, `ways` how they choose, `comparison` who delivers how much.
"""
