// SPDX-License-Identifier: MIT
// Begins when the whole page is there.

const told = ["", "", ""];

/** @param {string} text @param {number} about 0: the file, 1: its data, 2: the address */
function notice(text, about = 0) {
    const host = document.getElementById("notice");
    if (!host) return;
    told[about] = text;
    host.textContent = told.filter((one) => one !== "").join(" ");
    host.hidden = host.textContent === "";
}

const tellDamage = () => notice(view.words.damaged, 1);

function showApplication() {
    const app = /** @type {HTMLElement} */ (document.getElementById("app")), plain = document.getElementById("plain");
    const matrixTitle = view.matrix || !view.output ? view.words.matrix : view.words.output;
    replace(app,
        element("header", { class: "top" }, element("h1", {}, view.title), element("p", {}, view.question), element("p", { class: "quiet" }, view.recordings.map((one) => one.origin).join("; "))),
        element("div", { class: view.matrix ? "columns" : "columns without-matrix" },
            element("section", { id: "matrix", "aria-label": matrixTitle }, element("h2", {}, matrixTitle), boardElements()),
            element("div", { class: "side" }, element("section", { id: "ladder", "aria-label": view.words.ladder }), element("section", { id: "panels" }))),
        element("footer", { class: "quiet" }, `${view.made_by}. ${view.words.font}`));
    app.hidden = false;
    if (plain) plain.hidden = true;
}

/** @param {KeyboardEvent} event */
function keyPressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const rows = section() ? section().rows : [];
    if (/^[1-9]$/.test(event.key) && Number(event.key) <= rows.length) select(look.section, Number(event.key) - 1);
    else if (event.key === "ArrowDown" && look.row + 1 < rows.length) select(look.section, look.row + 1);
    else if (event.key === "ArrowUp" && look.row > 0) select(look.section, look.row - 1);
    else return;
    event.preventDefault();
}

/** Paper gets the picture of the canvas, and all panels. */
function preparePrint() {
    drawPanel(true);
    const picture = document.getElementById("matrix-print"), canvas = board.canvas;
    if (!(picture instanceof HTMLImageElement) || !canvas || !board.painter) return;
    picture.src = canvas.toDataURL("image/png");
    picture.hidden = false;
}

function endPrint() {
    drawPanel();
    const picture = document.getElementById("matrix-print");
    if (picture instanceof HTMLImageElement) picture.hidden = true;
}

/** The letters by which the program has measured the words of charts. */
async function loadFont() {
    const bytes = await unpacked("font");
    if (bytes === null || typeof FontFace !== "function") return;
    document.fonts.add(await new FontFace("Page Roboto", bytes).load());
}

function takeAddress() {
    const wrong = takeFragment();
    notice(wrong && `${view.words.bad_view} ${wrong}`, 2);
}

async function start() {
    if (typeof DecompressionStream !== "function")
        return notice("This browser cannot unpack the page, because it lacks DecompressionStream. Open the page in a newer browser.");
    if (!document.getElementById("end"))
        return notice("This page is not complete: the file was cut short. Copy it again, or make it anew with pairscope page.");
    const isEdited = isChanged();
    try {
        view = withSections(await unpackedJson("view"));
    } catch (error) {
        return notice("The data of this page cannot be read. Copy the file again, or make it anew with pairscope page.");
    }
    notice(isEdited ? view.words.changed : "");
    takeAddress();
    showApplication();
    drawLadder();
    drawPanel();
    document.addEventListener("keydown", keyPressed);
    performance.mark("pairscope-ladder");
    loadFont().catch(() => undefined); // the words then have another look, and the same width
    addEventListener("hashchange", () => { takeAddress(); syncControls(); drawLadder(); drawPanel(); colourBar(); drawPinned(); drawMatrix(); });
    addEventListener("beforeprint", preparePrint);
    addEventListener("afterprint", endPrint);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawMatrix());
    unpackedJson("more").then((found) => { more = found; }).catch(() => {
        whyNoMore = view.words.damaged;
        tellDamage();
    }).then(() => { if (look.panel === "source" || look.panel === "trace") drawPanel(); });
    startMatrix().catch((error) => {
        const reason = error instanceof PageError ? error.message : view.words.damaged;
        notice(reason, 1);
        replaceBoard(reason);
    }).then(readCodes).catch(tellDamage);
}

// For tests, which compare what the page computes and draws with what the program computes.
Object.defineProperty(window, "pairscopePage", { value: Object.freeze({
    entry: (/** @type {number} */ row, /** @type {number} */ column) => entryAt(row, column),
    entryOf, columnsOf, entriesOfRow, frameTimes, neighboursOf, overview: () => board.overview, paintBy, pixels,
    painter: () => (board.painter instanceof ShaderPainter ? "shader" : "processor"),
    isAtRest: () => board.hasBegun && !board.isMoving && board.frame === 0,
    look: () => JSON.parse(JSON.stringify(look)),
}) });

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => start());
else start();
