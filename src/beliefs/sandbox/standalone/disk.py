"""A run's writable folders on the machine's own disk, where what is written can only be watched."""

from __future__ import annotations

from . import census

SCARCE = 128 * 1024 * 1024
"""So much is left free, whatever may be written."""


class Watched:
    """Folders that were so large when the run began."""

    in_memory = False

    def __init__(self, folders: list[str], files: int) -> None:
        self._folders = folders
        self._files = files
        self._before = census.measured(folders)
        self._free = census.free(folders)

    def grown(self, pids: list[int], *, counted: bool) -> tuple[int, bool]:  # noqa: ARG002 - as a shelf
        """By how many bytes they have grown; whether by too many files, or by some out of sight."""
        now = census.measured(self._folders, self._before.files + self._files)
        nameless, hidden = census.unnamed(pids)
        grown = now.bytes - self._before.bytes + nameless
        if hidden:
            # Others may have written meanwhile, but what cannot be seen is not taken on trust.
            left = census.free(self._folders)
            grown = max(grown, sum(had - left.get(one, had) for one, had in self._free.items()))
        many = now.files - self._before.files > self._files
        return grown, many or now.closed > self._before.closed

    def free(self) -> list[int]:
        """Bytes that are free where they are."""
        return [*census.free(self._folders).values()]
