// SPDX-License-Identifier: MIT
// The runs of one try: the data of the first verdict, and what the full check looks at.
#pragma once

#include "app/spine/question.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope::app::workshop {

/// The size of the first verdict, where a user asks for one.
struct FirstSize {
    std::optional<std::int64_t> n, m, dims;
};

/// Throws InputError for a size that the workload does not have, or that takes too long.
[[nodiscard]] Question first_question(const WorkloadType& type, const FirstSize& asked);

/// What the vectors of a run hold, unless it has exact data.
enum class CheckData : std::uint8_t {
    example,         ///< what a user without a file sees
    example_vectors, ///< counts, of which many are 0
    random,
    zeros, ///< random numbers and zeros, and vectors of zeros
    nan,   ///< random numbers, and NaN in some vectors
    ties,  ///< a few pairs of vectors are equally far apart, and farther than all others
};

/// One run of the full check.
struct CheckRun {
    /// "usual", "whole numbers", "needles", "random", "large distances", "a larger pitch", "few blocks" and others
    std::string_view kind;
    Workload size;
    std::optional<ExactKind> exact{};    ///< if the workload has such data; else, and where it is absent: `data`
    std::uint64_t seed = 1;              ///< for data that is made
    std::int64_t most_examined = 0;      ///< how many accesses are followed; see none_examined
    std::int64_t further_pitch = 0;      ///< by how many entries the rows of the output are further apart
    bool has_larger_input_pitch = false; ///< the vectors of the inputs are further apart
    bool into_texture = false;           ///< the output is a texture
    int block = 0;                       ///< threads; 0: the usual number
    double scale = 1;                    ///< by which random numbers are multiplied
    bool few_blocks = false;             ///< the size is too large to run as a whole: see judged_in_parts()
    CheckData data = CheckData::example;
    double sigma = 0;              ///< the parameter of that name; 0: the usual one
    int threads = 0;               ///< that call a function for the CPU; 0: as many as the machine has
    bool is_left_out_late = false; ///< as a whole, where it would take too long
};

/// What the kernels of a file take, and must so be right with: pitches and a texture.
struct TakenPlaces {
    bool output_pitch = false, input_pitch = false, texture = false;
    std::vector<int> blocks{}; ///< sizes of blocks, the usual one first
    bool is_cpu = false;       ///< a function for the CPU: no few blocks can be run, so that one size is larger
    std::int64_t threads = 0;  ///< in a block at the size of the first verdict: tiles are likely to be as large
    bool all_threads = false;  ///< all threads of the machine call the function for the CPU
};

/// `seed` decides the sizes and the data of the random runs.
[[nodiscard]] std::vector<CheckRun> runs_of_check(const WorkloadType& type, const TakenPlaces& places,
                                                  std::uint64_t seed);
[[nodiscard]] Question question_of(const CheckRun& run);

/// What a run takes, about, as a number of coordinates of pairs: alignments take the square of the length of a vector.
[[nodiscard]] double steps_of(const Workload& size);

} // namespace pairscope::app::workshop
