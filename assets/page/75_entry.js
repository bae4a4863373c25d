// SPDX-License-Identifier: MIT
// The vectors, and an entry of their matrix in double precision, rounded to float32: app/page/page_entry.cpp computes
// the same.

const earthRadius = 6371.0088; // [km]
const radiansPerDegree = 0.017453292519943295769;

const vectors = {
    /** @type {Float32Array} */ first: new Float32Array(0),
    /** @type {Float32Array} */ second: new Float32Array(0),
    dims: 0,
    /** @type {(string[] | null)[]} */ labels: [null, null],
    /** @type {(number[] | null)[]} the row of the file that each vector came from; below 0: of none */ rows: [null, null],
};

/** @param {any} set of a recording @returns {Float32Array} */
const valuesOf = (set) => Float32Array.from(set.values);

/**
 * Takes the coordinates from the recording, or from their own block.
 * @param {MatrixData} matrix
 * @param {any} recording
 */
async function loadVectors(matrix, recording) {
    vectors.dims = matrix.sets[0].dims;
    const held = recording.sets && recording.sets.length > 0 ? recording.sets : [recording.points];
    if (matrix.recorded) {
        vectors.first = valuesOf(held[0]);
        vectors.second = matrix.sets.length > 1 ? valuesOf(held[1]) : vectors.first;
    } else {
        const bytes = await unpacked("coordinates");
        if (bytes === null) throw new PageError(view.words.damaged);
        const all = new Float32Array(bytes), count = matrix.sets[0].rows * vectors.dims;
        vectors.first = all.subarray(0, count);
        vectors.second = matrix.sets.length > 1 ? all.subarray(count) : vectors.first;
    }
    matrix.sets.forEach((set, i) => {
        const { labels, source_rows } = held[i] || {};
        if (set.has_labels && Array.isArray(labels)) vectors.labels[i] = labels;
        if (Array.isArray(source_rows)) vectors.rows[i] = source_rows;
    });
    if (areGiven(matrix)) vectors.second = turned(vectors.first, vectors.dims);
    if (matrix.sets.length === 1) {
        vectors.labels[1] = vectors.labels[0];
        vectors.rows[1] = vectors.rows[0];
    }
    const columns = matrix.sets[matrix.sets.length - 1];
    if (vectors.first.length !== matrix.sets[0].rows * vectors.dims || vectors.second.length !== columns.rows * columns.dims)
        throw new PageError(view.words.damaged);
}

/** @param {Float32Array} square rows of a square table @param {number} side @returns {Float32Array} its columns */
function turned(square, side) {
    const columns = new Float32Array(square.length);
    for (let row = 0; row < side; ++row)
        for (let column = 0; column < side; ++column) columns[column * side + row] = square[row * side + column];
    return columns;
}

/** @param {number} degrees */
function haversine(degrees) {
    const half = Math.sin(degrees * (radiansPerDegree / 2));
    return half * half;
}

/**
 * The whole number that is nearest, and the even one of two.
 * @param {number} x
 */
function nearestWhole(x) {
    const floor = Math.floor(x), part = x - floor;
    return part < 0.5 ? floor : part > 0.5 ? floor + 1 : floor % 2 === 0 ? floor : floor + 1;
}

/**
 * @param {{ origin: [number, number], latitude_first: boolean }} globe
 * @param {number} first @param {number} second
 */
function placeOf(globe, first, second) {
    const latitude = globe.latitude_first ? first : second, longitude = globe.latitude_first ? second : first;
    const latitudeOrigin = globe.origin[globe.latitude_first ? 0 : 1], longitudeOrigin = globe.origin[globe.latitude_first ? 1 : 0];
    const north = 90 - latitudeOrigin - latitude, south = 90 + latitudeOrigin + latitude;
    const toPole = north < south ? north : south;
    const exists = toPole >= 0 && Math.abs(longitude + longitudeOrigin) <= 360;
    return { latitude, longitude, cosine: exists ? Math.sin(toPole * radiansPerDegree) : NaN, tilt: 90 + latitudeOrigin - (90 - latitudeOrigin) };
}

/** @param {number} a @param {number} b */
function longitudeBetween(a, b) {
    const difference = a - b, part = difference - a;
    const error = (a - (difference - part)) - (b + part);
    return difference - 360 * nearestWhole(difference * (1 / 360)) + error;
}

/**
 * [km]
 * @param {number} latitudeA @param {number} longitudeA @param {number} cosineA
 * @param {number} latitudeB @param {number} longitudeB @param {number} cosineB @param {number} tilt
 */
function kilometresBetween(latitudeA, longitudeA, cosineA, latitudeB, longitudeB, cosineB, tilt) {
    const longitude = longitudeBetween(longitudeA, longitudeB), cosines = cosineA * cosineB;
    let near = haversine(latitudeA - latitudeB) + cosines * haversine(longitude);
    let far = 1 - near;
    if (near > 0.5) {
        far = haversine(latitudeA + latitudeB + tilt) + cosines * haversine(180 - Math.abs(longitude));
        near = near < 1 ? near : 1;
    }
    return 2 * earthRadius * Math.atan2(Math.sqrt(near), Math.sqrt(far));
}

/** @param {MatrixData} matrix @param {Float32Array} x @param {number} i @param {Float32Array} y @param {number} j */
function kilometres(matrix, x, i, y, j) {
    const globe = /** @type {NonNullable<MatrixData["globe"]>} */ (matrix.globe);
    const a = placeOf(globe, x[i], x[i + 1]), b = placeOf(globe, y[j], y[j + 1]);
    return kilometresBetween(a.latitude, a.longitude, a.cosine, b.latitude, b.longitude, b.cosine, a.tilt);
}

/**
 * What a pair of coordinates adds.
 * @type {{ [terms: string]: (sum: number, a: number, b: number) => number }}
 */
const addedBy = {
    squared_differences: (sum, a, b) => sum + (a - b) * (a - b),
    products: (sum, a, b) => sum + a * b,
    absolute_differences: (sum, a, b) => sum + Math.abs(a - b),
    largest_difference: (largest, a, b) => {
        const size = Math.abs(a - b);
        return size > largest || Number.isNaN(size) ? size : largest;
    },
    relative_differences: (sum, a, b) => {
        const sizes = Math.abs(a) + Math.abs(b);
        return sizes === 0 ? sum : sum + Math.abs(a - b) / sizes;
    },
    unequal: (sum, a, b) => (a - b === 0 ? sum : sum + (1 + 0 * (a - b))),
};

/** @param {string} terms @param {Float32Array} x @param {number} i @param {Float32Array} y @param {number} j @param {number} dims */
function sumOf(terms, x, i, y, j, dims) {
    const added = addedBy[terms];
    let sum = 0;
    for (let k = 0; k < dims; ++k) sum = added(sum, x[i + k], y[j + k]);
    return sum;
}

/** @param {number} squares */
const weightOf = (squares) => (squares > 0 ? 1 / Math.sqrt(squares) : 0);

/**
 * The entry of vector `row` of x and `column` of y.
 * @param {MatrixData} matrix @param {Float32Array} x @param {number} row @param {Float32Array} y @param {number} column
 */
function entryOf(matrix, x, row, y, column) {
    const dims = matrix.sets[0].dims, i = row * dims, j = column * dims, { terms, ending } = matrix.formula;
    if (terms === "places") return Math.fround(kilometres(matrix, x, i, y, j));
    if (areGiven(matrix)) return x[i + column];
    const own = ownDistance(matrix);
    if (own) return Math.fround(own(x, i, y, j, 1, dims, matrix.parameter || 0));
    if (terms === "directions") {
        const distance = 1 - sumOf("products", x, i, y, j, dims) * weightOf(sumOf("products", x, i, x, i, dims)) * weightOf(sumOf("products", y, j, y, j, dims));
        return Math.fround(distance < 0 ? 0 : distance);
    }
    const sum = sumOf(terms, x, i, y, j, dims);
    switch (ending) {
    case "root": return Math.fround(Math.sqrt(sum));
    case "gaussian": {
        const sigma = matrix.sigma || 1;
        return Math.fround(Math.exp(-sum / (2 * sigma * sigma)));
    }
    case "fraction": return Math.fround(sum / dims);
    default: return Math.fround(sum);
    }
}

/**
 * Is a small entry near, or a large one?
 * @param {MatrixData} matrix
 */
const largeIsNear = (matrix) => matrix.formula.ending === "gaussian" || matrix.formula.terms === "products";
