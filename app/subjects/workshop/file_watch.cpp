// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/file_watch.h"

#include <algorithm>
#include <chrono>
#include <ranges>
#include <utility>

namespace pairscope::app::workshop {
namespace {

constexpr std::chrono::milliseconds between_two_looks{200};

} // namespace

FileWatch::FileWatch(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this](const std::stop_token& quit) { look(quit); }) {}

FileWatch::Stamp FileWatch::stamp_of(const std::filesystem::path& path) {
    std::error_code no_time, no_size;
    Stamp stamp;
    stamp.time = std::filesystem::last_write_time(path, no_time);
    stamp.bytes = std::filesystem::file_size(path, no_size);
    stamp.exists = !no_time && !no_size;
    return stamp.exists ? stamp : Stamp{};
}

void FileWatch::watch(const std::vector<std::filesystem::path>& paths) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::equal(paths, stamps_ | std::views::keys)) return; // as in nearly every frame
    std::erase_if(stamps_, [&](const auto& known) { return std::ranges::count(paths, known.first) == 0; });
    for (const auto& path : paths)
        if (!stamps_.contains(path)) stamps_[path] = stamp_of(path);
    wait_.notify_all();
}

std::vector<std::filesystem::path> FileWatch::changed() {
    const std::lock_guard lock(mutex_);
    return std::exchange(changed_, {});
}

void FileWatch::look(const std::stop_token& quit) {
    std::unique_lock lock(mutex_);
    while (!quit.stop_requested()) {
        if (stamps_.empty())
            wait_.wait(lock, quit, [this] { return !stamps_.empty(); });
        else
            wait_.wait_for(lock, quit, between_two_looks, [] { return false; });
        bool is_new = false;
        for (auto& [path, stamp] : stamps_) {
            const Stamp now = stamp_of(path);
            if (now == stamp) continue;
            stamp = now;
            is_new = true;
            if (std::ranges::count(changed_, path) == 0) changed_.push_back(path);
        }
        if (is_new) wake_();
    }
}

} // namespace pairscope::app::workshop
