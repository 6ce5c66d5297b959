"""The file that a game in progress is kept in, while it can be written."""

from __future__ import annotations

from pathlib import Path

from attrs import define

from .saving import SaveFile


@define
class SessionFile:
    """The file of a game in progress, if it has one.

    `is_unkept` means that the game gave up its file because it could no longer be written.
    """

    file: SaveFile | None = None
    is_unkept: bool = False

    @property
    def path(self) -> Path | None:
        """The path of the file, if there is one."""
        return None if self.file is None else self.file.path

    @property
    def is_lost(self) -> bool:
        """Return whether the file can no longer be written."""
        return self.is_unkept if self.file is None else self.file.is_broken or not self.file.path.exists()

    def append(self, line: str) -> None:
        """Write a line at the end of the file, if there is one. Raises NotSaved."""
        if self.file is not None:
            self.file.append(line)

    def write(self, text: str) -> None:
        """Replace the whole text of the file, if there is one. Raises NotSaved."""
        if self.file is not None:
            self.file.write(text)

    def keep_in(self, file: SaveFile) -> None:
        """Continue in another file, which has the game already."""
        self.leave()
        self.file, self.is_unkept = file, False

    def leave(self) -> None:
        """Continue without a file; unlock it for other processes."""
        if self.file is not None:
            self.is_unkept = self.is_lost
            self.file.close()
        self.file = None

    def give_up(self) -> None:
        """Continue without the file, which can no longer be written."""
        self.leave()
        self.is_unkept = True
