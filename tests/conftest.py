"""Settings for all tests: reproducible property tests, one way to run the command line as a real process."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from amount import PROFILE
from hypothesis import HealthCheck, settings
from support import Cli

settings.register_profile(
    "default",
    derandomize=True,  # a failure must fail again on the next machine
    deadline=None,  # no test judges time
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", parent=settings.get_profile("default"), derandomize=False, max_examples=2000)
settings.load_profile(PROFILE)


# A gate in the background has Ctrl-C switched off, one under nohup SIGHUP, and so would every process that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
for _name in {"SIGHUP", "SIGQUIT", "SIGTERM"} & set(dir(signal)):
    signal.signal(getattr(signal, _name), signal.SIG_DFL)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One more than there are cores, for some tests wait; each of them reads all tests first, so not many more."""
    return 1 + (os.cpu_count() or 1)


def pytest_collection_modifyitems(items):
    """Let the longest test begin first, so that nobody waits for it at the end."""
    items.sort(key=lambda item: item.name != "test_commands_run_as_written")


def pytest_collection_finish():
    """Let the collector of cycles leave alone what stays until the end, tests and modules, and look less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def cli(tmp_path):
    """The command line as a user has it: a process of its own, in an empty directory."""
    return Cli(tmp_path)
