// SPDX-License-Identifier: MIT
// What pairscope try prints: the first verdict, and that of the full check.
#pragma once

#include "app/cli/exit_code.h"
#include "app/subjects/workshop/judge.h"
#include "kernels/ladder/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::cli {

struct TryReport {
    struct At {
        Workload size;
        std::string data; ///< what was special; see Trial::kind
        app::workshop::Judged judged;
    };
    std::string path, workload;
    Workload first_size{};
    std::vector<std::string> errors{}; ///< what the compiler says
    std::optional<app::workshop::Judged> first{};
    int planned = 0, tried = 0;    ///< runs of the full check
    std::vector<Workload> sizes{}; ///< that were tried in it
    bool with_pitch = false;       ///< one of them had a larger pitch
    std::optional<At> wrong_at{};  ///< where the full check has found something
    bool is_stopped = false;       ///< by the user
    double seconds_of_compiler = 0, seconds_of_first = 0, seconds = 0;

    /// "right", "right so far", "wrong", "faulty", "failed" or "not compiled"
    [[nodiscard]] std::string verdict() const;
};

/// The first verdict at once, on standard output.
void say_first(const TryReport& report);
/// The rest, after say_first().
[[nodiscard]] std::string text_of(const TryReport& report);
[[nodiscard]] std::string json_of(const TryReport& report);
[[nodiscard]] ExitCode exit_code_of(const TryReport& report);

} // namespace pairscope::cli
