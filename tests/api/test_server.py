"""The server as a process of its own, asked over a real connection."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.camouflage import deck_to_json
from tests.strategies import PLAIN

SERVE = [sys.executable, "-c", "from api.cli import main; main()", "serve"]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a running server, on a port that was free."""
    command = [*SERVE, "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        told = (re.search(r"running on (http://\S+)", line) for line in process.stderr)
        yield next(found[1] for found in told if found)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode in (0, 130, -signal.SIGINT)


def test_a_board_is_checked_by_a_server(address: str) -> None:
    body = {"board": "lion-1@0,0r0 owl-1@9,9r0", "deck": deck_to_json(PLAIN)}
    request = urllib.request.Request(  # noqa: S310 - the server that the test has started
        f"{address}/check", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - likewise
        assert json.load(answer)["legal"] is False
    with urllib.request.urlopen(f"{address}/docs", timeout=30) as page:  # noqa: S310 - likewise
        assert page.status == 200


def test_a_port_that_is_taken_is_told(address: str) -> None:
    port = address.rsplit(":", 1)[1]
    done = subprocess.run([*SERVE, "--port", port], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"camtable: cannot listen on 127.0.0.1, port {port}"
