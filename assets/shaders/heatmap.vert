#version 450 core
// SPDX-License-Identifier: MIT
// One triangle that covers the whole picture.

void main() {
    vec2 corner = vec2((gl_VertexID & 1) * 4 - 1, (gl_VertexID >> 1) * 4 - 1);
    gl_Position = vec4(corner, 0.0, 1.0);
}
