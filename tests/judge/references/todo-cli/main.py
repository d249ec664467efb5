"""Tasks, by hand: what the suite of the same name must accept."""

import json
from pathlib import Path

import click

STORE = Path("todos.json")


def load():
    if not STORE.exists():
        return []
    return json.loads(STORE.read_text(encoding="utf-8"))


def save(tasks):
    STORE.write_text(json.dumps(tasks, indent=2, ensure_ascii=False), encoding="utf-8")


def find(tasks, number):
    for task in tasks:
        if task["id"] == number:
            return task
    raise click.ClickException(f"There is no task {number}.")


@click.group()
def todo():
    """Keep a list of tasks."""


@todo.command()
@click.argument("text")
def add(text):
    """Add a task."""
    tasks = load()
    number = max((task["id"] for task in tasks), default=0) + 1
    tasks.append({"id": number, "text": text, "done": False})
    save(tasks)
    click.echo(f"Added task {number}.")


@todo.command("list")
def show():
    """Show all tasks."""
    for task in load():
        mark = "x" if task["done"] else " "
        click.echo(f"{task['id']:>3} [{mark}] {task['text']}")


@todo.command()
@click.argument("number", type=int, metavar="ID")
def done(number):
    """Mark a task as done."""
    tasks = load()
    find(tasks, number)["done"] = True
    save(tasks)
    click.echo(f"Task {number} is done.")


@todo.command()
@click.argument("number", type=int, metavar="ID")
def remove(number):
    """Remove a task."""
    tasks = load()
    tasks.remove(find(tasks, number))
    save(tasks)
    click.echo(f"Removed task {number}.")


if __name__ == "__main__":
    todo()
