// SPDX-License-Identifier: MIT
// Threads that compute the pieces of one rank, while its first thread talks to the other ranks.
#pragma once

#include "kernels/scale/piece_work.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace pairscope::scale {

struct PieceRange {
    std::int64_t first = 0, count = 0;
};

struct FinishedPiece {
    std::int64_t piece = 0;
    double seconds = 0.0; ///< that it took
    Bytes result;
};

class PiecePool {
public:
    /// The work must outlive this. A stop ends the pieces that are being computed.
    PiecePool(const PieceWork& work, int threads, std::stop_token stop);
    ~PiecePool();
    PiecePool(const PiecePool&) = delete;
    PiecePool& operator=(const PiecePool&) = delete;

    void add(PieceRange pieces);
    /// Pieces that were added and not taken back yet.
    [[nodiscard]] std::int64_t open() const { return open_; }
    /// The pieces that were finished since the last call. Throws what a piece has thrown.
    [[nodiscard]] std::vector<FinishedPiece> take();

private:
    void compute();
    [[nodiscard]] std::optional<std::int64_t> next();

    const PieceWork& work_;
    std::stop_token stop_;
    std::stop_source ending_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<PieceRange> waiting_;
    std::vector<FinishedPiece> finished_;
    std::exception_ptr error_;
    std::int64_t open_ = 0; ///< only the thread that adds and takes uses it
    std::vector<std::jthread> threads_;
};

} // namespace pairscope::scale
