// SPDX-License-Identifier: MIT
#include "kernels/scale/ranks/rank_group.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>

namespace pairscope::scale {
namespace {

std::string started_words(const Launch& launch) {
    if (!launch.ranks) return fmt::format("{} started this task", launch.launcher);
    return fmt::format("{} started {}", launch.launcher, counted(*launch.ranks, "task"));
}

/// A process that nobody has waited for yet is there, but has ended.
bool is_alive(pid_t process) {
    std::ifstream stream(fmt::format("/proc/{}/stat", process));
    std::string line;
    std::getline(stream, line);
    const std::size_t name_end = line.rfind(')'); // the name of a program may have spaces and parentheses
    if (name_end == std::string::npos || name_end + 2 >= line.size()) return false;
    const char state = line[name_end + 2];
    return state != 'Z' && state != 'X';
}

} // namespace

RankGroup::RankGroup(const Launch& launch) {
    if (!launch.mpi)
        throw InputError(fmt::format("{}, which cannot reach each other: start them with srun --mpi=pmix, or with "
                                     "mpirun",
                                     started_words(launch)));
    const std::filesystem::path file = folder_of_libraries() / library_of(*launch.mpi);
    if (!has_library(*launch.mpi))
        throw InputError(fmt::format("{}, and this program was built without {}: install its headers and build again, "
                                     "as ./run --mpi does for Open MPI, or start one process",
                                     started_words(launch), title_of(*launch.mpi)));
    library_ = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL); // Open MPI's own parts look for its symbols
    if (library_ == nullptr)
        throw InputError(fmt::format("{}, and the library of {} cannot be loaded: {}", started_words(launch),
                                     title_of(*launch.mpi), ::dlerror()));
    const auto calls_of = reinterpret_cast<RankCallsOf>(::dlsym(library_, rank_calls_function));
    calls_ = calls_of == nullptr ? nullptr : calls_of();
    if (calls_ == nullptr || calls_->version != rank_calls_version)
        throw InputError(fmt::format("{} belongs to another version of this program: build it again", file.string()));
    check(calls_->start(&rank_, &size_), "start");
    is_joined_ = true;
    if (launch.ranks && size_ != *launch.ranks) {
        const int reached = size_;
        static_cast<void>(calls_->finish());
        throw InputError(fmt::format("{}, but by {} this process reaches {}: start the program by the mpirun of {}",
                                     started_words(launch), library(), counted(reached, "task"),
                                     title_of(*launch.mpi)));
    }
    std::array<char, 256> name{};
    check(calls_->host(name.data(), name.size()), "name its host");
    host_ = name.data();
}

RankGroup::~RankGroup() {
    if (is_joined_) calls_->finish();
}

void RankGroup::check(int error, std::string_view what) const {
    if (error != 0) throw std::runtime_error(fmt::format("rank {} could not {}: error {} of MPI", rank_, what, error));
}

void RankGroup::send(int to, Tag tag, std::span<const std::byte> bytes) const {
    check(calls_->send(to, static_cast<int>(tag), bytes.data(), bytes.size()), "send a message");
}

std::optional<Message> RankGroup::look() const {
    int from = 0, tag = 0;
    long long count = -1;
    check(calls_->look(&from, &tag, &count), "look for a message");
    if (count < 0) return {};
    Message message{.from = from, .tag = static_cast<Tag>(tag), .bytes = Bytes(static_cast<std::size_t>(count))};
    check(calls_->receive(from, tag, message.bytes.data(), message.bytes.size()), "receive a message");
    return message;
}

void Waiting::rest() {
    constexpr int a_while = 50;
    times_ = std::min(times_ + 1, a_while);
    std::this_thread::sleep_for(std::chrono::milliseconds(times_ < a_while ? 1 : 5));
}

Message RankGroup::wait() const {
    Waiting waiting;
    while (true) {
        if (std::optional<Message> message = look()) return std::move(*message);
        waiting.rest();
    }
}

void RankGroup::remember(int rank, const std::string& host, pid_t process) {
    const auto is_this = [rank](const Neighbour& known) { return known.rank == rank; };
    if (host != host_ || !is_alive(process) || std::ranges::any_of(on_this_host_, is_this)) return;
    on_this_host_.push_back({.rank = rank, .process = process});
}

std::string RankGroup::lost() const {
    std::string words;
    for (const Neighbour& known : on_this_host_) {
        if (is_alive(known.process)) continue;
        if (!words.empty()) words += ", ";
        words += fmt::format("rank {} on host {} (process {})", known.rank, host_, known.process);
    }
    return words;
}

void RankGroup::confirm_end() {
    is_over_ = true;
    send(0, Tag::bye, {});
}

void RankGroup::finish() {
    if (!is_joined_) return;
    is_joined_ = false;
    check(calls_->finish(), "leave the other ranks");
}

std::unique_ptr<RankGroup> joined_ranks() {
    const std::optional<Launch> launch = launch_of(environment, has_library);
    return launch ? std::make_unique<RankGroup>(*launch) : nullptr;
}

} // namespace pairscope::scale
