// SPDX-License-Identifier: MIT
// The pictures of the glossary, one function for each word.
#pragma once

#include "app/window/widgets/sketch.h"

namespace pairscope::app {

// Threads, and the memory that they access.
void draw_warp(const Sketch& sketch);
void draw_lane(const Sketch& sketch);
void draw_request(const Sketch& sketch);
void draw_sector(const Sketch& sketch);
void draw_coalescing(const Sketch& sketch);
void draw_wavefront(const Sketch& sketch);
void draw_shared_memory(const Sketch& sketch);
void draw_bank(const Sketch& sketch);

// The parts of a GPU, and threads that wait.
void draw_block(const Sketch& sketch);
void draw_multiprocessor(const Sketch& sketch);
void draw_barrier(const Sketch& sketch);
void draw_latency(const Sketch& sketch);
void draw_atomic(const Sketch& sketch);
void draw_texel(const Sketch& sketch);
void draw_tensor_core(const Sketch& sketch);

// Speed, and its limits.
void draw_occupancy(const Sketch& sketch);
void draw_bandwidth(const Sketch& sketch);
void draw_ceiling(const Sketch& sketch);
void draw_limiting(const Sketch& sketch);
void draw_useful_fraction(const Sketch& sketch);
void draw_intensity(const Sketch& sketch);
void draw_roofline(const Sketch& sketch);
void draw_ulp(const Sketch& sketch);

} // namespace pairscope::app
