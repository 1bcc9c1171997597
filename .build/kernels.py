"""Compile the search kernels with mypyc, into a wheel (as a hatchling hook) or beside their sources.

The kernels are ordinary typed Python and run uncompiled too, only slower; so a machine without a C compiler gets a pure
wheel and a notice instead of a failed install. `CARDSOLO_PURE=1` asks for the pure wheel.

As a script: `python .build/kernels.py` compiles in place (for working on a kernel), `--clean` removes what that left.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent


def kernel_sources(root: Path = ROOT) -> list[Path]:
    """Return the modules named by the patterns of [tool.cardsolo] kernels, relative to root, sorted."""
    patterns = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["cardsolo"]["kernels"]
    found = {path.relative_to(root) for pattern in patterns for path in root.glob(pattern)}
    return sorted(path for path in found if path.name != "__init__.py")


def compile_kernels(out: Path, root: Path = ROOT) -> list[Path]:
    """Compile all kernels of root into out and return the extension files, relative to out.

    Raises whatever the compiler raises (SystemExit from setuptools included); the caller decides whether that is fatal.
    """
    from mypyc.build import mypycify  # noqa: PLC0415  a build dependency, absent from a plain environment
    from setuptools import Distribution  # noqa: PLC0415

    before = Path.cwd()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(root)
        try:
            extensions = mypycify(
                ["--config-file=", "--ignore-missing-imports", *map(str, kernel_sources(root))],
                opt_level="3",
                debug_level="0",  # debug information nobody reads would be half of the compile time
                target_dir=scratch,
                group_name="cardsolo_kernels",
            )
            distribution = Distribution({"name": "cardsolo-kernels", "ext_modules": extensions})
            command: Any = distribution.get_command_obj("build_ext")
            command.build_lib = str(out)
            command.build_temp = scratch
            command.ensure_finalized()
            command.run()
        finally:
            os.chdir(before)
    return sorted(path.relative_to(out) for path in out.rglob("*") if path.suffix in {".so", ".pyd"})


class KernelHook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Adds the compiled kernels to a wheel; leaves an editable install pure, so that edits take effect."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._compile_catalogues(version, build_data)
        if version == "editable" or os.environ.get("CARDSOLO_PURE"):
            return
        out = Path(self.directory) / ".kernels"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        try:
            built = compile_kernels(out, Path(self.root))
        except (Exception, SystemExit) as error:  # noqa: BLE001  no compiler, no headers, a strange platform: all end in a pure wheel
            self.app.display_warning(f"kernels not compiled, the wheel is pure Python and slower: {error!r}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(out / path): str(path) for path in built})

    def _compile_catalogues(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled catalogues; an editable install finds them beside their sources."""
        sys.path.insert(0, str(Path(__file__).resolve().parent))
        from catalogue import DOMAINS, compile_catalogue, languages, po_file  # noqa: PLC0415  beside this file

        root = Path(self.root)
        sources = [po_file(language, root, domain) for language in languages(root) for domain in DOMAINS]
        for po in sources:
            target = po.with_suffix(".mo")
            if version == "editable":
                compile_catalogue(po, target)
                continue
            out = Path(self.directory) / ".catalogues" / target.relative_to(root)
            out.parent.mkdir(parents=True, exist_ok=True)
            compile_catalogue(po, out)
            build_data["force_include"][str(out)] = str(target.relative_to(root))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        for name in (".kernels", ".catalogues"):
            shutil.rmtree(Path(self.directory) / name, ignore_errors=True)


def main() -> None:
    """Compile in place, or clean up after that."""
    for old in [
        *ROOT.glob("*__mypyc*"),
        *(p for s in kernel_sources() for p in (ROOT / s).parent.glob(s.stem + ".*.so")),
    ]:
        old.unlink()
    if "--clean" not in sys.argv:
        print("\n".join(map(str, compile_kernels(ROOT))))


if __name__ == "__main__":
    main()
