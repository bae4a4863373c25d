// SPDX-License-Identifier: MIT
// A recording as one HTML file that any browser opens: no server, no other file, no request to any host.
#pragma once

#include "profiling/recording/recording.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::page {

inline constexpr std::int64_t usual_budget = 10'000'000; ///< [B]

struct ShownFile {
    std::filesystem::path path;
    std::shared_ptr<const profiling::Recording> recording;
};

struct Request {
    std::vector<ShownFile> files{}; ///< all are about one workload, and the first one gives the data
    bool labels = true;             ///< false: without texts of the data, and without names of files and systems
    std::int64_t budget = usual_budget;
    std::stop_token stop{};
};

struct Page {
    std::string html;
    std::vector<std::string> left_out; ///< what did not fit, a sentence each
    std::vector<std::string> notes{};  ///< what else a user should know, a sentence each
};

/// The same files and the same program give the same bytes. Throws InputError where a page is impossible, such as for
/// recordings of different workloads, and MemoryError.
[[nodiscard]] Page written(const Request& request);

} // namespace pairscope::page
