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


def ratio(part, whole):
    return part / whole if whole != 0 else (math.inf if part > 0 else None)


def bray_curtis(a, b, _):
    return ratio(ordered_sum(abs(x - y) for x, y in zip(a, b)), ordered_sum(abs(x + y) for x, y in zip(a, b)))


def jaccard(a, b, _):
    present = [(x, y) for x, y in zip(a, b) if x != 0 or y != 0]
    return ratio(sum(x != y for x, y in present), len(present))


def minkowski(a, b, p):
    return ordered_sum(abs(x - y) ** p for x, y in zip(a, b)) ** (1 / p)


def jensen_shannon(a, b, _):
    """From the entropies of both distributions and of their mean."""

    def entropy(v):
        return -math.fsum(x * math.log(x) for x in v if x > 0)

    return math.sqrt(max(0.0, entropy([(x + y) / 2 for x, y in zip(a, b)]) - (entropy(a) + entropy(b)) / 2))


def hamming_bits(a, b, _):
    return sum(bin(int(x) ^ int(y)).count("1") for x, y in zip(a, b))


def best_way(rows, columns, begin, step):
    """The cost of the cheapest way through a table, found by recursion over its cells in another order than programs take."""
    cost = {(-1, -1): 0.0} if begin is None else {**{(i, -1): float(i + 1) for i in range(-1, rows)}, **{(-1, j): float(j + 1) for j in range(-1, columns)}}
    for both in range(rows + columns - 1):  # along the diagonals
        for i in range(max(0, both - columns + 1), min(rows, both + 1)):
            cost[i, both - i] = step(i, both - i, lambda i, j: cost.get((i, j), math.inf))
    return cost[rows - 1, columns - 1] if rows and columns else cost.get((rows - 1, columns - 1))


def before(values, end):
    return values[: values.index(end)] if end in values else values


def edit(a, b, _):
    a, b = before(a, 0.0), before(b, 0.0)
    return best_way(len(a), len(b), 1, lambda i, j, at: min(at(i - 1, j - 1) + (a[i] != b[j]), at(i - 1, j) + 1, at(i, j - 1) + 1))


END_OF_SERIES = float32(-3.4028234663852886e38)


def dtw(a, b, band):
    a, b = before(a, END_OF_SERIES), before(b, END_OF_SERIES)
    apart = max(band, abs(len(a) - len(b)))

    def step(i, j, at):
        return (a[i] - b[j]) * (a[i] - b[j]) + min(at(i - 1, j - 1), at(i - 1, j), at(i, j - 1)) if abs(i - j) <= apart else math.inf

    return math.sqrt(best_way(len(a), len(b), None, step))


def own_cases(rng):
    """Distances that are no sum over coordinates. `value` is null where the distance is undefined."""

    def vectors(name, dims, kind):
        if name == "hamming_bits":
            return [[float(rng.randint(0, 255)) for _ in range(dims)] for _ in range(2)]
        if name == "jaccard":
            return [[0.0 if kind == 1 else float(rng.randint(0, 2)) for _ in range(dims)] for _ in range(2)]
        if name == "edit":
            return [[float(x) for x in (rng.choices([97, 98, 8364], k=length) + [0] * dims)[:dims]] for length in (rng.randint(0, dims), dims)]
        if name == "dtw":
            lengths = (rng.randint(1, dims), dims)
            return [([float32(rng.uniform(-1, 1)) for _ in range(length)] + [END_OF_SERIES] * dims)[:dims] for length in lengths]
        if name == "jensen_shannon":
            counts = [[rng.choice([0.0, 0.25, 0.5, 1.0, 3.0]) + 1e-3 * kind for _ in range(dims)] for _ in range(2)]
            return [[float32(x / (ordered_sum(v) or 1.0)) for x in v] for v in counts]
        return [[0.0 if kind == 1 else float32(rng.uniform(-1, 3)) for _ in range(dims)] for _ in range(2)]

    for name, formula, parameters, exact in (("bray_curtis", bray_curtis, [0], True), ("jaccard", jaccard, [0], True), ("minkowski", minkowski, [1, 2.5, 8], False),
                                             ("jensen_shannon", jensen_shannon, [0], False), ("hamming_bits", hamming_bits, [0], True), ("edit", edit, [0], True),
                                             ("dtw", dtw, [0, 2, 4096], True)):
        for dims in (1, 2, 4, 19):
            for kind in range(4):
                a, b = vectors(name, dims, kind)
                if kind == 0:
                    b = list(a)
                parameter = parameters[kind % len(parameters)]
                value = formula(a, b, parameter)
                yield {"terms": name, "exact": exact, "parameter": parameter, "a": a, "b": b, "value": None if value is None else float32(value)}


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
    cases += own_cases(rng)
    text = json.dumps({"sigma": SIGMA, "cases": cases}, separators=(",", ":")).replace('{"terms"', '\n{"terms"')
    (pathlib.Path(__file__).parent / "entries.json").write_text(text + "\n", encoding="utf-8")


main()
