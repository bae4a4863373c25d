// SPDX-License-Identifier: MIT
// What the program and the child say to each other about a GPU, beside messages.h.
#pragma once

#include "app/subjects/workshop/messages.h"
#include "kernels/ladder/launch_facts.h"
#include "profiling/counting/count_run.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace pairscope::app::workshop {

/// Compile for a GPU what was built for the executor.
struct GpuBuildRequest {
    std::string absolute_path, folder, include; ///< see BuildRequest
    int ordinal = 0, compute_capability = 0;    ///< the device has them
};
struct GpuBuildReply {
    std::string why_not;    ///< one sentence; empty: the kernels can run there
    std::string compiler{}; ///< with its flags, and what the kernels need
};

/// Run the kernels, or a variant of the program, on the GPU that they were compiled for.
struct GpuRequest {
    RunRequest run;          ///< the inputs, their place, and that of the output
    bool has_inputs = true;  ///< false: they are those of the request before
    bool is_turned = false;  ///< the vectors of each set come in another order, and the output still holds the last one
    bool is_sent = false;    ///< the output is put into the shared memory
    bool is_poisoned = true; ///< the output is poisoned before
    int launches = 1;
    std::string variant{};       ///< id of a variant of the program; empty: the user's kernels
    bool asks_for_facts = false; ///< nothing runs
    std::optional<profiling::CounterChoice> count{};
};
struct GpuReply {
    std::string failed; ///< one sentence; empty: it ran
    double seconds = 0; ///< one launch takes them
    std::vector<LaunchFacts> kernels{};
    profiling::RunCounts counts{};
};

/// By how many vectors the sets are turned where GpuRequest::is_turned: vector i is then the former vector
/// (i + turn) % rows.
[[nodiscard]] constexpr std::int64_t turn_of(std::int64_t rows) { return rows / 3 + (rows > 1 ? 1 : 0); }

[[nodiscard]] nlohmann::json json_of(const GpuBuildRequest& request);
[[nodiscard]] nlohmann::json json_of(const GpuBuildReply& reply);
[[nodiscard]] nlohmann::json json_of(const GpuRequest& request);
[[nodiscard]] nlohmann::json json_of(const GpuReply& reply);

/// All of these throw MessageError for what is no such message.
[[nodiscard]] GpuBuildRequest gpu_build_request_of(const nlohmann::json& json);
[[nodiscard]] GpuBuildReply gpu_build_reply_of(const nlohmann::json& json);
[[nodiscard]] GpuRequest gpu_request_of(const nlohmann::json& json);
[[nodiscard]] GpuReply gpu_reply_of(const nlohmann::json& json);

} // namespace pairscope::app::workshop
