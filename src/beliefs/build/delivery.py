"""A project on disk: its files, what was understood and judged, and a first commit.

The same files give the same git tree: author and date of the commit are fixed, and what differs
from one machine or moment to the next stands in `.belief/`, which the tree leaves out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from beliefs.errors import InvalidInput, Lacking, shown

EXECUTABLE = {"start.sh"}
# Whose a folder is while it is built into, and that being written.
MARK = Path(".belief") / "building"
DRAFT = MARK.with_suffix(".draft")
_AUTHOR = "belief"
_MAIL = "belief@localhost"
_DATE = "2026-01-01T00:00:00Z"


def free(folder: Path) -> None:
    """See that a folder is there for the taking: absent, empty, or with a mark of ours alone."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if not there.is_dir():
        message = f"{shown(str(there))} is a file; choose another folder with --output."
        raise InvalidInput(message)
    if there == folder and not _bare(folder):
        message = f"{shown(str(folder))} is not empty; choose another folder with --output."
        raise InvalidInput(message)


def at_hand() -> None:
    """See that this machine has what a project is delivered with.

    Raises:
        Lacking: There is no git.
    """
    if shutil.which("git") is None:
        message = "git is not on this machine, and a project is delivered with a first commit"
        raise Lacking(f"{message}: install git and build again.")


def take(folder: Path, build: str) -> None:
    """Mark a folder as that of a build, at once; killed before that, it stays free."""
    try:
        (folder / MARK).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        message = f"{shown(str(folder))} cannot be made ({why}); choose another with --output."
        raise InvalidInput(message) from None
    (folder / DRAFT).write_text(build, encoding="utf-8")
    (folder / DRAFT).replace(folder / MARK)


def _bare(folder: Path) -> bool:
    """Whether nothing is in a folder but what a build leaves that was killed as it began."""
    ours = folder / MARK.parent
    if any(path != ours or path.is_symlink() for path in folder.iterdir()):
        return False
    return not ours.exists() or {path.name for path in ours.iterdir()} <= {MARK.name, DRAFT.name}


def write(folder: Path, files: dict[str, str]) -> None:
    """Write every file under a folder, and nothing outside it."""
    root = folder.resolve()
    for path, text in sorted(files.items()):
        place = (root / path).resolve()
        if not place.is_relative_to(root):
            message = f"{shown(path)} would be outside the project; nothing is written there."
            raise InvalidInput(message)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
        place.chmod(0o755 if path in EXECUTABLE else 0o644)


def clear(folder: Path) -> None:
    """Leave nothing of a project in its folder but `.belief/`."""
    for path in folder.iterdir():
        if path.name == ".belief":
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def commit(folder: Path, message: str) -> str:
    """A repository with one commit of everything but `.belief/`; the tree's hash."""
    exclude = folder / ".git" / "info" / "exclude"
    _git(folder, "init", "--quiet", "--initial-branch=main")
    exclude.parent.mkdir(parents=True, exist_ok=True)
    exclude.write_text(".belief/\n", encoding="utf-8")
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message", message)
    return _git(folder, "rev-parse", "HEAD^{tree}")


def _git(folder: Path, *words: str) -> str:
    # Whatever the user's own configuration says, the commit is the same, and it is made here: a
    # hook of git's, for one, runs with variables that name the repository it is a hook of.
    inherited = {name: told for name, told in os.environ.items() if not name.startswith("GIT_")}
    settings = {
        "GIT_AUTHOR_NAME": _AUTHOR,
        "GIT_AUTHOR_EMAIL": _MAIL,
        "GIT_AUTHOR_DATE": _DATE,
        "GIT_COMMITTER_NAME": _AUTHOR,
        "GIT_COMMITTER_EMAIL": _MAIL,
        "GIT_COMMITTER_DATE": _DATE,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    argv = ["git", "-c", "core.autocrlf=false", "-c", "commit.gpgsign=false", *words]
    done = subprocess.run(  # noqa: S603 - git, with words of our own
        argv,
        cwd=folder,
        env={**inherited, **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
