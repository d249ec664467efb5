"""Statistics of a CSV file, by hand: what the suite of the same name must accept."""

import csv

import click
from rich.console import Console
from rich.table import Table


def numbers(values):
    """The values as numbers, or None if the column holds anything else."""
    try:
        return [float(value) for value in values if value.strip()]
    except ValueError:
        return None


def read(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        columns = {name: [] for name in rows.fieldnames or []}
        for row in rows:
            for name in columns:
                columns[name].append(row[name] or "")
    return columns


@click.command()
@click.argument("path", type=click.Path(exists=True, dir_okay=False), metavar="FILE")
def stats(path):
    """Show minimum, maximum and mean of each numeric column of a CSV FILE."""
    table = Table()
    table.add_column("Column")
    for title in ("Min", "Max", "Mean"):
        table.add_column(title, justify="right")
    for name, values in read(path).items():
        found = numbers(values)
        if found:
            mean = sum(found) / len(found)
            table.add_row(name, f"{min(found):g}", f"{max(found):g}", f"{mean:.2f}")
    Console().print(table)


if __name__ == "__main__":
    stats()
