// SPDX-License-Identifier: MIT
// What is known of the selected run: one panel at a time on the screen, all of them on paper.

/** @param {string} text */
const paragraph = (text) => text && element("p", {}, text);

/** @type {{ [name: string]: (row: Row) => any[] }} */
const panels = {
    roofline: (row) => [row.roofline && chart(row.roofline), section().speedup && element("h3", {}, view.words.speedup),
        section().speedup && chart(/** @type {ChartData} */ (section().speedup)), section().size && element("h3", {}, view.words.size),
        section().size && chart(/** @type {ChartData} */ (section().size))],
    why: (row) => (row.why && row.why.length > 0
        ? [...row.why.map(whyTable), paragraph(view.words.why_others)] : [paragraph(view.words.no_why)]),
    source: (row) => sourcePanel(row),
    trace: (row) => tracePanel(row),
    bytes: (row) => (row.ledger ? [chart(row.ledger),
        table([view.words.quantity, view.words.value, view.words.meaning, view.words.from], row.ledger.bars || [], { right: [false, true, false, false] })] : [paragraph(view.words.no_counters)]),
    counters: (row) => (row.counters && row.counters.length > 0 ? row.counters.map(counterTable) : [paragraph(view.words.no_counters)]),
    samples: (row) => [row.samples && chart(row.samples), row.launch && element("h3", {}, view.words.launch), row.launch && chart(row.launch)],
    figures: (row) => [(row.badges || []).map((badge) => element("p", { class: badge[2] ? "warn" : "quiet" }, (badge[2] ? "! " : "") + badge[0] + ": " + badge[1])),
        paragraph(row.difference), table([view.words.figure, view.words.value, view.words.meaning, view.words.from], row.facts || [])],
    table: () => [table(view.headings.map((heading) => heading[0]), section().rows.filter((row) => row.cells).map((row) => row.cells || []),
        { right: view.headings.map((heading) => heading[1]) })],
    conditions: () => [...view.recordings.map((recording, i) => element("div", {}, element("h3", {}, recording.title),
        table([], recording.conditions), button(view.words.save, () => saveRecording(i), { class: "save" }))),
        section() && element("h3", {}, view.words.ceilings),
        section() && table([view.words.ceiling, view.words.rate, view.words.from], section().ceilings, { right: [false, true, false] }),
        view.left_out.length > 0 && element("h3", {}, view.words.left_out), view.left_out.map(paragraph)],
};

/** @param {WhyData} data */
function whyTable(data) {
    return element("section", { class: "why" }, paragraph(data.sentence),
        table([view.words.quantity, breakable(data.a), breakable(data.b), view.words.share, view.words.from],
            data.rows.map(([title, a, b, from, share, meaning]) => [element("span", { title: meaning }, title), a, b, share, from]),
            { right: [false, true, true, true, false] }));
}

/** @param {CounterSection} counters */
function counterTable(counters) {
    return element("section", {}, element("h3", {}, counters.title), paragraph(counters.meaning),
        table([view.words.quantity, view.words.value, view.words.from],
            counters.rows.map(([title, shown, meaning, from]) => [element("span", { title: meaning }, title), shown, from]),
            { right: [false, true, false] }));
}

/** @param {number} place */
async function saveRecording(place) {
    const parts = await recordingParts(place);
    if (parts === null) return;
    const address = URL.createObjectURL(new Blob(parts, { type: "application/json" }));
    const link = element("a", { href: address, download: view.recordings[place].file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** @param {string} name */
const panelTitle = (name) => view.words[name] || name;

/** @param {string} name @param {Row} row @param {boolean} isOpen */
function panelElement(name, row, isOpen) {
    return element("section", { class: isOpen ? "panel open" : "panel", id: "panel-" + name, role: "tabpanel", "aria-labelledby": "tab-" + name },
        element("h2", { class: "panel-title" }, panelTitle(name), element("span", {}, `${row.name}, ${section().title}`)), panels[name](row));
}

/** @param {KeyboardEvent} event */
function stepTab(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = panelNames.indexOf(look.panel);
    choosePanel(panelNames[(at + step + panelNames.length) % panelNames.length]);
    const tab = document.getElementById("tab-" + look.panel);
    if (tab) tab.focus();
}

/** @param {string} name */
function choosePanel(name) {
    look.panel = name;
    drawPanel();
    noteView();
}

/** @param {boolean} all on paper */
function drawPanel(all = false) {
    const host = document.getElementById("panels"), row = selected();
    if (!host) return;
    stopFilm();
    if (!row) return replace(host, element("h2", { class: "panel-title" }, panelTitle("conditions")), panels.conditions(/** @type {any} */ ({})));
    replace(host,
        element("div", { class: "tabs", role: "tablist", keydown: stepTab }, panelNames.map((name) =>
            button(panelTitle(name), () => choosePanel(name), { role: "tab", id: "tab-" + name, "aria-selected": String(name === look.panel),
                "aria-controls": "panel-" + name, tabindex: name === look.panel ? 0 : -1 }))),
        (all ? panelNames : [look.panel]).map((name) => panelElement(name, row, name === look.panel)));
}
