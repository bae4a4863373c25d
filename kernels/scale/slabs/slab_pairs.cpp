// SPDX-License-Identifier: MIT
#include "kernels/scale/slabs/slab_pairs.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/engines/cpu/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <span>

namespace pairscope::scale {
namespace {

std::int64_t bytes_of(const Dataset& set) {
    const std::int64_t values = std::visit(
        [](const auto& all) { return std::ssize(all) * static_cast<std::int64_t>(sizeof(all.front())); }, set.values);
    return values + std::ssize(set.low) * static_cast<std::int64_t>(sizeof(float));
}

PairBlocks blocks_of(const SlabQuestion& question, Directions directions) {
    return blocks_for(question.first.rows(), question.across().rows(),
                      question.is_one_set() && directions == Directions::one, question.dims());
}

std::int64_t coordinates_of_slab(const PairBlocks& blocks, std::int64_t dims) {
    return std::min(blocks.side, std::max(blocks.rows, blocks.cols)) * dims;
}

} // namespace

std::int64_t least_memory(const PairBlocks& blocks, std::int64_t dims, int threads) {
    constexpr std::int64_t slabs = 2, bytes_of_keys = 8; // for each coordinate of the two slabs
    const std::int64_t bytes_of_thread =
        SlabReader::bytes_while_read + slabs * (SlabReader::bytes_of_coordinate + bytes_of_keys);
    return threads * coordinates_of_slab(blocks, dims) * bytes_of_thread;
}

neighbours::Slack SlabQuestion::slack() const {
    const std::array<std::int64_t, 1> row{0};
    const Dataset one = first.reader->rows_of(row);
    return neighbours::Measure({.first = one, .k = 1, .metric = metric, .own = own}).slack();
}

SlabPairs::SlabPairs(SlabQuestion question, Directions directions, std::int64_t memory, int threads)
    : question_(std::move(question)), blocks_(blocks_of(question_, directions)) {
    const int used = cpu::threads_to_use(threads);
    const std::int64_t needed = least_memory(blocks_, question_.dims(), used);
    if (memory < needed)
        throw InputError(
            fmt::format("--memory is too small by {}, because slabs of the files need {} for {}, beside what "
                        "the program itself takes: give more memory or fewer --threads",
                        bytes_in_words(static_cast<double>(needed - memory)),
                        bytes_in_words(static_cast<double>(needed)), counted(used, "thread")));
    most_spare_ = static_cast<std::size_t>(used); // each thread reads into one, which least_memory() counts
    const std::int64_t bytes_of_slab =
        std::max<std::int64_t>(1, coordinates_of_slab(blocks_, question_.dims()) * SlabReader::bytes_of_coordinate);
    room_ = memory - needed + 2 * used * bytes_of_slab;
    const std::int64_t all = slabs() + (question_.is_one_set() ? 0 : slabs_across());
    // Blocks go over all slabs in turn: where not all of them fit, none would still be there when it is needed again.
    if (all > room_ / bytes_of_slab) room_ = std::min(room_, (4 * used + 8) * bytes_of_slab);
}

void SlabPairs::expect(const SlabTraits& traits) { traits_ = traits; }

RowNames SlabPairs::rows_named(const PairBlock& block) const {
    if (!question_.first.listed) return {.first = block.first_row};
    return {.first = 0,
            .listed = std::span(*question_.first.listed).subspan(static_cast<std::size_t>(block.first_row))};
}

RowNames SlabPairs::cols_named(const PairBlock& block) const {
    if (!question_.across().listed) return {.first = block.first_col};
    return {.first = 0,
            .listed = std::span(*question_.across().listed).subspan(static_cast<std::size_t>(block.first_col))};
}

std::shared_ptr<SlabReader::Slab> SlabPairs::read(int set, std::int64_t number, Values room) const {
    constexpr std::int64_t bytes_ahead = std::int64_t{1} << 22;
    const SlabSide& side = set == 0 ? question_.first : question_.across();
    const std::int64_t first = number * blocks_.side, count = std::min(blocks_.side, side.rows() - first);
    if (side.listed)
        return std::make_shared<SlabReader::Slab>(SlabReader::Slab{
            .set = side.reader->rows_of(
                std::span(*side.listed).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)))});
    const std::int64_t rows_ahead = std::max(count, bytes_ahead / side.reader->file().row_bytes());
    if (first + count < side.rows()) side.reader->file().read_ahead(first + count, rows_ahead);
    auto slab = std::make_shared<SlabReader::Slab>(side.reader->read(first, count, std::move(room)));
    const std::vector<std::uint64_t>& hashes = set == 0 ? traits_.hashes : traits_.hashes_across;
    if (!hashes.empty() && hashes.at(static_cast<std::size_t>(number)) != slab->hash)
        side.reader->file().refuse_changed();
    return slab;
}

SlabPairs::Slab SlabPairs::slab(int set, std::int64_t number) const {
    const Key key(set, number);
    std::unique_lock lock(mutex_);
    if (const auto found = kept_.find(key); found != kept_.end()) {
        read_.wait(lock, [&] { return !kept_.contains(key) || kept_[key].slab; });
        if (kept_.contains(key)) {
            kept_[key].last_use = ++uses_;
            return kept_[key].slab;
        }
    }
    kept_[key] = {};
    Values room = spare_values();
    lock.unlock();
    std::shared_ptr<SlabReader::Slab> slab;
    try {
        slab = read(set, number, std::move(room));
    } catch (...) {
        lock.lock();
        kept_.erase(key);
        read_.notify_all();
        throw;
    }
    lock.lock();
    kept_[key] = {.slab = slab, .bytes = bytes_of(slab->set), .last_use = ++uses_};
    bytes_ += kept_[key].bytes;
    make_room();
    read_.notify_all();
    return slab;
}

void SlabPairs::forget_slabs() const {
    const std::scoped_lock lock(mutex_);
    for (auto it = kept_.begin(); it != kept_.end();) {
        if (it->second.slab.use_count() != 1) {
            ++it;
            continue;
        }
        bytes_ -= it->second.bytes;
        it = kept_.erase(it);
    }
    spare_.clear();
}

/// Slabs that nobody uses go, the one first that was not used for longest.
void SlabPairs::make_room() const {
    while (bytes_ > room_) {
        auto oldest = kept_.end();
        for (auto it = kept_.begin(); it != kept_.end(); ++it)
            if (it->second.slab.use_count() == 1 &&
                (oldest == kept_.end() || it->second.last_use < oldest->second.last_use))
                oldest = it;
        if (oldest == kept_.end()) return;
        bytes_ -= oldest->second.bytes;
        std::atomic_thread_fence(std::memory_order_acquire); // the last thread that used it has read all of it
        if (spare_.size() < most_spare_) spare_.push_back(std::move(oldest->second.slab->set.values));
        kept_.erase(oldest);
    }
}

Values SlabPairs::spare_values() const {
    if (spare_.empty()) return {};
    Values values = std::move(spare_.back());
    spare_.pop_back();
    return values;
}

double SlabPairs::bytes_to_read() const {
    const auto bytes_of_set = [](const SlabSide& side) {
        return static_cast<double>(side.rows()) * static_cast<double>(side.reader->file().row_bytes());
    };
    const double once =
        bytes_of_set(question_.first) + (question_.is_one_set() ? 0.0 : bytes_of_set(question_.across()));
    const double coordinates =
        static_cast<double>(question_.first.rows() + (question_.is_one_set() ? 0 : question_.across().rows())) *
        static_cast<double>(question_.dims());
    if (coordinates * SlabReader::bytes_of_coordinate <= static_cast<double>(room_)) return once;
    const double bytes_of_slab =
        static_cast<double>(blocks_.side) * static_cast<double>(question_.across().reader->file().row_bytes());
    return std::max(once, static_cast<double>(blocks_.count()) * bytes_of_slab);
}

} // namespace pairscope::scale
