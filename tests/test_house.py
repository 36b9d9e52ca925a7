"""What holds for the project as a whole: its wheel, its documents, its files and its locks."""

import ast
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGES = {"api", "games", "puzzles", "solver", "vision"}
LINKS = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, object]:
    return dict(tomllib.loads((root / "pyproject.toml").read_text())["project"])


@pytest.fixture(scope="module")
def tracked(root: Path) -> list[Path]:
    """The files that git knows, in the checkout."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listing.stdout.decode().split("\0") if name and (path := root / name).is_file()]


def texts(paths: list[Path]) -> Iterator[tuple[Path, str]]:
    for path in paths:
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def sources(root: Path, *packages: str) -> Iterator[tuple[Path, ast.Module]]:
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_wheel_brings_the_five_packages_only(root: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    (wheel,), (archive,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        entry_points = next(name for name in names if name.endswith("entry_points.txt"))
        assert "camtable = api.cli:main" in opened.read(entry_points).decode()
    assert {name.split("/")[0] for name in names} - {entry_points.split("/")[0]} == PACKAGES
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(names)
    assert {"puzzles/data/demo.deck.json", "puzzles/data/demo.album/album.json"} <= set(names)
    with tarfile.open(archive) as opened_archive:
        assert not [name for name in opened_archive.getnames() if "/.venv" in name or "_cache" in name]


def test_readme_names_the_commands_to_begin_with(root: Path) -> None:
    readme = (root / "README.md").read_text()
    targets = re.findall(r"^(\w+):", (root / "Makefile").read_text(), re.MULTILINE)
    first_screen = readme.split("\n## ")[0]
    assert re.findall(r"^    make (\w+)", first_screen, re.MULTILINE) == ["setup", "demo", "test"]
    assert set(re.findall(r"\bmake (\w+)", readme)) <= set(targets)


def test_changelog_begins_with_the_version(root: Path, project: dict[str, object]) -> None:
    headings = re.findall(r"^## (\S+)", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == project["version"]


def test_links_between_documents_lead_somewhere(tracked: list[Path]) -> None:
    documents = [path for path in tracked if path.suffix == ".md"]
    links = [(path, link) for path, text in texts(documents) for link in LINKS.findall(text)]
    assert not [(path.name, link) for path, link in links if not (path.parent / link).exists()]


def test_files_are_light(tracked: list[Path]) -> None:
    sizes = {path.name: path.stat().st_size for path in tracked}
    assert max(sizes.values()) <= 2_000_000
    assert sum(sizes.values()) <= 30_000_000


def test_files_name_no_registry_and_no_machine(tracked: list[Path]) -> None:
    hosts = [
        ("pypi", "org"),
        ("files", "python" + "hosted"),
        ("registry", "npmjs"),
        ("deb", "debian"),
        ("unpkg", "com"),
    ]
    folders = "home|opt|root|tmp|work"
    forbidden = re.compile(
        "|".join([*(rf"\b{a}\.{b}" for a, b in hosts), rf"(?<![\w.*\]]){'/'}(?:{folders})/"])
    )
    found = [(path.name, match[0]) for path, text in texts(tracked) for match in forbidden.finditer(text)]
    assert not found


def test_photos_are_decoded_in_one_place(root: Path) -> None:
    """OpenCV's decoders and captures crash on files that a stranger may send."""
    banned = {"imdecode", "imdecodemulti", "imread", "imreadmulti", "imreadanimation", "VideoCapture"}
    found = [
        (path.name, node.lineno)
        for path, tree in sources(root, *sorted(PACKAGES))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in banned
    ]
    assert not found


def test_games_need_the_standard_library_only(root: Path) -> None:
    allowed = {*sys.stdlib_module_names, "games"}
    for path, tree in sources(root, "games"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                continue
            assert {name.split(".")[0] for name in names} <= allowed, f"{path.name}:{node.lineno}"


def test_ignored_findings_stand_with_their_reason(root: Path, tracked: list[Path]) -> None:
    settings = (root / "pyproject.toml").read_text().split("[tool.ruff.lint]")[1].split("[tool.mypy]")[0]
    bare = [line for line in settings.splitlines() if re.fullmatch(r'\s+"[A-Z]+\d*",\s*', line)]
    pattern = re.compile(
        r"# (?:noqa|type: ignore)(?!: [A-Z]+\d+(?:, [A-Z]+\d+)* - \w|\[[\w, -]+\] (?:# )?- ?\w).*"
    )
    code = [path for path in tracked if path.suffix == ".py" and path.name != "test_house.py"]
    bare += [f"{path.name}: {match[0]}" for path, text in texts(code) for match in pattern.finditer(text)]
    assert not bare


def test_test_folders_are_packages(root: Path) -> None:
    folders = {path.parent for path in (root / "tests").rglob("test_*.py")}
    assert not [folder for folder in folders if not (folder / "__init__.py").exists()]


class TestLocks:
    PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)(?: ; (.*?))? \\$", re.MULTILINE)

    def pins(self, path: Path) -> dict[tuple[str, str], str]:
        return {(name, version): marker for name, version, marker in self.PIN.findall(path.read_text())}

    @pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
    def test_pin_by_hash_and_name_no_address(self, name: str, root: Path) -> None:
        text = (root / name).read_text()
        for requirement in re.split(r"\n(?=\S)", text)[2:]:
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", requirement), requirement
        assert not re.search(r"://|file:|--index|--find-links|\s@\s", text)

    def test_hold_every_direct_dependency(self, root: Path, project: dict[str, object]) -> None:
        dependencies = project["dependencies"]
        assert isinstance(dependencies, list)
        wanted = {re.split(r"[=<>~\[ ]", dependency)[0] for dependency in dependencies}
        assert wanted <= {name for name, _ in self.pins(root / "requirements.lock")}

    def test_agree(self, root: Path) -> None:
        assert (
            self.pins(root / "requirements.lock").keys() <= self.pins(root / "requirements-dev.lock").keys()
        )


NO_THRESHOLDS = {
    ("appearance", "CENTRE_SQUARE"),
    ("appearance", "SQUARES"),
    ("explanation", "_MARGIN"),
    ("naming", "_ASSIGNMENT_SCALE"),
    ("shapes", "_STEP"),
    ("squares", "SIDE"),
    ("tilting", "_OWN_MOVES"),
}
"""Numbers of `vision` that say what a thing is, not where a line is drawn, by their modules."""

NAMES = re.compile(r"`(\w+)`")
NUMBERS = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?")


def is_number(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Tuple):
        return all(is_number(each) for each in value.elts)
    value = value.operand if isinstance(value, ast.UnaryOp) else value
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float)


def constants(root: Path) -> dict[tuple[str, str], ast.expr | None]:
    """What each annotated name of a module of the reader is made of."""
    return {
        (path.stem, node.target.id): node.value
        for path, module in sources(root, "vision")
        for node in module.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def thresholds_told(root: Path) -> Iterator[tuple[list[str], list[str], str]]:
    """The rows of thresholds: their modules, their names and what is said of the values.

    The modules stand in the head of a table, or in the first column, which is empty where they stay the same.
    """
    head: list[str] = []
    modules: list[str] = []
    text = (root / "docs" / "reading.md").read_text(encoding="utf-8")
    for line in text.split("\n## All thresholds\n")[1].split("\n## ")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells or not head:
            head, modules = cells, NAMES.findall(cells[0]) if cells else []
        elif head[0] == "module":
            modules = NAMES.findall(cells[0]) or modules
            yield modules, NAMES.findall(cells[1]), cells[2]
        else:
            yield modules, NAMES.findall(cells[0]), cells[1]


class TestThresholds:
    def test_all_of_the_reader_are_explained(self, root: Path) -> None:
        told = {
            (module, name)
            for modules, names, _ in thresholds_told(root)
            for module in modules
            for name in names
        }
        numbers = {key for key, value in constants(root).items() if is_number(value)}
        assert sorted(numbers - told - NO_THRESHOLDS) == []

    def test_what_is_explained_is_there_with_the_value_told(self, root: Path) -> None:
        found, wrong = constants(root), []
        for modules, names, said in thresholds_told(root):
            numbers = {float(number.replace(",", "")) for number in NUMBERS.findall(said)}
            for name in names:
                values = [found[module, name] for module in modules if (module, name) in found]
                plain = [
                    ast.literal_eval(value)
                    for value in values
                    if value and is_number(value) and not isinstance(value, ast.Tuple)
                ]
                if not values or not (numbers.issuperset(plain) or "in the code" in said):
                    wrong.append((modules, name, plain, said))
        assert wrong == []
