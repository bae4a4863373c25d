// SPDX-License-Identifier: MIT
// What this version of TypeScript does not know of browsers.
declare class DecompressionStream {
    constructor(format: "gzip");
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream<BufferSource>;
}
