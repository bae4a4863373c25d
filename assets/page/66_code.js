// SPDX-License-Identifier: MIT
// The instructions of a kernel beside its source: a line lights up its instructions, and an instruction its line.

/** @type {Map<number, KernelCode[]>} the codes that each recording has */
const codesOfRecordings = new Map();

const code = {
    key: "", // of which kernel the rest is
    isShown: true,
    line: 0, // that is lit; 0: none is
    instruction: -1, // that was clicked
    /** @type {Set<number>} the first instructions of loops that are folded */ folded: new Set(),
};

/** @param {number} place @param {any} recording */
const takeCodes = (place, recording) => codesOfRecordings.set(place, recording.machine_code || []);

/** Reads the recordings whose codes are not known yet. */
async function readCodes() {
    for (const { recording, rows } of view.sections) {
        const place = recording - 1;
        if (codesOfRecordings.has(place) || !rows.some((row) => row.has_code)) continue;
        takeCodes(place, await recordingAt(place));
    }
    if (look.panel === "source") drawPanel();
}

/** @param {Row} row @returns {KernelCode | undefined} */
function codeOf(row) {
    const { recording, target, architecture } = section();
    const isOfRow = (/** @type {KernelCode} */ one) => one.variant === row.id && one.target === target;
    const generation = (/** @type {number} */ number) => Math.floor(number / 10);
    return (codesOfRecordings.get(recording - 1) || []).find(isOfRow)
        || (more ? more.codes : []).find((one) => isOfRow(one) && generation(one.architecture) === generation(architecture));
}

/**
 * The lines of a place, outwards: [file, line].
 * @param {KernelCode} one @param {number} instruction @returns {[string, number][]}
 */
function linesAt(one, instruction) {
    const place = one.places[one.at[instruction]] || [], lines = [];
    for (let i = 0; i + 1 < place.length; i += 2) lines.push(/** @type {[string, number]} */ ([one.files[place[i]], place[i + 1]]));
    return lines;
}

/** @param {KernelCode} one @param {number} instruction @param {string} path @returns {number} 0: it is of no line of the file */
const lineAt = (one, instruction, path) => (linesAt(one, instruction).find(([file]) => file === path) || ["", 0])[1];

/** @param {KernelCode} one @param {number} instruction @param {string} path of the open file */
function placeWords(one, instruction, path) {
    const lines = linesAt(one, instruction), here = lines.find(([file]) => file === path);
    if (lines.length === 0) return "";
    return here ? String(here[1]) : `${lines[0][0].split("/").pop()}:${lines[0][1]}`;
}

/** @param {[number, number][]} parts the class of a colour, and a share of the longest bar */
function stallBar(parts) {
    let at = 0;
    return drawing("svg", { class: "stall-bar", preserveAspectRatio: "none", viewBox: "0 0 100 10", "aria-hidden": "true" },
        parts.map(([colour, share]) => drawing("rect", { x: (at += 100 * share) - 100 * share, y: 0, width: 100 * share, height: 10, class: "c" + colour, fill: "currentColor" })));
}

/**
 * The rows of the list that are not folded away.
 * @param {KernelCode} one @param {Row} row @param {string} path
 */
function instructionRows(one, row, path) {
    const bars = new Map(((row.waiting || {}).bars || []).map((bar) => [bar[0], bar])), loops = one.loops || [], shown = [];
    for (let i = 0; i < one.instructions.length; ++i) {
        const loop = loops.find(([first, last]) => first === i && last > i), isFolded = loop !== undefined && code.folded.has(i), bar = bars.get(i);
        const depth = loops.filter(([first, last]) => first <= i && i <= last).length;
        const at = i, words = isFolded ? view.words.unfold : view.words.fold, act = () => { code.folded.delete(at) || code.folded.add(at); drawPanel(); };
        const fold = loop && button(isFolded ? "+" : "\u2212", act, { class: "fold", "aria-label": words, title: words });
        shown.push(element("tr", { "data-at": i, "data-line": lineAt(one, i, path) || null, title: bar ? bar[2] : null },
            element("td", {}, fold), element("td", { class: "line-number" }, (16 * i).toString(16).padStart(4, "0")),
            element("td", { class: "line-number place" }, placeWords(one, i, path)),
            bars.size > 0 && element("td", { class: "stall" }, bar && [element("span", {}, bar[1]), stallBar(bar[3])]),
            element("td", { class: "loop" + Math.min(3, depth) }, element("code", {}, one.instructions[i], isFolded ? ` \u2026 ${loop[1] - i}` : ""))));
        if (isFolded) i = loop[1];
    }
    return shown;
}

/**
 * Marks what belongs to the line, and brings it into sight.
 * @param {boolean} isMoved
 */
function drawLit(isMoved) {
    for (const id of ["source-lines", "code-list"]) {
        const box = document.getElementById(id);
        if (!box) continue;
        const lit = [...box.querySelectorAll("tr")].filter((line) => {
            const isLit = code.line > 0 ? Number(line.dataset.line) === code.line : Number(line.dataset.at) === code.instruction;
            line.classList.toggle("lit", isLit);
            return isLit;
        });
        const there = lit.some((line) => line.offsetTop >= box.scrollTop && line.offsetTop + line.clientHeight <= box.scrollTop + box.clientHeight);
        if (isMoved && lit.length > 0 && !there) box.scrollTop = lit[0].offsetTop - box.clientHeight / 3;
    }
    const told = document.getElementById("code-lit");
    if (told) told.textContent = code.line > 0 ? `${view.words.line} ${code.line}` : "";
}

/** @param {number} line @param {number} instruction */
function light(line, instruction = -1) {
    const isOff = line > 0 ? code.line === line && instruction < 0 : code.instruction === instruction && code.line === 0;
    [code.line, code.instruction] = isOff ? [0, -1] : [line, instruction];
    const isHidden = code.line > 0 && !document.querySelector(`#source-lines [data-line="${code.line}"]`);
    if (isHidden) showSource(true);
    drawLit(true);
}

/**
 * The source, with the instructions beside it where there are some.
 * @param {Row} row @param {string} path @param {HTMLElement} source
 */
function codeBeside(row, path, source) {
    const one = codeOf(row), why = more ? more.no_code[row.id] : undefined;
    if (!one) return [source, why && element("p", { class: "quiet" }, `${view.words.no_code} ${why}`)];
    const key = `${look.section} ${row.id}`;
    if (code.key !== key) Object.assign(code, { key, line: 0, instruction: -1, folded: new Set() });
    const lines = [...new Set(one.instructions.map((_, i) => lineAt(one, i, path)).filter((line) => line > 0))].sort((a, b) => a - b);
    const step = (/** @type {number} */ by) => () => {
        const at = lines.indexOf(code.line);
        code.line = 0; // a step never puts the light out
        light(lines[at < 0 ? (by > 0 ? 0 : lines.length - 1) : (at + by + lines.length) % lines.length]);
    };
    const show = button(view.words.instructions, () => { code.isShown = !code.isShown; drawPanel(); }, { id: "code-show", "aria-pressed": String(code.isShown) });
    if (!code.isShown) return [element("div", { class: "switch" }, show), source];
    source.addEventListener("click", (event) => {
        const line = event.target instanceof Element ? event.target.closest("tr") : null, number = line ? Number(line.dataset.line) : 0;
        if (lines.includes(number) && String(getSelection() || "") === "") light(number);
    });
    source.querySelectorAll("tr").forEach((line) => line.classList.toggle("has-code", lines.includes(Number(line.dataset.line))));
    const list = element("div", { class: "scroll code-box", id: "code-list", click: (/** @type {Event} */ event) => {
        const line = event.target instanceof Element && !event.target.closest("button") ? event.target.closest("tr") : null;
        if (line && String(getSelection() || "") === "") light(lineAt(one, Number(line.dataset.at), path), Number(line.dataset.at));
    } }, element("table", { class: "code" }, element("tbody", {}, instructionRows(one, row, path))));
    setTimeout(() => drawLit(false), 0);
    return [element("div", { class: "switch" }, show, lines.length > 0 && [button(view.words.previous_line, step(-1)), button(view.words.next_line, step(1))],
        element("span", { id: "code-lit", role: "status" })),
    element("div", { class: "code-pair" }, source, list),
    element("p", { class: "quiet" }, one.kernel && element("code", {}, one.kernel), ` sm_${one.architecture}. `, more && more.codes.includes(one) ? view.words.code_made : view.words.code_recorded,
        one.made > one.instructions.length && ` ${view.words.code_cut}`, row.waiting && row.waiting.bars && ` ${view.words.code_bars}`, element("span", { class: "hint" }, ` ${view.words.code_hint}`))];
}
