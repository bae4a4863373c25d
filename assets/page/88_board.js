// SPDX-License-Identifier: MIT
// The panel of the matrix: its canvas, its controls and what they say.

function colourBar() {
    const map = (view.colormaps || []).find((one) => one[0] === look.colours), canvas = document.getElementById("colour-bar");
    if (!map || !(canvas instanceof HTMLCanvasElement)) return;
    const bytes = bytesOf(map[1]), context = canvas.getContext("2d");
    if (board.painter) board.painter.setColours(bytes);
    if (!context) return;
    const pixels = context.createImageData(256, 1);
    for (let i = 0; i < 256; ++i) pixels.data.set([bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2], 255], 4 * i);
    context.putImageData(pixels, 0, 0);
    const range = rangeInUse();
    tell("low", floatText(Math.fround(range[0])));
    tell("high", valueText(Math.fround(range[1])));
}

/** @param {() => void} change */
function changed(change) {
    change();
    colourBar();
    drawMatrix();
    noteView();
}

/** @param {string} id @param {string} label */
const rangeField = (id, label) => element("label", { class: "choice" }, element("span", {}, label),
    element("input", { id, type: "text", inputmode: "decimal", size: 8, change: takeRange }));

function takeRange() {
    const [low, high] = ["range-low", "range-high"].map((id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value.trim());
    const ends = [low, high].map(Number);
    const isUsable = low !== "" && high !== "" && ends.every(Number.isFinite) && ends[0] < ends[1];
    if (low === "" && high === "") changed(() => { look.range = null; });
    else if (isUsable) changed(() => { look.range = [ends[0], ends[1]]; });
    for (const id of ["range-low", "range-high"]) {
        const field = document.getElementById(id);
        if (field) field.setAttribute("aria-invalid", String(!isUsable && (low !== "" || high !== "")));
    }
}

/** @param {string} kind */
function chooseOrder(kind) {
    changed(() => {
        look.order = kind;
        look.orderRow = look.pinned ? look.pinned[0] : 0;
    });
}

function boardControls() {
    const maps = /** @type {[string, string][]} */ ((view.colormaps || []).map((map) => [map[0], map[0]]));
    return element("div", { class: "controls" },
        button(view.words.fit, () => goTo(0), { id: "fit" }), button(view.words.one_to_one, () => goTo(1), { id: "one-to-one" }),
        choice(view.words.shown, view.words.aggregates, look.shown, (value) => changed(() => { look.shown = value; }), "choose-shown"),
        choice(view.words.colours, maps, look.colours, (value) => changed(() => { look.colours = value; }), "choose-colours"),
        choice(view.words.scale, view.words.transforms, look.scale, (value) => changed(() => { look.scale = value; }), "choose-scale"),
        choice(view.words.order, view.words.orders, look.order, chooseOrder, "choose-order"),
        element("span", { class: "range" }, rangeField("range-low", view.words.range_low), rangeField("range-high", view.words.range_high)));
}

/**
 * The picture that the program has drawn.
 * @param {string} reason
 */
function replaceBoard(reason) {
    board.painter = null;
    const host = document.getElementById("board"), picture = document.getElementById("picture");
    if (!host) return;
    const source = picture instanceof HTMLImageElement ? picture : null;
    replace(host, element("p", { class: "warn" }, reason), source && element("img", { src: source.src, alt: source.alt, class: "fallback" }),
        source && element("p", { class: "quiet" }, source.alt));
}

function boardElements() {
    if (!view.matrix) return [element("p", {}, view.no_matrix)];
    const sets = view.matrix.sets;
    return [boardControls(),
        element("div", { id: "board" },
            element("div", { class: "canvas-box" },
                element("canvas", { id: "matrix-canvas", tabindex: 0, role: "img", "aria-label": view.words.matrix, width: 1, height: 1 }),
                drawing("svg", { class: "marks" }, drawing("g", { id: "matrix-mark", visibility: "hidden" },
                    drawing("circle", { r: 9, fill: "none", class: "pin-back" }), drawing("circle", { r: 9, fill: "none", class: "pin" }))),
                element("img", { id: "matrix-print", alt: "", hidden: true })),
            element("div", { class: "bar-line" }, element("span", { id: "matrix-low" }), element("canvas", { id: "colour-bar", width: 256, height: 1 }), element("span", { id: "matrix-high" }), element("span", { id: "matrix-state", role: "status" })),
            element("p", { class: "read-out" }, element("span", { id: "matrix-place" }), " ", element("b", { id: "matrix-value" }), " ", element("span", { class: "quiet" }, view.words.reference)),
            element("div", { id: "matrix-pinned" })),
        sets.map((set) => set.about && element("p", { class: "quiet" }, set.about)), sets.map((set) => set.credit && element("p", { class: "quiet" }, set.credit))];
}

async function startMatrix() {
    const matrix = view.matrix, canvas = document.getElementById("matrix-canvas");
    if (!matrix || !(canvas instanceof HTMLCanvasElement)) return;
    board.canvas = canvas;
    const [recording, overview] = await Promise.all([unpackedJson(view.recordings[0].block), unpacked("overview")]);
    await loadVectors(matrix, recording);
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, preserveDrawingBuffer: true });
    const texels = matrix.sets.map((set) => set.rows * set.dims / 4);
    if (!gl || !overview || Math.max(...texels) > texturesWide * gl.getParameter(gl.MAX_TEXTURE_SIZE)) return replaceBoard(view.words.no_webgl);
    try {
        board.painter = new Painter(gl, matrix, overviewTexels(matrix, overview));
    } catch (error) {
        if (error instanceof PageError) throw error;
        return replaceBoard(view.words.no_webgl);
    }
    listenTo(canvas);
    new ResizeObserver(() => drawMatrix()).observe(canvas);
    colourBar();
    drawPinned();
    drawMatrix();
}
