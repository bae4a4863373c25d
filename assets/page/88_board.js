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

/** @param {string} id @param {string} label @param {number} end 0: the lower one */
const rangeField = (id, label, end) => element("label", { class: "choice" }, element("span", {}, label),
    element("input", { id, type: "text", inputmode: "decimal", size: 8, change: takeRange, value: look.range ? shortNumber(look.range[end]) : null,
        placeholder: shortNumber(Number(/** @type {MatrixData} */ (view.matrix).range[end].toPrecision(4))) }));

/** The controls show what the address asks for. */
function syncControls() {
    const chosen = { "choose-shown": look.shown, "choose-colours": look.colours, "choose-scale": look.scale, "choose-order": look.order, "choose-clusters": String(look.clusters),
        "range-low": look.range ? shortNumber(look.range[0]) : "", "range-high": look.range ? shortNumber(look.range[1]) : "" };
    for (const [id, value] of Object.entries(chosen)) {
        const control = document.getElementById(id);
        if (control instanceof HTMLSelectElement || control instanceof HTMLInputElement) control.value = value;
        if (id === "choose-clusters" && control instanceof HTMLSelectElement) control.disabled = look.order !== "clusters";
    }
}

function takeRange() {
    const [low, high] = ["range-low", "range-high"].map((id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value.trim());
    const ends = [low, high].map(decimalIn);
    const isUsable = ends.every(Number.isFinite) && ends[0] < ends[1];
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
    const cut = document.getElementById("choose-clusters");
    if (cut instanceof HTMLSelectElement) cut.disabled = kind !== "clusters";
}

/** Into how many clusters the tree is cut; nothing where there is no tree. */
function clustersControl() {
    const most = mostClusters();
    if (most < 2) return null;
    const numbers = Array.from({ length: most - 1 }, (_, i) => String(i + 2));
    const control = choice(view.words.clusters, [["0", view.words.no_cut], ...numbers.map((one) => /** @type {[string, string]} */ ([one, one]))], String(look.clusters),
        (value) => changed(() => { look.clusters = Number(value); }), "choose-clusters");
    const list = control.querySelector("select");
    if (list) list.disabled = look.order !== "clusters";
    return control;
}

function boardControls() {
    const maps = /** @type {[string, string][]} */ ((view.colormaps || []).map((map) => [map[0], map[0]]));
    return element("div", { class: "controls" },
        element("span", { class: "zooms" }, button(view.words.fit, () => goTo(0), { id: "fit" }), button(view.words.one_to_one, () => goTo(1), { id: "one-to-one" })),
        choice(view.words.shown, view.words.aggregates, look.shown, (value) => changed(() => { look.shown = value; }), "choose-shown"),
        choice(view.words.colours, maps, look.colours, (value) => changed(() => { look.colours = value; }), "choose-colours"),
        choice(view.words.scale, view.words.transforms, look.scale, (value) => changed(() => { look.scale = value; }), "choose-scale"),
        choice(view.words.order, ordersOffered(), look.order, chooseOrder, "choose-order"), clustersControl(),
        element("span", { class: "range" }, rangeField("range-low", view.words.range_low, 0), rangeField("range-high", view.words.range_high, 1)));
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

/**
 * The output of a workload that is no matrix, with the pictures that its vectors are.
 * @param {OutputData} output
 */
function outputElement(output) {
    const hasPictures = output.pictures.some((row) => row.length > 0);
    const looked = (/** @type {number} */ i, /** @type {string} */ name) => (view.matrix && output.entries[i] ? button(name, () => lookAt(...output.entries[i]), { class: "link" }) : name);
    const rows = output.rows.map(([first, ...cells], i) => [looked(i, first), ...cells, ...(hasPictures ? [element("span", {}, output.pictures[i].map(greyPicture))] : [])]);
    return element("div", { id: "output" }, element("p", {}, output.sentence),
        table(hasPictures ? [...output.headings, view.words.pictures] : output.headings, rows, { right: output.right }));
}

/** @param {[number, string]} picture its width, and a byte for each pixel */
function greyPicture([width, text]) {
    const levels = bytesOf(text), canvas = document.createElement("canvas"), context = canvas.getContext("2d");
    canvas.width = width;
    canvas.height = Math.floor(levels.length / width);
    canvas.className = "vector-picture";
    if (!context) return null;
    const pixels = context.createImageData(canvas.width, canvas.height);
    levels.forEach((level, i) => pixels.data.set([level, level, level, 255], 4 * i));
    context.putImageData(pixels, 0, 0);
    return canvas;
}

function boardElements() {
    if (!view.matrix) return view.output ? [outputElement(view.output), element("p", { class: "quiet" }, view.no_matrix)] : [element("p", {}, view.no_matrix)];
    const sets = view.matrix.sets;
    return [boardControls(),
        element("div", { id: "board" },
            element("div", { class: "canvas-box" }, trackElements(),
                element("canvas", { id: "matrix-canvas", tabindex: 0, role: "img", "aria-label": view.words.matrix, width: 1, height: 1 }),
                drawing("svg", { class: "marks" }, drawing("g", { id: "matrix-clusters" }), drawing("g", { id: "matrix-mark", visibility: "hidden" },
                    drawing("circle", { r: 9, fill: "none", class: "pin-back" }), drawing("circle", { r: 9, fill: "none", class: "pin" }))),
                element("img", { id: "matrix-print", alt: "", hidden: true })),
            element("div", { class: "bar-line" }, element("span", { id: "matrix-low" }), element("canvas", { id: "colour-bar", width: 256, height: 1 }), element("span", { id: "matrix-high" }), element("span", { id: "matrix-state", role: "status" })),
            element("p", { class: "read-out" }, element("span", { id: "matrix-place" }), " ", element("b", { id: "matrix-value" }), " ", element("span", { id: "matrix-origin", class: "quiet" }, view.words.point_hint)),
            element("div", { id: "matrix-legend" }),
            element("p", { id: "matrix-painter", class: "quiet" }),
            element("div", { id: "matrix-pinned" }), element("div", { id: "matrix-pairs" })),
        view.output && [element("h3", {}, view.words.output), outputElement(view.output)],
        sets.map((set) => set.about && element("p", { class: "quiet" }, set.about)), sets.map((set) => set.credit && element("p", { class: "quiet" }, set.credit))];
}

async function startMatrix() {
    const matrix = view.matrix, canvas = document.getElementById("matrix-canvas");
    if (!matrix || !(canvas instanceof HTMLCanvasElement)) return;
    const [recording, overview, orders] = await Promise.all([recordingAt(0), unpacked("overview"), unpacked("orders")]);
    takeCodes(0, recording);
    await loadVectors(matrix, recording);
    takeOrders(matrix, orders);
    takeTracks(matrix, recording);
    layTracks(canvas);
    if (!overview) throw new PageError(view.words.damaged);
    board.overview = overviewPlanes(matrix, overview);
    if (!paintByShader(canvas)) paintByProcessor();
    colourBar();
    drawPinned();
    drawPairs();
    drawMatrix();
}
