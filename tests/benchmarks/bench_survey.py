"""Survey throughput and summary speed, as whole processes.

python tests/benchmarks/bench_survey.py [--deals 10000] [--lines 1000000]

Prints deals a second with one worker and with two, the solver's own batch rate in one process, the parent's peak memory
after a tenth of the deals and after all, and time and peak memory of summing up many lines.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BATCH = """
import sys, time
from solvers.survey.question import Question
answer = Question("dungeon", {"jokers": 2, "ace": 1, "chain": False}, "verdict").answerer()
answer(0)
began = time.perf_counter()
for seed in range(1, int(sys.argv[1]) + 1):
    answer(seed)
print(time.perf_counter() - began)
"""
HEADER = (
    '{"type":"survey","format":"cardsolo-survey/1","program":"0.1.0","game":"dungeon","rules_version":1,'
    '"rules":{"jokers":2,"ace":1,"chain":false},"ask":"optimum","settings":{},"first":1,"shard":"1/1"}\n'
)


def run(*arguments):
    """Run a process to its end; return wall seconds, peak MiB and stdout."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out = process.stdout.read()
    _pid, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{arguments} ended with status {status}")
    return time.perf_counter() - began, usage.ru_maxrss / 1024, out


def survey(folder, name, deals, jobs):
    out = str(Path(folder) / name)
    arguments = ("survey", "dungeon", "--ask", "verdict", "--seeds", f"1..{deals}", "--jobs", str(jobs), "--out", out)
    return run("-m", "cardsolo", *arguments)


def many_lines(path, lines):
    with Path(path).open("w", encoding="utf-8") as stream:
        stream.write(HEADER)
        stream.writelines(
            f'{{"type":"result","seed":{seed},"verdict":"clearable","kills":12,"spare":{seed % 7},"optimal":true,'
            f'"nodes":{seed * 7919 % 20000},"seconds":{seed * 31 % 997 / 1e5}}}\n'
            for seed in range(1, lines + 1)
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--lines", type=int, default=1_000_000)
    options = parser.parse_args()
    deals = options.deals
    with tempfile.TemporaryDirectory() as folder:
        batch = float(run("-c", BATCH, str(deals))[2])
        small = survey(folder, "small", deals // 10, 2)
        one = survey(folder, "one", deals, 1)
        two = survey(folder, "two", deals, 2)
        print(f"batch in one process  {deals / batch:8.0f} deals/s")
        print(f"survey, one worker    {deals / one[0]:8.0f} deals/s  parent {one[1]:.0f} MiB")
        print(
            f"survey, two workers   {deals / two[0]:8.0f} deals/s  parent {two[1]:.0f} MiB, {small[1]:.0f} at a tenth"
        )
        many = str(Path(folder) / "many")
        many_lines(many, options.lines)
        wall, memory, _out = run("-m", "cardsolo", "survey", "summary", many)
        print(f"summary of {options.lines} lines {wall:8.1f} s  {memory:.0f} MiB")


if __name__ == "__main__":
    main()
