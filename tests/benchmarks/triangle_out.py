"""How few turns the cooperative objectives of Triangle Sevens need: one row a seed, every sequence checked.

python tests/benchmarks/triangle_out.py --seeds 1..30 --seconds 60 --objective out
"""

from __future__ import annotations

import argparse

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.state import Rules
from solvers.result import Status
from solvers.triangle.referee import check_triangle
from solvers.triangle.solver import solve


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="1..30")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--objective", choices=["out", "all"], default="out")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seat", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    first, last = map(int, args.seeds.split(".."))
    values, proved = [], 0
    print("seed value bound status    first  best  total  method", flush=True)
    for seed in range(first, last + 1):
        state = rules.start(formats.deal(Rules(players=args.players), seed))
        times = []
        answer = solve(
            state,
            args.objective,
            args.seat,
            time_limit=args.seconds,
            workers=args.workers,
            progress=lambda _value, _bound, seconds, times=times: times.append(seconds),
        )
        check_triangle(state, answer)
        values.append(answer.value)
        proved += answer.status is Status.OPTIMAL
        row = f"{seed:4} {answer.value:5} {answer.bound:5} {answer.status:9} {times[0]:5.2f} {times[-1]:5.1f}"
        print(f"{row} {answer.seconds:6.1f}  {answer.method}", flush=True)
    print(f"mean {sum(values) / len(values):.2f}, worst {max(values)}, proved optimal {proved} of {len(values)}")


if __name__ == "__main__":
    main()
