// SPDX-License-Identifier: MIT
// The blocks of data in the page: gzipped, in base64, each with a check sum of its text.

/** A message that is shown to the user. */
class PageError extends Error {}

const crcTable = new Uint32Array(256);
for (let i = 0; i < 256; ++i) {
    let value = i;
    for (let bit = 0; bit < 8; ++bit) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    crcTable[i] = value;
}

/** @param {Uint8Array} bytes */
function checkSumOf(bytes) {
    let sum = 0xffffffff;
    for (let i = 0; i < bytes.length; ++i) sum = crcTable[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
    return "crc32:" + ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

/** @param {string} text */
const checkSumOfText = (text) => checkSumOf(new TextEncoder().encode(text));

/** @param {string} text in base64 */
function bytesOf(text) {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
    return bytes;
}

/** @param {string} id @returns {string} */
function blockText(id) {
    const block = document.getElementById(id);
    return block ? block.textContent || "" : "";
}

/**
 * The bytes of a block; null where the page has none of this id.
 * @param {string} id
 * @returns {Promise<ArrayBuffer | null>}
 */
async function unpacked(id) {
    const text = blockText(id);
    if (text === "") return null;
    const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

/**
 * The bytes of a text that lacks lines of the first one: [where they begin in it, where they begin in the first one, their length].
 * @param {ArrayBuffer} rest @param {ArrayBuffer} first @param {[number, number, number][]} shared
 */
function restored(rest, first, shared) {
    const parts = [];
    let at = 0, next = 0; // in the whole text, in the rest
    for (const [begin, from, length] of shared) {
        parts.push(rest.slice(next, next += begin - at), first.slice(from, from + length));
        at = begin + length;
    }
    return [...parts, rest.slice(next)];
}

/**
 * Fails also where the page has no such block.
 * @param {string} id @returns {Promise<any>}
 */
const unpackedJson = async (id) => JSON.parse(new TextDecoder().decode(/** @type {ArrayBuffer} */ (await unpacked(id))));

/**
 * The bytes of a recording, in parts.
 * @param {number} place
 */
async function recordingParts(place) {
    const { block, shared } = view.recordings[place], rest = await unpacked(block);
    if (rest === null || !shared || shared.length === 0) return rest && [rest];
    const first = await unpacked(view.recordings[0].block);
    return first && restored(rest, first, shared);
}

/** @param {number} place @returns {Promise<any>} */
async function recordingAt(place) {
    const parts = await recordingParts(place);
    if (parts === null) throw new PageError(view.words.damaged);
    return JSON.parse(await new Blob(parts).text());
}

/**
 * Was a block, or the plain part of the page, changed or taken away since the page was written? The plain part has the sum
 * of its text and of the sums of all blocks.
 */
function isChanged() {
    const plain = document.getElementById("plain");
    let text = plain ? plain.textContent || "" : "";
    for (const block of document.querySelectorAll("script[data-sum]")) text += checkSumOfText(block.textContent || "");
    return plain === null || checkSumOfText(text) !== plain.getAttribute("data-sum");
}
