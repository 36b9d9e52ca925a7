"""Screens to test on: a script that answers, and a pseudo-terminal with the command in it."""

import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import RenderableType

from api.views.view import lines_of


class Script:
    """A screen on which somebody answers by a script, and leaves at its end."""

    def __init__(self, *answers: str) -> None:
        self.answers = [*answers]
        self.lines: list[str] = []
        self.prompts: list[str] = []

    def show(self, *parts: RenderableType) -> None:
        for part in parts:
            self.lines += lines_of(part)

    def ask(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self.answers.pop(0) if self.answers else None

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


COMMAND = [sys.executable, "-c", "from api.cli import main; main()"]
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """A process in a pseudo-terminal of 80 columns."""

    def __init__(self, process: "subprocess.Popen[bytes]", end: int) -> None:
        self.process = process
        self.raw = ""
        self._end = end

    def until(self, awaited: str) -> str:
        """Read until something is shown; return what has come since the last time, without escapes."""
        found = ""
        while awaited not in _ESCAPES.sub("", found):
            ready, _, _ = select.select([self._end], [], [], 60)
            assert ready, f"{awaited!r} has not come, but {found!r}"
            found += self._read() or pytest.fail(f"the process has ended: {found!r}")
        self.raw += found
        return _ESCAPES.sub("", found).replace("\r\n", "\n")

    def type(self, text: str) -> None:
        os.write(self._end, f"{text}\n".encode())

    def leave(self) -> int:
        """Wait for the end of the process; return its exit code."""
        while self._read():
            pass
        return self.process.wait(60)

    def _read(self) -> str:
        try:
            return os.read(self._end, 4096).decode(errors="replace")
        except OSError:  # so Linux tells the end of a pseudo-terminal
            return ""


@contextmanager
def terminal(*arguments: str | Path, cwd: Path, **environment: str) -> Iterator[Terminal]:
    """Start the command in a pseudo-terminal."""
    ours, theirs = pty.openpty()
    wanted = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment}
    environ = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=environ | wanted, start_new_session=True,
    ) as process:  # fmt: skip
        os.close(theirs)
        try:
            yield Terminal(process, ours)
        finally:
            process.kill()
            os.close(ours)
