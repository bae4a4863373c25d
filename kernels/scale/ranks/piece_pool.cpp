// SPDX-License-Identifier: MIT
#include "kernels/scale/ranks/piece_pool.h"

#include <chrono>
#include <utility>

namespace pairscope::scale {

PiecePool::PiecePool(const PieceWork& work, int threads, std::stop_token stop) : work_(work), stop_(std::move(stop)) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { compute(); });
}

PiecePool::~PiecePool() {
    ending_.request_stop();
    changed_.notify_all();
}

void PiecePool::add(PieceRange pieces) {
    if (pieces.count == 0) return;
    open_ += pieces.count;
    {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back(pieces);
    }
    changed_.notify_all();
}

std::vector<FinishedPiece> PiecePool::take() {
    const std::scoped_lock lock(mutex_);
    if (error_) std::rethrow_exception(error_);
    open_ -= std::ssize(finished_);
    return std::exchange(finished_, {});
}

std::optional<std::int64_t> PiecePool::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, ending_.get_token(), [this] { return !waiting_.empty(); });
    if (ending_.stop_requested() || stop_.stop_requested() || error_ || waiting_.empty()) return {};
    PieceRange& range = waiting_.front();
    const std::int64_t piece = range.first++;
    if (--range.count == 0) waiting_.pop_front();
    return piece;
}

void PiecePool::compute() {
    const std::stop_callback stop_with(stop_, [this] { ending_.request_stop(); });
    while (const std::optional<std::int64_t> piece = next()) {
        try {
            const auto began = std::chrono::steady_clock::now();
            Bytes result = work_.compute(*piece, ending_.get_token());
            if (ending_.stop_requested()) return;
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
            const std::scoped_lock lock(mutex_);
            finished_.push_back({.piece = *piece, .seconds = seconds, .result = std::move(result)});
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            error_ = std::current_exception();
        }
    }
}

} // namespace pairscope::scale
