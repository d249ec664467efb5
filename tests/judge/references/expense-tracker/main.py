"""Expenses, by hand: what the suite of the same name must accept."""

import csv
import sqlite3
from datetime import date
from decimal import Decimal, InvalidOperation

import click


class Money(click.ParamType):
    name = "amount"

    def convert(self, value, param, ctx):
        try:
            amount = Decimal(value)
        except InvalidOperation:
            self.fail(f"{value!r} is not an amount.", param, ctx)
        if not amount.is_finite() or amount <= 0:
            self.fail("An amount is above zero.", param, ctx)
        return round(amount * 100)


class Day(click.ParamType):
    name = "date"

    def convert(self, value, param, ctx):
        try:
            return date.fromisoformat(str(value)).isoformat()
        except ValueError:
            self.fail(f"{value!r} is not a date like 2024-05-31.", param, ctx)


def store():
    db = sqlite3.connect("expenses.db", isolation_level=None)
    db.execute(
        "create table if not exists expenses"
        " (id integer primary key, cents integer, category text, note text, day text)"
    )
    return db


@click.group()
def expenses():
    """Keep track of expenses."""


@expenses.command()
@click.argument("amount", type=Money())
@click.argument("category")
@click.option("--note", default="")
@click.option("--date", "day", type=Day(), default=lambda: date.today().isoformat())
def add(amount, category, note, day):
    """Add an expense."""
    store().execute(
        "insert into expenses (cents, category, note, day) values (?, ?, ?, ?)",
        (amount, category, note, day),
    )
    click.echo(f"Added {amount / 100:.2f} for {category}.")


@expenses.command("list")
@click.option("--from", "first", type=Day(), default="0001-01-01")
@click.option("--to", "last", type=Day(), default="9999-12-31")
def listed(first, last):
    """List expenses by date."""
    rows = store().execute(
        "select day, cents, category, note from expenses"
        " where day >= ? and day <= ? order by day, id",
        (first, last),
    )
    for day, cents, category, note in rows:
        click.echo(f"{day}  {cents / 100:>10.2f}  {category:<20}  {note}")


@expenses.command()
def summary():
    """Show the total of each category."""
    rows = store().execute("select category, sum(cents) from expenses group by category order by 1")
    for category, cents in rows:
        click.echo(f"{category:<20}  {cents / 100:>10.2f}")


@expenses.command()
@click.argument("path", type=click.Path(dir_okay=False, writable=True), metavar="FILE")
def export(path):
    """Write all expenses to a CSV file."""
    rows = store().execute("select day, cents, category, note from expenses order by day, id")
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["date", "amount", "category", "note"])
        for day, cents, category, note in rows:
            writer.writerow([day, f"{cents / 100:.2f}", category, note])
    click.echo(f"Wrote {path}.")


if __name__ == "__main__":
    expenses()
