// SPDX-License-Identifier: MIT
// Tells which files another program has saved. It looks five times per second.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace pairscope::app::workshop {

class FileWatch {
public:
    /// `wake` is called from the thread of the watch when a file has changed.
    explicit FileWatch(std::function<void()> wake);

    /// Watches these files, in ascending order, and no others. What they hold now is no change.
    void watch(const std::vector<std::filesystem::path>& paths);
    /// The files that have changed since the last call.
    [[nodiscard]] std::vector<std::filesystem::path> changed();

private:
    /// What tells one version of a file from another without reading it.
    struct Stamp {
        std::filesystem::file_time_type time{};
        std::uintmax_t bytes = 0;
        bool exists = false;
        bool operator==(const Stamp&) const = default;
    };
    [[nodiscard]] static Stamp stamp_of(const std::filesystem::path& path);
    void look(const std::stop_token& quit);

    std::function<void()> wake_;
    std::mutex mutex_;
    std::condition_variable_any wait_;
    std::map<std::filesystem::path, Stamp> stamps_;
    std::vector<std::filesystem::path> changed_;
    std::jthread thread_; // last: it uses everything above
};

} // namespace pairscope::app::workshop
