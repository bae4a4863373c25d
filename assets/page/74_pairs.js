// SPDX-License-Identifier: MIT
// Distances that no single sum over the coordinates gives, in double precision. The program's own functions compute the
// same: kernels/workloads/pair_metrics/formulas.h and kernels/workloads/sequence_distances/formulas.h.

const endOfText = 0, endOfSeries = -3.4028234663852886e38; // what stands behind a sequence
const mostCells = 4097; // of a row of the table of two sequences
const cellsOfRow = new Float64Array(mostCells);

/** @param {Float32Array} values @param {number} at @param {number} step @param {number} most @param {number} end */
function lengthOfSequence(values, at, step, most, end) {
    let length = 0;
    while (length < most && values[at + length * step] !== end) ++length;
    return length;
}

/** @param {number} byte */
function bitsOf(byte) {
    let bits = byte - (byte >> 1 & 0x55);
    bits = (bits & 0x33) + (bits >> 2 & 0x33);
    return bits + (bits >> 4) & 0x0f;
}

/**
 * The distance of two vectors: coordinate k of the first one stands at i + k, and that of the second one at j + k * step.
 * @type {{ [terms: string]: (x: Float32Array, i: number, y: Float32Array, j: number, step: number, dims: number, parameter: number) => number }}
 */
const distanceBy = {
    bray_curtis: (x, i, y, j, step, dims) => {
        let differences = 0, sums = 0;
        for (let k = 0; k < dims; ++k) {
            const a = x[i + k], b = y[j + k * step];
            differences += Math.abs(a - b);
            sums += Math.abs(a + b);
        }
        return differences / sums;
    },
    jaccard: (x, i, y, j, step, dims) => {
        let different = 0, together = 0;
        for (let k = 0; k < dims; ++k) {
            const a = x[i + k], b = y[j + k * step], difference = a - b;
            if (difference !== difference) return NaN;
            if (a === 0 && b === 0) continue;
            together += 1;
            different += difference === 0 ? 0 : 1;
        }
        return different / together;
    },
    minkowski: (x, i, y, j, step, dims, exponent) => {
        let largest = 0, sum = 0;
        for (let k = 0; k < dims; ++k) {
            const size = Math.abs(x[i + k] - y[j + k * step]);
            if (!(size <= largest)) largest = size;
            if (size !== size) return NaN;
        }
        if (largest === 0 || largest === Infinity) return largest;
        for (let k = 0; k < dims; ++k) sum += Math.pow(Math.abs(x[i + k] - y[j + k * step]) / largest, exponent);
        return largest * Math.pow(sum, 1 / exponent);
    },
    jensen_shannon: (x, i, y, j, step, dims) => {
        let sum = 0;
        for (let k = 0; k < dims; ++k) {
            const a = x[i + k], b = y[j + k * step], middle = 0.5 * (a + b), apart = 0.5 * (a - b);
            if (middle !== middle) return NaN;
            if (Math.abs(apart) < 0.03 * middle) { // the logarithms would cancel: their series
                const square = apart / middle * (apart / middle);
                sum += middle * square * (1 + square * (1 / 6 + square * (1 / 15 + square * (1 / 28))));
            } else {
                sum += (a > 0 ? a * Math.log(a / middle) : 0) + (b > 0 ? b * Math.log(b / middle) : 0);
            }
        }
        return sum > 0 ? Math.sqrt(0.5 * sum) : 0;
    },
    hamming_bits: (x, i, y, j, step, dims) => {
        let bits = 0;
        for (let k = 0; k < dims; ++k) bits += bitsOf(x[i + k] ^ y[j + k * step]);
        return bits;
    },
    // Each cell is the distance of two beginnings, and follows from three cells before it.
    edit: (x, i, y, j, step, dims) => {
        const rows = lengthOfSequence(x, i, 1, dims, endOfText), columns = lengthOfSequence(y, j, step, dims, endOfText);
        for (let column = 0; column <= columns; ++column) cellsOfRow[column] = column;
        for (let row = 1; row <= rows; ++row) {
            let diagonal = cellsOfRow[0];
            const letter = x[i + row - 1];
            cellsOfRow[0] = row;
            for (let column = 1; column <= columns; ++column) {
                const replaced = diagonal + (letter === y[j + (column - 1) * step] ? 0 : 1);
                diagonal = cellsOfRow[column];
                cellsOfRow[column] = Math.min(replaced, Math.min(diagonal, cellsOfRow[column - 1]) + 1);
            }
        }
        return cellsOfRow[columns];
    },
    dtw: (x, i, y, j, step, dims, band) => {
        const rows = lengthOfSequence(x, i, 1, dims, endOfSeries), columns = lengthOfSequence(y, j, step, dims, endOfSeries);
        if (rows === 0 || columns === 0) return NaN;
        const apart = Math.max(Math.trunc(band), Math.abs(rows - columns));
        cellsOfRow.fill(Infinity, 0, columns + 1);
        cellsOfRow[0] = 0;
        for (let row = 1; row <= rows; ++row) {
            const first = Math.max(1, row - apart), last = Math.min(columns, row + apart), value = x[i + row - 1];
            let diagonal = cellsOfRow[first - 1];
            cellsOfRow[first - 1] = Infinity; // left of the band, and of the table
            for (let column = first; column <= last; ++column) {
                const difference = value - y[j + (column - 1) * step], above = cellsOfRow[column];
                cellsOfRow[column] = difference * difference + Math.min(diagonal, above, cellsOfRow[column - 1]);
                diagonal = above;
            }
        }
        return Math.sqrt(cellsOfRow[columns]);
    },
};

/**
 * The distance of a workload's own; nothing where the entries are sums.
 * @param {MatrixData} matrix
 */
const ownDistance = (matrix) => distanceBy[matrix.formula.terms];

/**
 * Does an entry need a table with a cell for each two coordinates?
 * @param {MatrixData} matrix
 */
const areSequences = (matrix) => matrix.formula.terms === "edit" || matrix.formula.terms === "dtw";

/**
 * Are the entries a table that the program was given? Its columns are then the second vectors.
 * @param {MatrixData} matrix
 */
const areGiven = (matrix) => matrix.formula.terms === "given";

/**
 * How many steps an entry takes.
 * @param {MatrixData} matrix
 */
function stepsOfEntry(matrix) {
    const { dims } = matrix.sets[0];
    return areSequences(matrix) ? dims * dims : areGiven(matrix) ? 1 : dims;
}
