// SPDX-License-Identifier: MIT
// Records the calls of an action: see trace_calls.cpp.
#pragma once

/// From now on, the calls are recorded on the threads that exist already.
extern "C" void begin_to_trace_calls();
/// Writes into the file what was recorded since the beginning, and stops.
extern "C" void end_tracing_calls(const char* path);
