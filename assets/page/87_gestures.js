// SPDX-License-Identifier: MIT
// The mouse, fingers and keys on the matrix.

/** @type {Map<number, { clientX: number, clientY: number }>} */
const fingers = new Map();
let fingerSpan = 0, hasMoved = false;

/** The place as numbers, also where the whole matrix is shown. */
function placeNow() {
    const { origin, perPixel, ratio } = boardPlace(), canvas = /** @type {HTMLCanvasElement} */ (board.canvas);
    return { row: origin[0] + canvas.height / 2 * perPixel, column: origin[1] + canvas.width / 2 * perPixel, zoom: 1 / perPixel / ratio };
}

/**
 * The entry under the point stays there.
 * @param {number} factor
 * @param {{ clientX: number, clientY: number }} at
 */
function zoomAbout(factor, at) {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas), box = canvas.getBoundingClientRect(), place = placeNow();
    const { fit, ratio } = boardPlace(), least = 0.5 / fit / ratio;
    const zoom = Math.min(most.zoom, Math.max(least, place.zoom * factor));
    const x = at.clientX - box.left - canvas.clientWidth / 2, y = at.clientY - box.top - canvas.clientHeight / 2;
    look.place = { zoom, row: place.row + y / place.zoom - y / zoom, column: place.column + x / place.zoom - x / zoom };
    moved();
}

/** @param {number} dx [px] @param {number} dy */
function pan(dx, dy) {
    const place = placeNow(), [rows, columns] = matrixShape();
    look.place = { zoom: place.zoom, row: Math.min(rows, Math.max(0, place.row - dy / place.zoom)), column: Math.min(columns, Math.max(0, place.column - dx / place.zoom)) };
    moved();
}

function moved() {
    drawMatrix(true);
    noteView();
}

/** @param {number} zoom pixels per entry; 0: the whole matrix */
function goTo(zoom) {
    look.place = zoom === 0 ? null : { ...placeNow(), zoom };
    drawMatrix();
    noteView();
}

/** @param {[number, number] | null} cell */
function pin(cell) {
    look.pinned = cell;
    drawPinned();
    drawMarks();
    noteView();
}

/** @param {HTMLCanvasElement} canvas */
function listenTo(canvas) {
    canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        zoomAbout(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        fingers.set(event.pointerId, event);
        hasMoved = false;
        fingerSpan = spanOfFingers();
    });
    canvas.addEventListener("pointermove", (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return hover(placeUnder(event));
        const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
        if (fingers.size === 1 && !hasMoved && Math.hypot(dx, dy) < 4) return;
        hasMoved = true;
        fingers.set(event.pointerId, event);
        pan(dx / fingers.size, dy / fingers.size);
        if (fingers.size !== 2) return;
        const span = spanOfFingers(), [a, b] = [...fingers.values()];
        if (fingerSpan > 0 && span > 0) zoomAbout(span / fingerSpan, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
        fingerSpan = span;
    });
    const lift = (/** @type {PointerEvent} */ event) => {
        const was = fingers.delete(event.pointerId);
        if (!was || event.type === "pointercancel" || hasMoved || fingers.size > 0) return;
        const place = placeUnder(event);
        hover(place);
        pin(place ? vectorsAt(place) : null);
    };
    canvas.addEventListener("pointerup", lift);
    canvas.addEventListener("pointercancel", lift);
    canvas.addEventListener("keydown", boardKey);
}

function spanOfFingers() {
    if (fingers.size !== 2) return 0;
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

/** @param {KeyboardEvent} event */
function boardKey(event) {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas), box = canvas.getBoundingClientRect(), step = 60;
    const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    /** @type {{ [key: string]: () => void }} */
    const acts = { ArrowLeft: () => pan(step, 0), ArrowRight: () => pan(-step, 0), ArrowUp: () => pan(0, step), ArrowDown: () => pan(0, -step),
        "+": () => zoomAbout(1.5, middle), "-": () => zoomAbout(1 / 1.5, middle), f: () => goTo(0), h: () => goTo(1),
        Enter: () => { const place = placeUnder(middle); hover(place); pin(place ? vectorsAt(place) : null); } };
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
}
