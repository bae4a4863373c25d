// SPDX-License-Identifier: MIT
// Elements are made by these functions alone. Texts become text nodes and never markup.

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[] | (Leaf | Leaf[])[]} Child */

/**
 * @param {string} tag
 * @param {{ [name: string]: string | number | boolean | null | undefined | ((event: any) => void) }} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
function element(tag, attributes = {}, ...children) {
    return /** @type {HTMLElement} */ (filled(document.createElement(tag), attributes, children));
}

/**
 * @param {string} tag
 * @param {{ [name: string]: any }} attributes
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
function drawing(tag, attributes = {}, ...children) {
    return /** @type {SVGElement} */ (filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children));
}

/** @param {Element} made @param {{ [name: string]: any }} attributes @param {any[]} children */
function filled(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === "function") made.addEventListener(name, value);
        else made.setAttribute(name, value === true ? "" : String(value));
    }
    made.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
    return made;
}

/** @param {Element} parent @param {...(Child | Child[])} children */
function replace(parent, ...children) {
    parent.replaceChildren();
    filled(parent, {}, children);
}

/**
 * A table of texts. The first cell of a row is its heading.
 * @param {(Child | Child[])[]} headings @param {(Child | Child[])[][]} rows @param {{ caption?: string, right?: boolean[] }} look
 */
function table(headings, rows, look = {}) {
    const side = (/** @type {number} */ i) => (look.right && look.right[i] ? "right" : null);
    return element("div", { class: "scroll" },
        element("table", {},
            look.caption && element("caption", {}, look.caption),
            headings.length > 0 && element("thead", {},
                element("tr", {}, headings.map((heading, i) => element("th", { scope: "col", class: side(i) }, heading)))),
            element("tbody", {}, rows.map((row) =>
                element("tr", {}, row.map((cell, i) =>
                    i === 0 ? element("th", { scope: "row", class: side(i) }, cell) : element("td", { class: side(i) }, cell)))))));
}

/**
 * @param {string} label @param {[string, string][]} choices @param {string} chosen @param {(value: string) => void} act
 * @param {string} id
 */
function choice(label, choices, chosen, act, id) {
    const list = /** @type {HTMLSelectElement} */ (element("select",
        { id, change: (/** @type {Event} */ event) => act(/** @type {HTMLSelectElement} */ (event.target).value) },
        choices.map(([value, text]) => element("option", { value }, text))));
    list.value = chosen;
    return element("label", { class: "choice" }, element("span", {}, label), list);
}

/** @param {string} text @param {() => void} act @param {{ [name: string]: any }} attributes */
function button(text, act, attributes = {}) {
    return element("button", { type: "button", click: act, ...attributes }, text);
}
