"""Cold start of `solve dungeon --seed N`, whole processes.

python tests/benchmarks/bench_cold.py [--seeds 1..200]

Prints median, 95th percentile and maximum of wall seconds, and the largest peak memory; fails if an answer is not optimal.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1..200")
    low, high = map(int, parser.parse_args().seeds.split(".."))
    walls, peak = [], 0.0
    for seed in range(low, high + 1):
        began = time.perf_counter()
        command = [sys.executable, "-m", "cardsolo", "solve", "dungeon", "--seed", str(seed), "--json"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        out = process.stdout.read()
        _pid, _status, usage = os.wait4(process.pid, 0)
        walls.append(time.perf_counter() - began)
        peak = max(peak, usage.ru_maxrss / 1024)
        if not json.loads(out)["optimal"]:
            raise SystemExit(f"seed {seed} is not optimal")
    walls.sort()
    middle, most = walls[len(walls) // 2], walls[int(0.95 * len(walls))]
    print(
        f"{len(walls)} processes: median {middle:.3f} s, 95 % {most:.3f} s, longest {walls[-1]:.3f} s, {peak:.0f} MiB"
    )


if __name__ == "__main__":
    main()
