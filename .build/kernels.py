"""Compile the search kernels with mypyc, into a wheel (as a hatchling hook) or beside their sources.

The hook also compiles the catalogues and makes the pages for `man`.

The kernels are ordinary typed Python and run uncompiled too, only slower; so a machine without a C compiler gets a pure
wheel and a notice instead of a failed install. `CARDSOLO_PURE=1` asks for the pure wheel.

As a script: `python .build/kernels.py` compiles in place (for working on a kernel), `--clean` removes what that left.

The same sources give the same bytes, wherever they lie: no path of the building machine gets into an extension.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).resolve().parent.parent

#: Names of C files whose modules are compiled harder, or in less time, than the others, and how: the last level counts.
OPTIMISED: Final = "optimised"
QUICK: Final = "quick"
LEVELS: Final = {OPTIMISED: "-O2", QUICK: "-Og"}


def settings(root: Path = ROOT) -> dict[str, list[str]]:
    """Return the table [tool.cardsolo]: `kernels`, patterns of modules; of those, the ones of each of LEVELS."""
    table: dict[str, list[str]] = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["cardsolo"]
    return table


def kernel_sources(root: Path = ROOT, key: str = "kernels") -> list[Path]:
    """Return the modules that the patterns of a setting name, relative to root, sorted."""
    found = {path.relative_to(root) for pattern in settings(root)[key] for path in root.glob(pattern)}
    return sorted(path for path in found if path.name != "__init__.py")


def compile_kernels(out: Path, root: Path = ROOT, say: Callable[[str], None] = print) -> list[Path]:
    """Compile all kernels of root into out and return the extension files, relative to out; say takes progress.

    Raises whatever the compiler raises (SystemExit from setuptools included); the caller decides whether that is fatal.
    """
    from mypyc.build import mypycify  # noqa: PLC0415  a build dependency, absent from a plain environment
    from setuptools import Distribution  # noqa: PLC0415

    before, start, sources = Path.cwd(), time.monotonic(), kernel_sources(root)
    say(f"kernels: {len(sources)} modules, from Python to C")
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(root)
        try:
            group, *loaders = mypycify(
                ["--config-file=", "--ignore-missing-imports", *map(str, sources)],
                opt_level="1",
                debug_level="0",  # debug information nobody reads would be half of the compile time
                target_dir=scratch,
                group_name="cardsolo_kernels",
                multi_file=True,  # a C file a module, so that each can be compiled as hard as it deserves
            )
            levels = {_c_file(path): level for level in (QUICK, OPTIMISED) for path in kernel_sources(root, level)}
            group.sources = _bundled([str(source) for source in group.sources], levels, Path(scratch))
            copies = _share_loaders(loaders, Path(scratch))
            distribution = Distribution(
                {"name": "cardsolo-kernels", "ext_modules": [group, *(loader for loader, _names in copies)]}
            )
            command: Any = _parallel_build(distribution, say)
            command.build_lib = str(out)
            command.build_temp = scratch
            command.ensure_finalized()
            command.run()
            for loader, names in copies:
                built = Path(command.get_ext_fullpath(loader.name))
                for name in names:
                    shutil.copy(built, command.get_ext_fullpath(name))
        finally:
            os.chdir(before)
    say(f"kernels: done in {time.monotonic() - start:.0f} s")
    return sorted(path.relative_to(out) for path in out.rglob("*") if path.suffix in {".so", ".pyd"})


def _c_file(module: Path) -> str:
    """Return the name of the C file that mypyc makes of a module."""
    return "__native_" + "___".join(module.with_suffix("").parts) + ".c"


def _bundled(sources: list[str], levels: dict[str, str], scratch: Path) -> list[str]:
    """Put C files together that are compiled alike: every file of its own would read all the headers again.

    The bundles are one a package of kernels and level, one of what is optimised, and one of mypyc's own functions.
    """
    bundles: dict[str, list[str]] = {}
    for source in map(Path, sources):
        package = source.name.split("___")[1] if "___" in source.name else "runtime"
        level = levels.get(source.name, "")
        name = OPTIMISED if level == OPTIMISED else f"{package}.{level}" if level else package
        bundles.setdefault(name, []).append(source.as_posix())
    for name, files in bundles.items():
        (scratch / f"{name}.c").write_text("".join(f'#include "{file}"\n' for file in files), "utf-8")
    return [str(scratch / f"{name}.c") for name in bundles]


def _share_loaders(loaders: list[Any], scratch: Path) -> list[tuple[Any, list[str]]]:
    """Let the modules of a package share one loader; return the loaders to build, with the names to copy each to.

    mypyc makes an extension for every module, which only fetches the module out of the common one. Each is a function
    named after the module, so one file can hold those of a whole package and be found under every name.
    """
    packages: dict[str, list[Any]] = {}
    for loader in loaders:
        packages.setdefault(loader.name.rpartition(".")[0], []).append(loader)
    shared = []
    for package, (first, *others) in packages.items():
        source = scratch / f"load_{package}.c"
        files = [Path(loader.sources[0]).as_posix() for loader in (first, *others)]
        # every file also has a function for the case that its module is a package, under the same name in all
        code = '#define PyInit___init__ PyInit___init__{n}\n#include "{file}"\n#undef PyInit___init__\n'
        source.write_text("".join(code.format(n=n, file=file) for n, file in enumerate(files)), "utf-8")
        first.sources = [str(source)]
        shared.append((first, [loader.name for loader in others]))
    return shared


def _parallel_build(distribution: Any, say: Callable[[str], None]) -> Any:
    """Return setuptools' command for extensions, taught to compile several files at once, the optimised ones harder."""
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415  as above

    class ParallelBuild(build_ext):
        def build_extensions(self) -> None:
            if self.compiler.compiler_type == "unix":
                # what a shared libpython adds: extensions do not need it, and it is a path of this machine
                linker = [word for word in self.compiler.linker_so if not word.startswith(("-L", "-Wl,-rpath"))]
                self.compiler.linker_so = [*linker, "-s"] if sys.platform == "linux" else linker
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                jobs = [
                    [pool.submit(self.compile_one, ext, source) for source in ext.sources] for ext in self.extensions
                ]
                say(f"kernels: {sum(map(len, jobs))} C files, on {os.cpu_count()} processors")
                for extension, files in zip(self.extensions, jobs, strict=True):
                    objects = [name for job in files for name in job.result()]
                    path = self.get_ext_fullpath(extension.name)
                    Path(path).parent.mkdir(parents=True, exist_ok=True)
                    self.compiler.link_shared_object(objects, path, build_temp=self.build_temp, target_lang="c")

        def compile_one(self, extension: Any, source: str) -> list[str]:
            options = list(extension.extra_compile_args or [])
            if self.compiler.compiler_type == "unix":
                options.append(f"-ffile-prefix-map={self.build_temp}=.")
                options += [flag for level, flag in LEVELS.items() if Path(source).stem.endswith(level)]
            objects: list[str] = self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=extension.include_dirs,
                depends=extension.depends,
                extra_postargs=options,
            )
            say(f"kernels: {Path(source).name} compiled")
            return objects

    return ParallelBuild(distribution)


class KernelHook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Adds the compiled kernels, catalogues and pages for `man` to a wheel.

    An editable install stays pure, so that edits take effect, and has no pages.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._compile_catalogues(version, build_data)
        if version != "editable":
            self._write_manual(build_data)
        if version == "editable" or os.environ.get("CARDSOLO_PURE"):
            return
        out = Path(self.directory) / ".kernels"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        try:
            built = compile_kernels(out, Path(self.root), self.app.display_info)
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

    def _write_manual(self, build_data: dict[str, Any]) -> None:
        """Add the pages for `man`, in every language."""
        sys.path.insert(0, self.root)
        from manual import write_pages  # noqa: PLC0415  beside this file

        out = Path(self.directory) / ".manual"
        for path in write_pages(out):
            build_data["shared_data"][str(out / path)] = f"share/man/{path.as_posix()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        for name in (".kernels", ".catalogues", ".manual"):
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
