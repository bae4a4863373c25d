// SPDX-License-Identifier: MIT
// The matrix as it is looked at: where, in which colours and order, and which entry is under the pointer.

const most = { zoom: 64, neighbours: 8 };
const leastBetween = 4; // [px] between two lines

const board = {
    /** @type {ShaderPainter | ProcessorPainter | null} */ painter: null,
    /** @type {HTMLCanvasElement | null} */ canvas: null,
    /** @type {Int32Array | null} */ rowOrder: null,
    /** @type {Int32Array | null} */ columnOrder: null,
    /** @type {Int32Array | null} where each vector stands */ rowPlaces: null,
    /** @type {Int32Array | null} */ columnPlaces: null,
    /** @type {{ [kind: string]: [Int32Array, Int32Array] }} that the program worked out */ orders: {},
    /** @type {number[][]} the places at which the next category of the track begins, by which the picture is ordered */ groupEnds: [],
    isMoving: false,
    isChosen: false, // a test has chosen the painter
    restTime: 0, // [ms] that the exact picture has taken until now
    slowFrames: 0, // how many came one after the other until now
    restTimer: 0,
    frame: 0,
    /** @type {Float32Array[]} the minimum, mean and maximum of each block that the program has looked at */ overview: [],
    hasBegun: false, // the picture of this place was begun
    /** @type {[number, number] | null} the place under the pointer */ hovered: null,
    madeOrder: "as_loaded:0",
};

/** @returns {[number, number]} rows and columns */
function matrixShape() {
    const sets = /** @type {MatrixData} */ (view.matrix).sets;
    return [sets[0].rows, sets[sets.length - 1].rows];
}

/** Where the canvas lies in the matrix [entries], and how many entries a pixel has. */
function boardPlace() {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas), [rows, columns] = matrixShape();
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    const fit = Math.max(rows / canvas.height, columns / canvas.width);
    const perPixel = look.place === null ? fit : 1 / (look.place.zoom * ratio);
    const row = look.place === null ? rows / 2 : look.place.row, column = look.place === null ? columns / 2 : look.place.column;
    return { perPixel, fit, ratio,
        origin: /** @type {[number, number]} */ ([row - canvas.height / 2 * perPixel, column - canvas.width / 2 * perPixel]) };
}

/**
 * The vectors at a place of the picture.
 * @param {[number, number]} place
 * @returns {[number, number]}
 */
const vectorsAt = ([row, column]) => [board.rowOrder ? board.rowOrder[row] : row, board.columnOrder ? board.columnOrder[column] : column];

/** @param {number} row @param {number} column */
const entryAt = (row, column) => entryOf(/** @type {MatrixData} */ (view.matrix), vectors.first, row, vectors.second, column);

/**
 * By the row of the file, as everywhere in the program.
 * @param {number} set @param {number} vector
 */
function nameOf(set, vector) {
    const labels = vectors.labels[set], rows = vectors.rows[set], row = !rows ? vector : rows[vector] < 0 ? `added ${vector}` : rows[vector];
    // The signs keep a name that is written from right to left apart from what stands beside it.
    return labels ? `${row} \u2068${labels[vector]}\u2069` : String(row);
}

/**
 * The digits that tell the float32 from its neighbours.
 * @param {number} value
 */
function floatText(value) {
    for (let digits = 6; digits < 9; ++digits)
        if (Math.fround(Number(value.toPrecision(digits))) === value) return String(Number(value.toPrecision(digits)));
    return String(Number(value.toPrecision(9)));
}

/** @param {number} value */
function valueText(value) {
    const unit = /** @type {MatrixData} */ (view.matrix).unit;
    return floatText(value) + (unit ? " " + unit : "");
}

function makeOrder() {
    const matrix = /** @type {MatrixData} */ (view.matrix), key = `${look.order}:${look.orderRow}`;
    if (key === board.madeOrder) return;
    board.madeOrder = key;
    if (look.order === "as_loaded") {
        board.rowOrder = board.columnOrder = null;
    } else if (board.orders[look.order]) {
        [board.rowOrder, board.columnOrder] = board.orders[look.order];
    } else if (trackOfOrder()) {
        board.rowOrder = orderByTrack(0);
        board.columnOrder = matrix.sets.length > 1 ? orderByTrack(1) : board.rowOrder;
    } else {
        const sign = largeIsNear(matrix) ? -1 : 1;
        const sorted = (/** @type {Float32Array} */ set, /** @type {number} */ count) => {
            const values = new Float64Array(count);
            for (let i = 0; i < count; ++i) {
                const value = sign * entryOf(matrix, vectors.first, look.orderRow, set, i);
                values[i] = Number.isNaN(value) ? Infinity : value;
            }
            return Int32Array.from(Array.from({ length: count }, (_, i) => i).sort((a, b) => values[a] - values[b] || a - b));
        };
        const [rows, columns] = matrixShape();
        board.rowOrder = sorted(vectors.first, rows);
        board.columnOrder = matrix.sets.length > 1 ? sorted(vectors.second, columns) : board.rowOrder;
    }
    board.groupEnds = trackOfOrder() ? [board.rowOrder, board.columnOrder].map((order, axis) => groupEnds(axis, /** @type {Int32Array} */ (order))) : [];
    board.rowPlaces = placesIn(board.rowOrder);
    board.columnPlaces = board.columnOrder === board.rowOrder ? board.rowPlaces : placesIn(board.columnOrder);
    if (board.painter) board.painter.setOrder(board.rowOrder, board.columnOrder);
}

/**
 * Where each vector stands in the order.
 * @param {Int32Array | null} order
 */
function placesIn(order) {
    if (order === null) return null;
    const places = new Int32Array(order.length);
    order.forEach((vector, place) => { places[vector] = place; });
    return places;
}

/**
 * Takes the orders that the program worked out: rows, and columns where there are two sets.
 * @param {MatrixData} matrix @param {ArrayBuffer | null} bytes
 */
function takeOrders(matrix, bytes) {
    if (bytes === null || matrix.orders.length === 0) return;
    const [rows, columns] = matrixShape(), isOne = matrix.sets.length === 1, all = new Int32Array(bytes);
    if (all.length !== matrix.orders.length * (isOne ? rows : rows + columns)) throw new PageError(view.words.damaged);
    let at = 0;
    const next = (/** @type {number} */ count) => {
        const order = all.subarray(at, at += count);
        if (order.some((vector) => vector < 0 || vector >= count)) throw new PageError(view.words.damaged);
        return order;
    };
    for (const { kind } of matrix.orders) {
        const ofRows = next(rows);
        board.orders[kind] = [ofRows, isOne ? ofRows : next(columns)];
    }
}

/** @param {string} id @param {string} text */
function tell(id, text) {
    const host = document.getElementById("matrix-" + id);
    if (host && host.textContent !== text) host.textContent = text;
}

/**
 * The place under the pointer; null: outside of the matrix.
 * @param {{ clientX: number, clientY: number }} event
 * @returns {[number, number] | null}
 */
function placeUnder(event) {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas), box = canvas.getBoundingClientRect();
    const { origin, perPixel, ratio } = boardPlace();
    const row = Math.floor(origin[0] + (event.clientY - box.top) * ratio * perPixel), column = Math.floor(origin[1] + (event.clientX - box.left) * ratio * perPixel);
    const [rows, columns] = matrixShape();
    return row < 0 || column < 0 || row >= rows || column >= columns ? null : [row, column];
}

/** @param {[number, number] | null} place */
function hover(place) {
    board.hovered = place;
    if (place === null) return;
    const [row, column] = vectorsAt(place);
    tell("place", `${view.words.row} ${nameOf(0, row)}, ${view.words.column} ${nameOf(1, column)}`);
    tell("value", valueText(entryAt(row, column)));
    tell("origin", view.words.reference);
}

/**
 * The nearest vectors of a row, by their entries.
 * @param {number} row
 */
function neighboursOf(row) {
    const matrix = /** @type {MatrixData} */ (view.matrix), [, columns] = matrixShape(), sign = largeIsNear(matrix) ? -1 : 1;
    /** @type {[number, number][]} */
    const best = [];
    for (let column = 0; column < columns; ++column) {
        if (matrix.sets.length === 1 && column === row) continue;
        const value = entryAt(row, column), key = sign * value;
        if (Number.isNaN(value) || (best.length === most.neighbours && !(key < sign * best[best.length - 1][1]))) continue;
        let at = best.length;
        while (at > 0 && key < sign * best[at - 1][1]) --at;
        best.splice(at, 0, [column, value]);
        if (best.length > most.neighbours) best.pop();
    }
    return best;
}

/**
 * A vector that is a picture.
 * @param {VectorSet} set
 * @param {Float32Array} values
 * @param {number} row
 */
function vectorPicture(set, values, row) {
    const width = /** @type {number} */ (set.picture_width), height = Math.floor(set.dims / width), canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.className = "vector-picture";
    const context = canvas.getContext("2d");
    if (!context) return null;
    const pixels = context.createImageData(width, height), part = values.subarray(row * set.dims, row * set.dims + width * height);
    let low = Infinity, high = -Infinity;
    for (const value of part) { low = Math.min(low, value); high = Math.max(high, value); }
    part.forEach((value, i) => pixels.data.set([0, 1, 2].map(() => high > low ? 255 * (value - low) / (high - low) : 0).concat(255), 4 * i));
    context.putImageData(pixels, 0, 0);
    return canvas;
}

function drawPinned() {
    const host = document.getElementById("matrix-pinned"), matrix = view.matrix;
    if (!host || !matrix) return;
    if (!look.pinned) return replace(host, element("p", { class: "hint" }, view.words.neighbours_hint));
    const [row, column] = look.pinned, columns = matrix.sets[matrix.sets.length - 1];
    replace(host,
        element("p", {}, element("b", {}, view.words.pinned), ` ${view.words.row} ${nameOf(0, row)}, ${view.words.column} ${nameOf(1, column)}: ${valueText(entryAt(row, column))}`),
        matrix.sets[0].picture_width && element("p", { "aria-label": view.words.pictures }, vectorPicture(matrix.sets[0], vectors.first, row), vectorPicture(columns, vectors.second, column)),
        table([`${view.words.neighbours} ${nameOf(0, row)}`, matrix.value],
            neighboursOf(row).map(([one, value]) => [button(nameOf(1, one), () => pin([row, one]), { class: "link" }), valueText(value)]), { right: [false, true] }));
}

/** @param {number} row @param {number} column */
function lookAt(row, column) {
    look.place = { ...placeNow(), row: (board.rowPlaces ? board.rowPlaces[row] : row) + 0.5, column: (board.columnPlaces ? board.columnPlaces[column] : column) + 0.5 };
    pin([row, column]);
    drawMatrix();
}

/** The pairs that the recording has: a click looks at one. */
function drawPairs() {
    const host = document.getElementById("matrix-pairs"), matrix = view.matrix;
    if (!host || !matrix || matrix.pairs.length === 0) return;
    replace(host, table([view.words.pair_name, view.words.row, view.words.column, matrix.value], matrix.pairs.map(([row, column, name], i) =>
        [button(name || String(i + 1), () => lookAt(row, column), { class: "link" }), nameOf(0, row), nameOf(1, column), valueText(entryAt(row, column))]), { right: [false, false, false, true], caption: view.words.pairs }));
}

/**
 * Lines between clusters, or between categories of a track; and bands along the edges, one for each cluster.
 * @param {SVGElement} host @param {{ origin: [number, number], perPixel: number, ratio: number }} place
 */
function drawClusters(host, { origin, perPixel, ratio }) {
    const matrix = /** @type {MatrixData} */ (view.matrix), canvas = /** @type {HTMLCanvasElement} */ (board.canvas);
    const order = matrix.orders.find((one) => one.kind === look.order), wide = canvas.clientWidth, high = canvas.clientHeight, thick = 7;
    const areCut = order && order.cuts && look.clusters >= 2;
    if (!areCut && board.groupEnds.length === 0) return host.replaceChildren();
    const onScreen = (/** @type {number} */ at, /** @type {number} */ axis) => (at - origin[axis]) / perPixel / ratio;
    const [rows, columns] = matrixShape();
    const inside = (/** @type {number} */ at, /** @type {number} */ axis) => Math.min(axis === 0 ? high : wide, Math.max(0, onScreen(at, axis)));
    const [top, left, bottom, right] = [inside(0, 0), inside(0, 1), inside(rows, 0), inside(columns, 1)];
    const bands = (/** @type {number[][]} */ cuts, /** @type {number} */ count, /** @type {number} */ axis) => {
        const ends = [0, ...(cuts[look.clusters - 2] || []), count].map((at) => inside(at, axis));
        return ends.slice(1).map((end, i) => {
            const [begin, size] = [ends[i], Math.max(0, end - ends[i])], isLast = i === ends.length - 2;
            const box = axis === 0 ? { x: left, y: begin, width: thick, height: size } : { x: begin, y: top, width: size, height: thick };
            const line = axis === 0 ? { x1: left, x2: right, y1: end, y2: end } : { x1: end, x2: end, y1: top, y2: bottom };
            return [drawing("rect", { ...box, fill: matrix.cluster_colours[i % matrix.cluster_colours.length] }), !isLast && drawing("line", { ...line, class: "cluster-line" })];
        });
    };
    if (areCut) return replace(host, ...bands(/** @type {number[][]} */ (order.cuts), rows, 0), ...bands(/** @type {number[][]} */ (order.column_cuts || order.cuts), columns, 1));
    replace(host, ...board.groupEnds.map((ends, axis) => {
        let last = -leastBetween;
        return ends.map((place) => {
            const at = inside(place, axis), isNear = at - last < leastBetween;
            if (isNear || at === (axis === 0 ? top : left)) return null;
            last = at;
            return drawing("line", { ...(axis === 0 ? { x1: left, x2: right, y1: at, y2: at } : { x1: at, x2: at, y1: top, y2: bottom }), class: "cluster-line" });
        });
    }));
}

/** A cross on the pinned entry. */
function drawMarks() {
    const mark = document.getElementById("matrix-mark"), bands = document.getElementById("matrix-clusters"), canvas = board.canvas;
    if (!(mark instanceof SVGElement) || !(bands instanceof SVGElement) || !canvas) return;
    mark.setAttribute("visibility", "hidden");
    const place = boardPlace(), { origin, perPixel, ratio } = place;
    drawClusters(bands, place);
    drawTracks();
    if (!look.pinned) return;
    const [row, column] = [board.rowPlaces ? board.rowPlaces[look.pinned[0]] : look.pinned[0], board.columnPlaces ? board.columnPlaces[look.pinned[1]] : look.pinned[1]];
    const y = (row + 0.5 - origin[0]) / perPixel / ratio, x = (column + 0.5 - origin[1]) / perPixel / ratio;
    if (x < 0 || y < 0 || x > canvas.clientWidth || y > canvas.clientHeight) return;
    mark.setAttribute("visibility", "visible");
    mark.setAttribute("transform", `translate(${x} ${y})`);
}
