// SPDX-License-Identifier: MIT
// The source of a variant, with what it changes of its parent.

let showsWholeSource = false;
const linesAround = 3;

/** @param {string} text @param {[number, number][]} ranges @param {string} kind */
function markedWords(text, ranges, kind) {
    const parts = [];
    let at = 0;
    for (const [begin, end] of ranges) {
        parts.push(text.slice(at, begin), element("mark", { class: kind }, text.slice(begin, end)));
        at = end;
    }
    parts.push(text.slice(at));
    return parts;
}

/**
 * Each line is [mark, number, parts of the text, class].
 * @param {any[][]} rows
 * @param {string[]} here
 * @param {string[]} there
 */
function sourceLines(rows, here, there) {
    const lines = [];
    for (const [kind, number, before, words, wordsBefore] of rows) {
        const text = number > 0 ? here[number - 1] : "", old = before > 0 ? there[before - 1] : "";
        if (kind === "=") lines.push([" ", number, [text], "same"]);
        if (kind === "-" || kind === "~") lines.push(["-", 0, kind === "~" ? markedWords(old, wordsBefore, "gone") : [old], "gone"]);
        if (kind === "+" || kind === "~") lines.push(["+", number, kind === "~" ? markedWords(text, words, "new") : [text], "new"]);
    }
    return lines;
}

/**
 * Lines that are far from every change become null, once for each gap.
 * @param {any[][]} lines
 */
function nearChanges(lines) {
    const near = lines.map(() => false);
    lines.forEach((line, i) => {
        if (line[3] === "same") return;
        for (let k = Math.max(0, i - linesAround); k <= Math.min(lines.length - 1, i + linesAround); ++k) near[k] = true;
    });
    /** @type {(any[] | null)[]} */
    const kept = [];
    lines.forEach((line, i) => {
        if (near[i]) kept.push(line);
        else if (kept.length === 0 || kept[kept.length - 1] !== null) kept.push(null);
    });
    return kept;
}

/** @param {(any[] | null)[]} lines */
function codeTable(lines) {
    return element("div", { class: "scroll code-box", id: "source-lines" }, element("table", { class: "code" }, element("tbody", {}, lines.map((line) =>
        line === null ? element("tr", { class: "gap" }, element("td", {}), element("td", {}), element("td", {}, "..."))
            : element("tr", { class: line[3], "data-line": line[1] || null }, element("td", { class: "line-number" }, line[1] > 0 ? String(line[1]) : ""),
                element("td", { class: "sign" }, line[0]), element("td", {}, element("code", {}, line[2])))))));
}

/** @param {Row} row */
const waitingTable = (row) => row.waiting && [element("h3", {}, view.words.waiting), element("p", { class: "quiet" }, row.waiting.sentence),
    table([view.words.line, view.words.share_of_samples, view.words.samples_column, view.words.reasons, view.words.code],
        row.waiting.rows.map(([line, share, samples, reasons, code]) => [line, share, samples, reasons, element("code", {}, code)]), { right: [true, true, true, false, false] })];

/** @param {boolean} whole */
function showSource(whole) {
    showsWholeSource = whole;
    drawPanel();
}

/** @param {Row} row */
function sourcePanel(row) {
    if (!more) return [element("p", {}, whyNoMore)];
    const source = more.sources.of[row.id];
    if (!source) return [element("p", {}, view.words.no_source)];
    const here = more.sources.files[source.path].split("\n"), hasParent = source.rows && source.parent_path;
    const whole = () => here.map((text, i) => [" ", i + 1, [text], "same"]);
    const changes = hasParent ? sourceLines(source.rows || [], here, more.sources.files[source.parent_path || ""].split("\n")) : [];
    const lines = !hasParent ? whole() : showsWholeSource ? changes : nearChanges(changes);
    return [element("div", { class: "switch", role: "group" },
        hasParent && [button(view.words.changes, () => showSource(false), { "aria-pressed": String(!showsWholeSource) }),
            button(view.words.whole, () => showSource(true), { "aria-pressed": String(showsWholeSource) }),
            element("span", { class: "quiet" }, `${source.parent} \u2192 ${row.name}`)]),
    !hasParent && element("p", {}, view.words.whole_source),
    codeBeside(row, source.path, codeTable(lines)),
    element("p", { class: "quiet" }, `${source.path}. ${view.words.source_origin}`), waitingTable(row)];
}
