# SPDX-License-Identifier: MIT
"""Writes entries.json: pairs of vectors and the entry of each formula. C++ and the script of a page must both find these
values. python3 -B tests/page/make_entries.py"""
import json
import math
import pathlib
import random
import struct


def float32(value):
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.inf


def ordered_sum(values):
    total = 0.0
    for value in values:  # sum() of Python 3.12 and later adds more exactly
        total += value
    return total


def cosine_distance(a, b):
    def weight(v):
        squares = ordered_sum(x * x for x in v)
        return 1 / math.sqrt(squares) if squares > 0 else 0.0

    return max(0.0, 1 - ordered_sum(x * y for x, y in zip(a, b)) * weight(a) * weight(b))


def relative(x, y):
    return 0.0 if abs(x) + abs(y) == 0 else abs(x - y) / (abs(x) + abs(y))


RADIUS = 6371.0088


def arc(a, b, origin):
    """From unit vectors, which is another way than the haversine."""

    def unit(place):
        longitude, latitude = math.radians(place[0] + origin[0]), math.radians(place[1] + origin[1])
        return (math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude), math.sin(latitude))

    u, v = unit(a), unit(b)
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return RADIUS * math.atan2(math.sqrt(sum(x * x for x in cross)), sum(x * y for x, y in zip(u, v)))


SIGMA = 0.75
FORMULAS = {
    ("squared_differences", "sum"): lambda a, b: ordered_sum((x - y) * (x - y) for x, y in zip(a, b)),
    ("squared_differences", "root"): lambda a, b: math.sqrt(ordered_sum((x - y) * (x - y) for x, y in zip(a, b))),
    ("squared_differences", "gaussian"): lambda a, b: math.exp(
        -ordered_sum((x - y) * (x - y) for x, y in zip(a, b)) / (2 * SIGMA * SIGMA)
    ),
    ("products", "sum"): lambda a, b: ordered_sum(x * y for x, y in zip(a, b)),
    ("absolute_differences", "sum"): lambda a, b: ordered_sum(abs(x - y) for x, y in zip(a, b)),
    ("largest_difference", "sum"): lambda a, b: max(abs(x - y) for x, y in zip(a, b)),
    ("relative_differences", "sum"): lambda a, b: ordered_sum(relative(x, y) for x, y in zip(a, b)),
    ("unequal", "fraction"): lambda a, b: ordered_sum(float(x != y) for x, y in zip(a, b)) / len(a),
    ("directions", "one_minus"): cosine_distance,
}
EXACT = {"sum", "root", "fraction", "one_minus"}


def main():
    rng = random.Random(41)
    cases = []
    for (terms, ending), formula in FORMULAS.items():
        for dims in (1, 2, 3, 17):
            for kind in range(6):
                scale = 10.0 ** rng.randint(-6, 6)
                a, b = ([float32(rng.uniform(-1, 1) * scale) for _ in range(dims)] for _ in range(2))
                if ending == "gaussian":
                    a, b = ([float32(rng.uniform(-1, 1)) for _ in range(dims)] for _ in range(2))
                if kind == 0:
                    b = list(a)
                if kind == 1:
                    a = [0.0] * dims
                if terms == "unequal":
                    a, b = ([float(rng.randint(0, 2)) for _ in range(dims)] for _ in range(2))
                cases.append({"terms": terms, "ending": ending, "exact": ending in EXACT, "a": a, "b": b,
                              "value": float32(formula(a, b))})
    for origin in ([0.0, 0.0], [7.25, 47.5]):
        for _ in range(20):
            a, b = ([float32(rng.uniform(-170, 170)), float32(rng.uniform(-42, 42))] for _ in range(2))
            cases.append({"terms": "places", "ending": "arc", "exact": False, "origin": origin, "a": a, "b": b,
                          "value": float32(arc(a, b, origin))})
    text = json.dumps({"sigma": SIGMA, "cases": cases}, separators=(",", ":")).replace('{"terms"', '\n{"terms"')
    (pathlib.Path(__file__).parent / "entries.json").write_text(text + "\n", encoding="utf-8")


main()
