"""An installed inarow, in an environment of its own: how it is made; whether it serves the page."""

import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]


def pip(python, *arguments, **options):
    subprocess.run(
        [python, "-m", "pip", "--disable-pip-version-check", *arguments], check=True, **options
    )


def source_archive(folder):
    """The source archive, which is made without another environment: nothing is compiled for it."""
    make = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'packaging')!r}); import build_backend; "
        f"build_backend.build_sdist({str(folder)!r})"
    )
    subprocess.run([sys.executable, "-c", make], cwd=ROOT, check=True)
    (archive,) = Path(folder).glob("inarow-*.tar.gz")
    return archive


def fetch(address):
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.status, answer.read().decode()


def check_served_page(environment, folder):
    """Start the web app of an environment, and open its page, its script and the catalogue."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [environment / "bin" / "inarow", "serve", "--port", str(port), "--data", folder],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert "Serving inarow" in server.stdout.readline()
        status, page = fetch(f"http://127.0.0.1:{port}/")
        assert status == 200
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert fetch(f"http://127.0.0.1:{port}{script}")[0] == 200
        assert '"gomoku"' in fetch(f"http://127.0.0.1:{port}/api/catalogue")[1]
    finally:
        server.terminate()
        server.wait(60)
