// SPDX-License-Identifier: MIT
// The shader of the matrix: entries are computed from the vectors where somebody looks, and nothing of it is stored.

const texturesWide = 2048; // texels in a row of a texture of vectors

const vertexShader = `#version 300 es
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

/**
 * What a group of coordinates adds to the sum, for each formula.
 * @type {{ [terms: string]: string }}
 */
const shaderTerms = {
    squared_differences: "vec4 d = a - b; sum += dot(d, d);",
    products: "sum += dot(a, b);",
    absolute_differences: "sum += dot(abs(a - b), vec4(1.0));",
    largest_difference: "vec4 d = abs(a - b); sum = max(sum, max(max(d.x, d.y), max(d.z, d.w)));",
    relative_differences: "vec4 s = abs(a) + abs(b); sum += dot(abs(a - b) / max(s, vec4(1e-37)), vec4(1.0));",
    unequal: "sum += dot(vec4(notEqual(a, b)), vec4(1.0));",
    bray_curtis: "sum += dot(abs(a - b), vec4(1.0)); other += dot(abs(a + b), vec4(1.0));",
    jaccard: "vec4 d = vec4(notEqual(a, b)); sum += dot(d, vec4(1.0)); other += dot(max(d, vec4(notEqual(a, vec4(0.0)))), vec4(1.0));",
    jensen_shannon: "sum += dot(information(a, b), vec4(1.0));",
    hamming_bits: "sum += bits(uvec4(a) ^ uvec4(b));",
};

/** @type {{ [ending: string]: string }} */
const shaderEndings = {
    sum: "sum",
    root: "sqrt(sum)",
    gaussian: "exp(factor * sum)",
    fraction: "sum * factor",
    ratio: "other > 0.0 ? sum / other : uintBitsToFloat(sum > 0.0 ? 0x7f800000u : 0x7fc00000u)",
    divergence: "isnan(sum) ? sum : sqrt(0.5 * max(0.0, sum))",
};

const shaderPlaces = `
float entry(ivec2 at) {
    vec4 a = group(first, at.x, 0), b = group(second, at.y, 0);
    vec2 p = latitudeFirst ? a.xy : a.yx, q = latitudeFirst ? b.xy : b.yx;
    vec2 d = radians(vec2(p.x - q.x, p.y - q.y)) * 0.5;
    vec2 s = sin(d);
    float h = s.x * s.x + cos(radians(p.x + poleOrigin)) * cos(radians(q.x + poleOrigin)) * s.y * s.y;
    h = clamp(h, 0.0, 1.0);
    return ${2 * 6371.0088} * atan(sqrt(h), sqrt(1.0 - h));
}`;

// One minus the cosine of nearly equal directions would be lost in rounding, and the difference of unit vectors is not.
const shaderDirections = `
float entry(ivec2 at) {
    vec2 squares = vec2(0.0);
    for (int k = 0; k < groups; ++k) {
        vec4 a = group(first, at.x, k), b = group(second, at.y, k);
        squares += vec2(dot(a, a), dot(b, b));
    }
    if (squares.x == 0.0 || squares.y == 0.0) return squares.x + squares.y >= 0.0 ? 1.0 : squares.x + squares.y;
    float sum = 0.0;
    for (int k = 0; k < groups; ++k) {
        vec4 d = group(first, at.x, k) * inversesqrt(squares.x) - group(second, at.y, k) * inversesqrt(squares.y);
        sum += dot(d, d);
    }
    return 0.5 * sum;
}`;

// Differences divided by the largest one have powers that do not overflow.
const shaderPowers = `
float entry(ivec2 at) {
    float largest = 0.0, sum = 0.0;
    for (int k = 0; k < groups; ++k) {
        vec4 d = abs(group(first, at.x, k) - group(second, at.y, k));
        largest = max(largest, max(max(d.x, d.y), max(d.z, d.w)));
    }
    if (!(largest > 0.0) || isinf(largest)) return largest;
    for (int k = 0; k < groups; ++k)
        sum += dot(pow(abs(group(first, at.x, k) - group(second, at.y, k)) / largest, vec4(parameter)), vec4(1.0));
    return largest * pow(sum, 1.0 / parameter);
}`;

/**
 * Functions of terms that are no single expression.
 * @type {{ [terms: string]: string }}
 */
const shaderFunctions = {
    jensen_shannon: `
vec4 information(vec4 a, vec4 b) {
    vec4 middle = 0.5 * (a + b), t = 0.5 * (a - b) / max(middle, vec4(1e-37)), s = t * t;
    vec4 series = middle * s * (1.0 + s * (1.0 / 6.0 + s * (1.0 / 15.0 + s / 28.0)));
    vec4 logs = middle * ((1.0 + t) * log(max(1.0 + t, vec4(1e-37))) + (1.0 - t) * log(max(1.0 - t, vec4(1e-37))));
    return mix(logs, series, vec4(lessThan(abs(t), vec4(0.1)))); // the logarithms of near numbers cancel
}`,
    hamming_bits: `
float bits(uvec4 x) {
    x = x - (x >> 1 & 0x55u);
    x = (x & 0x33u) + (x >> 2 & 0x33u);
    return dot(vec4((x + (x >> 4)) & 0x0fu), vec4(1.0));
}`,
};

// An entry of a table.
/** @param {number} channels */
const shaderTable = (channels) => `
float entry(ivec2 at) {
    int place = at.x * groups * ${channels} + at.y, texel = place / ${channels};
    return texelFetch(first, ivec2(texel % ${texturesWide}, texel / ${texturesWide}), 0)[place % ${channels}];
}`;

/** @param {MatrixData} matrix @param {number} channels coordinates in a texel */
function fragmentShader(matrix, channels) {
    const { terms, ending } = matrix.formula;
    const general = `${shaderFunctions[terms] || ""}
float entry(ivec2 at) {
    float sum = 0.0, other = 0.0;
    for (int k = 0; k < groups; ++k) {
        vec4 a = group(first, at.x, k), b = group(second, at.y, k);
        ${shaderTerms[terms]}
    }
    return ${shaderEndings[ending]};
}`;
    return `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp isampler2D;
uniform sampler2D first, second, overview, colours;
uniform isampler2D rowOrder, columnOrder;
uniform int groups, mode, side, blockSide, aggregate, transform;
uniform bool isOrdered, latitudeFirst, hasChosenRange;
uniform float factor, parameter, poleOrigin, low, high;
uniform vec2 origin, perPixel;   // row and column at the upper left corner; entries in a pixel
uniform ivec2 shape, blocks;
uniform vec4 nanColour, infiniteColour, belowColour, aboveColour, outside;
uniform float height;
out vec4 colour;

vec4 group(sampler2D set, int vector, int k) {
    int at = vector * groups + k;
    vec4 texel = texelFetch(set, ivec2(at % ${texturesWide}, at / ${texturesWide}), 0);
    return ${channels === 4 ? "texel" : channels === 2 ? "vec4(texel.xy, 0.0, 0.0)" : "vec4(texel.x, 0.0, 0.0, 0.0)"};
}
${terms === "places" ? shaderPlaces : terms === "directions" ? shaderDirections : terms === "minkowski" ? shaderPowers : terms === "given" ? shaderTable(channels) : general}

int vectorAt(isampler2D order, int place) {
    return isOrdered ? texelFetch(order, ivec2(place % ${texturesWide}, place / ${texturesWide}), 0).x : place;
}
float entryAt(ivec2 place) { return entry(ivec2(vectorAt(rowOrder, place.x), vectorAt(columnOrder, place.y))); }

// The entries of a block, or four of them where the picture moves.
float blockAt(ivec2 block) {
    ivec2 begin = block * side, end = min(begin + side, shape);
    ivec2 step = mode == 1 ? max(ivec2(1), (end - begin + 1) / 2) : ivec2(1);
    float least = 3e38, most = -3e38, sum = 0.0, count = 0.0;
    for (int i = begin.x; i < end.x; i += step.x) {
        int row = vectorAt(rowOrder, i);
        for (int j = begin.y; j < end.y; j += step.y) {
            float value = entry(ivec2(row, vectorAt(columnOrder, j)));
            if (isnan(value)) continue;
            least = min(least, value);
            most = max(most, value);
            sum += value;
            count += 1.0;
        }
    }
    if (count == 0.0) return uintBitsToFloat(0x7fc00000u);
    return aggregate == 0 ? least : aggregate == 1 ? sum / count : most;
}

float overviewAt(ivec2 place) {
    vec4 found = texelFetch(overview, (place / blockSide).yx, 0);
    return aggregate == 0 ? found.x : aggregate == 1 ? found.y : found.z;
}

float positionOf(float value) {
    if (!(high > low)) return 0.0;
    if (transform == 1) return sqrt(clamp((value - low) / (high - low), 0.0, 1.0));
    if (transform == 2) {
        float start = low > 0.0 ? low : high * 1e-4;
        return high > 0.0 && value > 0.0 ? clamp(log(value / start) / log(high / start), 0.0, 1.0) : 0.0;
    }
    return clamp((value - low) / (high - low), 0.0, 1.0);
}

void main() {
    vec2 place = origin + vec2(height - gl_FragCoord.y, gl_FragCoord.x) * perPixel;
    ivec2 at = ivec2(floor(place));
    if (at.x < 0 || at.y < 0 || at.x >= shape.x || at.y >= shape.y) { colour = outside; return; }
    float value = mode == 0 ? entryAt(at) : mode == 3 ? overviewAt(at) : blockAt(at / side);
    if (isnan(value)) colour = nanColour;
    else if (isinf(value)) colour = infiniteColour;
    else if (hasChosenRange && value < low) colour = belowColour;
    else if (hasChosenRange && value > high) colour = aboveColour;
    else {
        float texel = positionOf(value) * 255.0;
        int left = int(floor(texel));
        colour = mix(texelFetch(colours, ivec2(left, 0), 0), texelFetch(colours, ivec2(min(left + 1, 255), 0), 0), texel - float(left));
    }
}`;
}

/** @param {WebGL2RenderingContext} gl @param {number} kind @param {string} text */
function compiled(gl, kind, text) {
    const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) || "");
    return shader;
}

/** @param {WebGL2RenderingContext} gl @param {MatrixData} matrix @param {number} channels */
function programFor(gl, matrix, channels) {
    const program = /** @type {WebGLProgram} */ (gl.createProgram());
    gl.attachShader(program, compiled(gl, gl.VERTEX_SHADER, vertexShader));
    gl.attachShader(program, compiled(gl, gl.FRAGMENT_SHADER, fragmentShader(matrix, channels)));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) || "");
    return program;
}

/**
 * A texture whose texels are read one by one.
 * @param {WebGL2RenderingContext} gl
 * @param {number} unit
 */
function plainTexture(gl, unit) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    return texture;
}

/**
 * Values in rows of the usual width.
 * @param {WebGL2RenderingContext} gl
 * @param {Float32Array | Int32Array} values
 * @param {number} channels
 */
function fillRows(gl, values, channels) {
    const rows = Math.max(1, Math.ceil(values.length / channels / texturesWide));
    const isWhole = values instanceof Int32Array;
    const padded = isWhole ? new Int32Array(rows * texturesWide * channels) : new Float32Array(rows * texturesWide * channels);
    padded.set(values);
    const inside = isWhole ? gl.R32I : channels === 4 ? gl.RGBA32F : channels === 2 ? gl.RG32F : gl.R32F;
    const outside = isWhole ? gl.RED_INTEGER : channels === 4 ? gl.RGBA : channels === 2 ? gl.RG : gl.RED;
    gl.texImage2D(gl.TEXTURE_2D, 0, inside, texturesWide, rows, 0, outside, isWhole ? gl.INT : gl.FLOAT, padded);
}
