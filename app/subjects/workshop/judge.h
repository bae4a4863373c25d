// SPDX-License-Identifier: MIT
// Judges the output of an own kernel. It holds the reference, and is in another process than the user's code.
#pragma once

#include "app/subjects/workshop/child_process.h"
#include "app/subjects/workshop/messages.h"
#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::app::workshop {

/// What is looked at in one run.
struct Trial {
    std::string_view workload;
    Inputs inputs;                        ///< in host memory, row-major
    std::int64_t further_pitch = 0;       ///< by how many entries the pitch of the output is larger than a row
    std::int64_t further_input_pitch = 0; ///< the same of the vectors of the inputs
    std::int64_t most_accesses = 0;       ///< see RunRequest
    bool into_texture = false;            ///< see RunRequest
    int block = 0;                        ///< see RunRequest
    int threads = 0;                      ///< see RunRequest
    Accuracy accuracy{};
};

struct Judged {
    RunReply reply;
    std::optional<Comparison> comparison{}; ///< absent: it did not run to its end
    std::string ended{};                    ///< why the child has ended; empty: it lives
    /// Nothing is wrong, and no fault was found.
    [[nodiscard]] bool right() const {
        return ended.empty() && reply.failed.empty() && reply.findings.empty() && comparison && comparison->right();
    }
};

/// Longer than any run of a try takes whose blocks keep to their limit.
inline constexpr Patience limit_of_a_run{.processor = 30, .clock = 120};

/// Why the child has ended, in one sentence.
[[nodiscard]] std::string told(const Ended& ended);

/// Runs the kernels of the child, which has loaded them, and judges what they wrote.
[[nodiscard]] Judged judged(ChildProcess& child, SharedMemory& memory, const Trial& trial);

} // namespace pairscope::app::workshop
