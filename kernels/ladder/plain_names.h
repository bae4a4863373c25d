// SPDX-License-Identifier: MIT
// Names that plain kernels of several workloads take with the same meaning.
#pragma once

#include "kernels/ladder/plain_kernel.h"

namespace pairscope::plain {

inline constexpr PlainName points{.name = "points",
                                  .value = PlainValue::first_set,
                                  .types = {"const float2*", "const float*"},
                                  .about = "The points, one after the other: x and y of each.",
                                  .extent = "n points"};
inline constexpr PlainName count_of_points{
    .name = "n", .value = PlainValue::rows, .about = "How many points there are."};
inline constexpr PlainName sigma{.name = "sigma",
                                 .value = PlainValue::parameter,
                                 .about = "The width of the Gaussian.",
                                 .extent = "unit of the coordinates"};
inline constexpr PlainName output_pitch{.name = "pitch",
                                        .value = PlainValue::pitch,
                                        .about = "From one row of the output to the next.",
                                        .extent = "floats"};

/// Every workload has it, so that no table does.
inline constexpr PlainName workspace{.name = "workspace",
                                     .value = PlainValue::workspace,
                                     .about = "Memory beside inputs and output, of the size after `// workspace:`.",
                                     .extent = "as the file says"};

// For CPU functions of files with a line `// threads: all`.
inline constexpr PlainName thread{
    .name = "thread", .value = PlainValue::thread, .about = "Which thread calls the function, from 0."};
inline constexpr PlainName threads{
    .name = "threads", .value = PlainValue::threads, .about = "How many threads call it, each once."};

// Names of workloads that ask about two sets of vectors.
inline constexpr PlainName second_set{.name = "b",
                                      .value = PlainValue::second_set,
                                      .types = {"const float*"},
                                      .about = "The second set: coordinate k of vector j is b[j * b_pitch + k].",
                                      .extent = "m vectors"};
inline constexpr PlainName count_of_first{
    .name = "n", .value = PlainValue::rows, .about = "How many vectors the first set has."};
inline constexpr PlainName count_of_second{
    .name = "m", .value = PlainValue::cols, .about = "How many vectors the second set has."};
inline constexpr PlainName dims{
    .name = "dims", .value = PlainValue::dims, .about = "How many coordinates a vector has."};
inline constexpr PlainName first_pitch{.name = "a_pitch",
                                       .value = PlainValue::first_pitch,
                                       .about = "From one vector of the first set to the next.",
                                       .extent = "floats"};
inline constexpr PlainName second_pitch{.name = "b_pitch",
                                        .value = PlainValue::second_pitch,
                                        .about = "From one vector of the second set to the next.",
                                        .extent = "floats"};

} // namespace pairscope::plain
