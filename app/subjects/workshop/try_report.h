// SPDX-License-Identifier: MIT
// What one try of an own kernel has found so far.
#pragma once

#include "app/subjects/workshop/judge.h"
#include "kernels/ladder/workload.h"
#include "kernels/own/own_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app::workshop {

struct TryReport {
    /// A run that is not right.
    struct At {
        Workload size;
        std::string data; ///< what was special; see CheckRun::kind
        Judged judged;
    };
    /// How long the runs of a function for the CPU took that is right, without the time in which they were judged [s].
    struct Timed {
        Workload size;
        double median = 0, least = 0, most = 0;
        int runs = 0;
        std::string compiler; ///< with its flags
    };
    std::string path, workload;
    std::vector<own::Slider> sliders{}; ///< with the values that were tried
    bool is_cpu = false;                ///< it is a function for the CPU, whose accesses nobody watches
    Workload first_size{};
    std::vector<std::string> notes{};      ///< what a user may not have meant
    std::vector<std::string> errors{};     ///< what the compiler says
    std::vector<simt::Finding> warnings{}; ///< what runs have shown that is no fault, once for each line
    std::string why_network{};             ///< see Workshop::why_network()
    std::optional<Judged> first{};
    std::uint64_t seed = 0;                 ///< which decides the random runs of the full check
    int planned = 0, tried = 0;             ///< runs of the full check
    std::vector<Workload> sizes{};          ///< that were tried in it
    bool with_pitch = false;                ///< one of them had a larger pitch
    bool with_texture = false;              ///< some of them wrote into a texture
    std::optional<At> wrong_at{};           ///< where the full check has found something
    bool is_stopped = false;                ///< by the user
    bool took_too_long = false;             ///< so the full check was ended
    std::vector<Workload> parts{};          ///< sizes at which the output of a few blocks was right
    std::vector<Workload> unjudged_parts{}; ///< at which a few blocks ran, and their output could not be judged
    int partly_followed = 0;                ///< runs in which the accesses of some blocks were not followed
    std::optional<Workload> left_out{};     ///< where a few blocks took too long; no larger size was tried then
    std::string gpu_compiler{};             ///< for the GPU, with its flags; empty: it was not compiled for one
    std::string why_not_on_gpu{};           ///< why it does not run there, one sentence
    std::optional<Timed> timed{};
    double seconds_of_compiler = 0, seconds_of_first = 0, seconds = 0;

    /// "right", "right so far", "wrong", "faulty", "failed" or "not compiled"; empty before the first verdict.
    [[nodiscard]] std::string verdict() const;
};

/// "failed", "faulty" or "wrong": what is not right with it.
[[nodiscard]] std::string judgement_of(const Judged& judged);

} // namespace pairscope::app::workshop
