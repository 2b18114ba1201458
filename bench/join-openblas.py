"""Pairs whose product reaches a threshold, by numpy tiles (OpenBLAS). Prints seconds and pairs; reading is not counted."""
import json
import sys
import time

import numpy

path, dimensions, threshold = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
vectors = numpy.fromfile(path, dtype=numpy.float32).reshape(-1, dimensions)
TILE = 1024


def search():
    found = []
    for row in range(0, len(vectors), TILE):
        for column in range(row, len(vectors), TILE):
            products = vectors[row : row + TILE] @ vectors[column : column + TILE].T
            first, second = numpy.nonzero(products >= threshold)
            if row == column:
                keep = second > first
                first, second = first[keep], second[keep]
            found.append(numpy.stack([first + row, second + column]))
    return sum(part.shape[1] for part in found)


search() if len(vectors) < 10000 else None
start, cpu = time.perf_counter(), time.process_time()
pairs = search()
print(json.dumps({"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu, "pairs": pairs}))
