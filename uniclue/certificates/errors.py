"""What is raised about a certificate: its folder, or what is in it."""

from __future__ import annotations

from uniclue.core.puzzle import ChoiceError


class FolderError(ChoiceError):
    """A folder that a certificate may not replace; the message says why."""


class CertificateError(ValueError):
    """A certificate that is refused.

    Attributes:
        file: The file that is not right.
        reason: What is wrong with it.
    """

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(file, reason)
        self.file, self.reason = file, reason

    def __str__(self) -> str:
        return f"{self.file}: {self.reason}"
