#version 450 core
// SPDX-License-Identifier: MIT
// A pixel of the heatmap: the value of its cell, or what its cells reduce to, as a colour.
// render/colouring.cpp holds the same arithmetic for the CPU; the tests compare the two.

layout(binding = 0) uniform sampler2D matrix;   // R32F: entries. RGBA32F: minimum, mean, maximum of factor x factor entries
layout(binding = 1) uniform sampler2D colormap; // 256 x 1

// Texels are counted from `base`, the one under the picture's top left corner: small numbers keep a float exact.
uniform ivec2 base;
uniform vec2 corner;            // where in that texel the picture begins, 0 .. 1
uniform float texels_per_pixel;
uniform ivec2 texels;           // size of the texture
uniform vec2 matrix_begin;      // the matrix's edges, in texels from `base`
uniform vec2 matrix_end;
uniform int is_overview;
uniform vec2 last_weight;       // how much of an overview's last column and row is matrix, 0 .. 1
uniform int aggregate;          // 0 mean, 1 minimum, 2 maximum

uniform int transform;          // 0 linear, 1 square root, 2 logarithmic
uniform float low;
uniform float high;
uniform float logarithmic_floor; // 0: the range has no logarithm
uniform vec4 nan_colour;
uniform vec4 infinite_colour;
uniform vec4 below_colour;
uniform vec4 above_colour;
uniform vec4 outside_colour;
uniform vec4 grid_colour;       // alpha 0: no grid

layout(location = 0) out vec4 colour;

// isnan() and isinf() may be compiled away; bits may not.
bool not_a_number(float value) { return (floatBitsToUint(value) & 0x7fffffffu) > 0x7f800000u; }
bool infinite(float value) { return (floatBitsToUint(value) & 0x7fffffffu) == 0x7f800000u; }

float position_of(float value) {
    if (!(low < high)) return 0.0;
    precise float position = (value - low) / (high - low);
    if (transform == 1) position = sqrt(max(position, 0.0));
    if (transform == 2) {
        if (!(logarithmic_floor > 0.0)) return 0.0;
        position = log2(max(value, logarithmic_floor) / logarithmic_floor) / log2(high / logarithmic_floor);
    }
    return clamp(position, 0.0, 1.0);
}

vec4 colour_of(float value) {
    if (not_a_number(value)) return nan_colour;
    if (infinite(value)) return infinite_colour;
    if (value < low) return below_colour;
    if (value > high) return above_colour;
    float place = position_of(value) * 255.0;
    float first = min(floor(place), 254.0);
    vec4 a = texelFetch(colormap, ivec2(int(first), 0), 0);
    vec4 b = texelFetch(colormap, ivec2(int(first) + 1, 0), 0);
    return mix(a, b, place - first);
}

float value_of(vec4 texel) { return is_overview == 0 ? texel.r : texel[aggregate == 0 ? 1 : aggregate == 1 ? 0 : 2]; }

const float nan = uintBitsToFloat(0x7fc00000u);

// The rectangle's texels together; NaN is left out, as in the overview. `end` is not in it.
float reduced_mean(ivec2 begin, ivec2 end) {
    float sum = 0.0, weights = 0.0;
    for (int y = begin.y; y < end.y; ++y) {
        float row_weight = y == texels.y - 1 ? last_weight.y : 1.0;
        for (int x = begin.x; x < end.x; ++x) {
            float value = value_of(texelFetch(matrix, ivec2(x, y), 0));
            if (not_a_number(value)) continue;
            float weight = x == texels.x - 1 ? row_weight * last_weight.x : row_weight;
            sum += weight * value;
            weights += weight;
        }
    }
    return weights > 0.0 ? sum / weights : nan;
}

float reduced_extreme(ivec2 begin, ivec2 end, float sign) {
    float most = -uintBitsToFloat(0x7f800000u);
    bool any = false;
    for (int y = begin.y; y < end.y; ++y) {
        for (int x = begin.x; x < end.x; ++x) {
            float value = sign * value_of(texelFetch(matrix, ivec2(x, y), 0));
            if (not_a_number(value)) continue;
            any = true;
            most = value > most ? value : most;
        }
    }
    return any ? sign * most : nan;
}

// A texel belongs to the pixel that its centre lies in, so that every texel has its part in exactly one pixel.
ivec2 first_texel(vec2 pixel) {
    precise vec2 edge = corner + pixel * texels_per_pixel;
    precise ivec2 first = base + ivec2(ceil(edge - 0.5));
    return first;
}

void main() {
    vec2 pixel = floor(gl_FragCoord.xy); // the picture's first row is the top one
    precise vec2 position = corner + (pixel + 0.5) * texels_per_pixel;
    if (texels_per_pixel > 1.0) {
        ivec2 begin = max(first_texel(pixel), ivec2(0));
        ivec2 end = min(first_texel(pixel + 1.0), texels);
        bool empty = any(greaterThanEqual(begin, end));
        float value = empty ? nan
                    : aggregate == 0 ? reduced_mean(begin, end)
                    : reduced_extreme(begin, end, aggregate == 1 ? -1.0 : 1.0);
        colour = empty ? outside_colour : colour_of(value);
        return;
    }
    if (any(lessThan(position, matrix_begin)) || any(greaterThanEqual(position, matrix_end))) {
        colour = outside_colour;
        return;
    }
    ivec2 cell = clamp(base + ivec2(floor(position)), ivec2(0), texels - 1);
    colour = colour_of(value_of(texelFetch(matrix, cell, 0)));
    bvec2 first_of_cell = notEqual(floor(position), floor(position - texels_per_pixel));
    if (any(first_of_cell)) colour.rgb = mix(colour.rgb, grid_colour.rgb, grid_colour.a);
}
