#version 450 core
// SPDX-License-Identifier: MIT
// A pixel of the heatmap: the value of its cell, or what its cells reduce to, as a colour.
// render/colouring.cpp holds the same arithmetic for the CPU; the tests compare the two.

// The renderer puts its choices after the first line, as constants: on llvmpipe both sides of a branch cost time.
//   const int transform;    0 linear, 1 square root, 2 logarithmic
//   const int aggregate;    0 mean, 1 minimum, 2 maximum, 3 farthest from 0
//   const bool is_overview; whether `matrix` is the overview
//   const bool is_tiled;    whether `matrix` holds tiles side by side, which `table` has the places of
//   const int tile_bits;    a tile has 2^tile_bits texels in each direction
//   const bool at_most_two; whether a pixel has at most two texels in each direction, and then no loop is needed
//   const int dimming;      0 nothing is dimmed, 1 values above `threshold` are, 2 values below it
//   const bool outlines;    whether the entries below `outline_below` are outlined
//   const bool writes_values; whether red is the value itself, and NaN outside, instead of a colour

layout(binding = 0) uniform sampler2D matrix;   // R32F: entries, or tiles of what is shown. RGBA32F: minimum, mean, maximum of factor x factor entries
layout(binding = 1) uniform sampler2D colormap; // 256 x 1
layout(binding = 2) uniform isampler2D table;   // of tiles: offset x and y in `matrix`, shift to a coarser level, 0 where nothing is known

// Texels are counted from `base`, the one under the picture's top left corner: small numbers keep a float exact.
uniform ivec2 base;
uniform vec2 corner;             // where in that texel the picture begins, 0 .. 1
uniform float texels_per_pixel;
uniform ivec2 texels;            // size of the texture
uniform vec2 matrix_begin;       // the matrix's edges, in texels from `base`
uniform vec2 matrix_end;
uniform vec2 last_weight;        // how much of an overview's last column and row is matrix, 0 .. 1
uniform ivec2 table_begin;       // the first tile that the table has
uniform ivec2 table_size;

uniform float low;
uniform float high;
uniform float logarithmic_floor; // 0: the range has no logarithm
uniform vec4 nan_colour;
uniform vec4 infinite_colour;
uniform vec4 below_colour;
uniform vec4 above_colour;
uniform vec4 outside_colour;
uniform vec4 grid_colour;        // alpha 0: no grid
uniform float outline_below;
uniform vec4 outline_colour;
uniform float threshold;

layout(location = 0) out vec4 colour;

const float nan = uintBitsToFloat(0x7fc00000u);
const bool is_reduced = is_overview || is_tiled; // the last texels may be made of fewer entries

// isnan() and isinf() may be compiled away; bits may not.
bool not_a_number(float value) { return (floatBitsToUint(value) & 0x7fffffffu) > 0x7f800000u; }
bool infinite(float value) { return (floatBitsToUint(value) & 0x7fffffffu) == 0x7f800000u; }

float position_of(float value) {
    if (transform == 2) {
        float position = log2(max(value, logarithmic_floor) / logarithmic_floor) / log2(high / logarithmic_floor);
        return logarithmic_floor > 0.0 && low < high ? clamp(position, 0.0, 1.0) : 0.0;
    }
    float position = clamp((value - low) / (high - low), 0.0, 1.0);
    if (transform == 1) position = sqrt(position);
    return low < high ? position : 0.0;
}

vec4 colour_of(float value) {
    float place = position_of(value) * 255.0;
    float first = clamp(floor(place), 0.0, 254.0);
    vec4 a = texelFetch(colormap, ivec2(int(first), 0), 0);
    vec4 b = texelFetch(colormap, ivec2(int(first) + 1, 0), 0);
    vec4 result = mix(a, b, place - first);
    result = value < low ? below_colour : result;
    result = value > high ? above_colour : result;
    result = infinite(value) ? infinite_colour : result;
    return not_a_number(value) ? nan_colour : result;
}

ivec4 tile_at(ivec2 place) {
    return texelFetch(table, clamp((place >> tile_bits) - table_begin, ivec2(0), table_size - 1), 0);
}

// `tile` is that of `known`. Nearly always the place lies in it, too, and the table need not be read again.
float value_at(ivec2 place, ivec2 known, ivec4 tile) {
    if (is_tiled) {
        if ((place >> tile_bits) != (known >> tile_bits)) tile = tile_at(place);
        return tile.w == 0 ? nan : texelFetch(matrix, (place >> tile.z) + tile.xy, 0).r;
    }
    vec4 texel = texelFetch(matrix, place, 0);
    if (!is_overview) return texel.r;
    if (aggregate == 3) return abs(texel.r) > abs(texel.b) ? texel.r : texel.b;
    return aggregate == 0 ? texel.g : aggregate == 1 ? texel.r : texel.b;
}

// What some texels have been reduced to. NaN is left out, as in the overview.
struct Reduction {
    float sum, weights, extreme;
};

void take(inout Reduction found, float value, float weight) {
    if (aggregate == 0) {
        bool counts = !not_a_number(value) && weight > 0.0; // 0 times infinity is NaN
        found.sum += counts ? weight * value : 0.0;
        found.weights += counts ? weight : 0.0;
    } else {
        bool farther = abs(value) > abs(found.extreme) || (abs(value) == abs(found.extreme) && value > found.extreme);
        bool more = aggregate == 1 ? value < found.extreme : aggregate == 2 ? value > found.extreme : farther;
        found.extreme = more || not_a_number(found.extreme) ? value : found.extreme;
    }
}

float result_of(Reduction found) {
    if (aggregate != 0) return found.extreme;
    return found.weights > 0.0 ? found.sum / found.weights : nan;
}

// The weight of a texel by its place in one direction.
vec2 weights_of(ivec2 place) { return mix(vec2(1.0), last_weight, equal(place, texels - 1)); }

// The texels from `begin` up to, not including, `end` together, if there are at most two in each direction.
float reduced_four(ivec2 begin, ivec2 end, ivec4 tile) {
    ivec2 last = max(end - 1, begin);
    vec2 near = weights_of(begin), far = mix(vec2(0.0), weights_of(last), greaterThan(last, begin));
    Reduction found = Reduction(0.0, 0.0, nan);
    take(found, value_at(begin, begin, tile), near.x * near.y);
    take(found, value_at(ivec2(last.x, begin.y), begin, tile), far.x * near.y);
    take(found, value_at(ivec2(begin.x, last.y), begin, tile), near.x * far.y);
    take(found, value_at(last, begin, tile), far.x * far.y);
    return result_of(found);
}

float reduced(ivec2 begin, ivec2 end, ivec4 tile) {
    if (at_most_two) return reduced_four(begin, end, tile);
    Reduction found = Reduction(0.0, 0.0, nan);
    for (int y = begin.y; y < end.y; ++y)
        for (int x = begin.x; x < end.x; ++x) {
            vec2 weights = is_reduced ? weights_of(ivec2(x, y)) : vec2(1.0);
            take(found, value_at(ivec2(x, y), begin, tile), weights.x * weights.y);
        }
    return result_of(found);
}

// A texel belongs to the pixel that its centre lies in, so that every texel has its part in exactly one pixel.
ivec2 first_texel(vec2 pixel) {
    precise vec2 edge = corner + pixel * texels_per_pixel;
    return base + ivec2(ceil(edge - 0.5));
}

// Does any entry of this pixel lie below the limit? Also where the picture shows a mean or a maximum.
bool is_below(vec2 pixel) {
    precise vec2 position = corner + (pixel + 0.5) * texels_per_pixel;
    ivec2 begin = clamp(base + ivec2(floor(position)), ivec2(0), texels - 1);
    ivec2 end = begin + 1;
    if (texels_per_pixel > 1.0) {
        begin = max(first_texel(pixel), ivec2(0));
        end = min(first_texel(pixel + 1.0), texels);
    }
    bool below = false;
    for (int y = begin.y; y < end.y; ++y)
        for (int x = begin.x; x < end.x; ++x) below = below || texelFetch(matrix, ivec2(x, y), 0).r < outline_below;
    return below;
}

// The line lies on the pixels outside that touch one inside.
bool is_outline(vec2 pixel) {
    if (is_below(pixel)) return false;
    return is_below(pixel + vec2(1.0, 0.0)) || is_below(pixel - vec2(1.0, 0.0)) || is_below(pixel + vec2(0.0, 1.0)) ||
           is_below(pixel - vec2(0.0, 1.0));
}

void main() {
    vec2 pixel = floor(gl_FragCoord.xy); // the picture's first row is the top one
    precise vec2 position = corner + (pixel + 0.5) * texels_per_pixel;
    bool outside = any(lessThan(position, matrix_begin)) || any(greaterThanEqual(position, matrix_end));
    ivec2 begin = clamp(base + ivec2(floor(position)), ivec2(0), texels - 1);
    ivec2 end = begin + 1;
    if (texels_per_pixel > 1.0) {
        begin = max(first_texel(pixel), ivec2(0));
        end = min(first_texel(pixel + 1.0), texels);
        outside = any(greaterThanEqual(begin, end));
    }
    ivec4 tile = is_tiled ? tile_at(begin) : ivec4(0);
    outside = outside || (is_tiled && tile.w == 0);
    float value = reduced(begin, end, tile);
    if (writes_values) {
        colour = vec4(outside ? nan : value);
        return;
    }
    colour = colour_of(value);
    bool is_dim = (dimming == 1 && value > threshold) || (dimming == 2 && value < threshold);
    if (is_dim) colour.rgb = mix(colour.rgb, outside_colour.rgb, 0.85); // colouring.h: dimmed()
    bool grid = any(notEqual(floor(position), floor(position - texels_per_pixel)));
    colour.rgb = mix(colour.rgb, grid_colour.rgb, grid ? grid_colour.a : 0.0);
    if (outlines) colour.rgb = is_outline(pixel) ? outline_colour.rgb : colour.rgb;
    colour = outside ? outside_colour : colour;
}
