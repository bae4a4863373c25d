// SPDX-License-Identifier: MIT
// Computes many entries of one row of the picture at once, with the same bits as entryOf. The outer loop is over the
// coordinates, so that the innermost loops are short.

/**
 * The vectors at the columns of the picture, with what is worked out once for each.
 * @typedef {{ count: number, dims: number, axes: Float32Array, weights: Float64Array, cosines: Float64Array }} Columns
 */

/**
 * @param {MatrixData} matrix @param {Float32Array} values @param {Int32Array | null} order the vector at each column
 * @returns {Columns}
 */
function columnsOf(matrix, values, order) {
    const { dims } = matrix.sets[0], count = values.length / Math.max(1, dims), { terms } = matrix.formula;
    const axes = new Float32Array(values.length);
    const weights = new Float64Array(terms === "directions" ? count : 0), cosines = new Float64Array(terms === "places" ? count : 0);
    for (let column = 0; column < count; ++column) {
        const at = (order ? order[column] : column) * dims;
        for (let k = 0; k < dims; ++k) axes[k * count + column] = values[at + k];
        if (weights.length) weights[column] = weightOf(sumOf("products", values, at, values, at, dims));
        if (cosines.length) cosines[column] = placeOf(/** @type {any} */ (matrix.globe), values[at], values[at + 1]).cosine;
    }
    return { count, dims, axes, weights, cosines };
}

/** @param {Columns} columns @param {Int32Array} places @returns {Columns} only the columns at these places */
function columnsAt(columns, places) {
    const { dims } = columns, count = places.length, axes = new Float32Array(count * dims);
    for (let k = 0; k < dims; ++k)
        for (let i = 0; i < count; ++i) axes[k * count + i] = columns.axes[k * columns.count + places[i]];
    const picked = (/** @type {Float64Array} */ all) => (all.length ? Float64Array.from(places, (place) => all[place]) : all);
    return { count, dims, axes, weights: picked(columns.weights), cosines: picked(columns.cosines) };
}

/**
 * Adds to each sum the term of coordinate `a` and one of the coordinates in `axes` from `at` on.
 * @type {{ [terms: string]: (a: number, axes: Float32Array, at: number, count: number, sums: Float64Array) => void }}
 */
const addedToAll = {
    squared_differences: (a, axes, at, count, sums) => {
        for (let j = 0; j < count; ++j) {
            const difference = a - axes[at + j];
            sums[j] += difference * difference;
        }
    },
    products: (a, axes, at, count, sums) => {
        for (let j = 0; j < count; ++j) sums[j] += a * axes[at + j];
    },
    absolute_differences: (a, axes, at, count, sums) => {
        for (let j = 0; j < count; ++j) sums[j] += Math.abs(a - axes[at + j]);
    },
    largest_difference: (a, axes, at, count, sums) => {
        for (let j = 0; j < count; ++j) sums[j] = addedBy.largest_difference(sums[j], a, axes[at + j]);
    },
    relative_differences: (a, axes, at, count, sums) => {
        for (let j = 0; j < count; ++j) sums[j] = addedBy.relative_differences(sums[j], a, axes[at + j]);
    },
    unequal: (a, axes, at, count, sums) => {
        for (let j = 0; j < count; ++j) sums[j] = addedBy.unequal(sums[j], a, axes[at + j]);
    },
};

/**
 * The entries of vector `row` of x and the columns from `from` on, into `out`.
 * @param {MatrixData} matrix @param {Float32Array} x @param {number} row @param {Columns} columns
 * @param {number} from @param {number} count @param {Float64Array} out
 */
function entriesOfRow(matrix, x, row, columns, from, count, out) {
    const { terms, ending } = matrix.formula, { dims } = columns, at = row * dims, own = ownDistance(matrix);
    if (terms === "places") return kilometresOfRow(matrix, x, at, columns, from, count, out);
    if (areGiven(matrix)) {
        for (let j = 0; j < count; ++j) out[j] = columns.axes[row * columns.count + from + j];
        return;
    }
    if (own) {
        for (let j = 0; j < count; ++j) out[j] = Math.fround(own(x, at, columns.axes, from + j, columns.count, dims, matrix.parameter || 0));
        return;
    }
    if (dims === 2 && terms === "squared_differences" && ending === "root") { // the usual matrix, in one loop
        const { axes } = columns, a = x[at], b = x[at + 1];
        for (let j = 0, i = from, k = columns.count + from; j < count; ++j, ++i, ++k)
            out[j] = Math.fround(Math.sqrt((a - axes[i]) * (a - axes[i]) + (b - axes[k]) * (b - axes[k])));
        return;
    }
    const add = addedToAll[terms === "directions" ? "products" : terms];
    out.fill(0, 0, count);
    for (let k = 0; k < dims; ++k) add(x[at + k], columns.axes, k * columns.count + from, count, out);
    if (terms === "directions") {
        const weight = weightOf(sumOf("products", x, at, x, at, dims));
        for (let j = 0; j < count; ++j) {
            const distance = 1 - out[j] * weight * columns.weights[from + j];
            out[j] = Math.fround(distance < 0 ? 0 : distance);
        }
    } else if (ending === "root") {
        for (let j = 0; j < count; ++j) out[j] = Math.fround(Math.sqrt(out[j]));
    } else if (ending === "gaussian") {
        const sigma = matrix.sigma || 1;
        for (let j = 0; j < count; ++j) out[j] = Math.fround(Math.exp(-out[j] / (2 * sigma * sigma)));
    } else {
        const divisor = ending === "fraction" ? dims : 1;
        for (let j = 0; j < count; ++j) out[j] = Math.fround(out[j] / divisor);
    }
}

/**
 * @param {MatrixData} matrix @param {Float32Array} x @param {number} at @param {Columns} columns
 * @param {number} from @param {number} count @param {Float64Array} out
 */
function kilometresOfRow(matrix, x, at, columns, from, count, out) {
    const globe = /** @type {NonNullable<MatrixData["globe"]>} */ (matrix.globe), { axes, cosines } = columns;
    const a = placeOf(globe, x[at], x[at + 1]);
    const latitudes = from + (globe.latitude_first ? 0 : columns.count), longitudes = from + (globe.latitude_first ? columns.count : 0);
    for (let j = 0; j < count; ++j)
        out[j] = Math.fround(kilometresBetween(a.latitude, a.longitude, a.cosine, axes[latitudes + j], axes[longitudes + j], cosines[from + j], a.tilt));
}
