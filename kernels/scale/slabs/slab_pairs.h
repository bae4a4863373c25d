// SPDX-License-Identifier: MIT
// The pairs of sets that are larger than memory, in fixed blocks: each needs two slabs, which are read when a block is
// computed, and kept as long as there is room.
#pragma once

#include "kernels/data/globe.h"
#include "kernels/data/slabs/slab_reader.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/scale/extreme_pair.h"
#include "kernels/scale/pair_blocks.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace pairscope::scale {

/// A set on one side of a question.
struct SlabSide {
    const SlabReader* reader = nullptr;
    std::optional<std::vector<std::int64_t>> listed{}; ///< these rows of it; absent: all

    [[nodiscard]] std::int64_t rows() const { return listed ? std::ssize(*listed) : reader->rows(); }
};

struct SlabQuestion {
    SlabSide first{};
    std::optional<SlabSide> second{}; ///< absent: there is one set
    Metric metric = Metric::euclidean;
    OwnDistance own{};
    bool same_rows = false;             ///< as in NeighbourQuestion
    bool prepares_rows = false;         ///< the metric changes rows before it compares them
    OddKinds odd_rows = OddKinds::none; ///< these rows are counted

    [[nodiscard]] bool is_one_set() const { return !second; }
    [[nodiscard]] const SlabSide& across() const { return second ? *second : first; }
    [[nodiscard]] std::int64_t dims() const { return first.reader->dims(); }
    /// See Slack: that of keys which are not exact. Places on the Earth are compared by chords.
    [[nodiscard]] neighbours::Slack slack() const;
    /// Does a distance decide, as it is shown? Then equal ones are equally far apart: see Measure.
    [[nodiscard]] bool is_prepared() const { return metric == Metric::euclidean && prepares_rows; }
    /// The cheap key of a pair with this exact key, apart from rounding.
    [[nodiscard]] double cheap_key_of(double exact_key) const {
        return metric == Metric::great_circle ? neighbours::key_of_distance(metric, exact_key) : exact_key;
    }
};

/// Do all pairs of a set and itself count, or only those of a row and a later row?
enum class Directions : bool { one, both };

/// What all rows of the sets decide.
struct SlabTraits {
    bool has_exact_keys = false;         ///< see Measure::look_for_exact_keys()
    bool has_distinct_distances = false; ///< pairs whose distances are the same double are surely equally far apart
    std::int64_t usable = 0, usable_across = 0; ///< vectors that have distances
    OddRows odd{}, odd_across{};                ///< for metrics that may divide by lengths or sums
    std::vector<std::uint64_t> hashes{},
        hashes_across{}; ///< one for each slab; empty: slabs are not compared with them
};

/// Many threads may use it at once.
class SlabPairs {
public:
    /// `memory`: bytes that all slabs and what is computed of them may take. The readers must outlive this. Throws
    /// InputError where so many threads need more.
    SlabPairs(SlabQuestion question, Directions directions, std::int64_t memory, int threads);

    [[nodiscard]] const SlabQuestion& question() const { return question_; }
    [[nodiscard]] const PairBlocks& blocks() const { return blocks_; }
    [[nodiscard]] std::int64_t slabs() const { return slabs_of(question_.first); }
    [[nodiscard]] std::int64_t slabs_across() const { return slabs_of(question_.across()); }
    /// From now on a slab with another hash is refused: the file was changed.
    void expect(const SlabTraits& traits);

    using Slab = std::shared_ptr<const SlabReader::Slab>;
    /// Slab `number` of the first set (0) or the second one (1).
    [[nodiscard]] Slab slab(int set, std::int64_t number) const;
    /// Frees the slabs that nobody uses now.
    void forget_slabs() const;
    /// The name of the first row of the block's sides, and of the others, in the whole sets.
    [[nodiscard]] RowNames rows_named(const PairBlock& block) const;
    [[nodiscard]] RowNames cols_named(const PairBlock& block) const;

    /// Calls `use` with the question about the pairs of this block alone, whose rows begin at 0.
    template <class Use> void with_block(const PairBlock& block, const Use& use) const {
        const bool is_same = question_.is_one_set() && block.first_row == block.first_col;
        const Slab rows = slab(0, block.first_row / blocks_.side);
        const Slab cols = is_same ? rows : slab(question_.is_one_set() ? 0 : 1, block.first_col / blocks_.side);
        use(neighbours::NeighbourQuestion{.first = rows->set,
                                          .second = is_same ? nullptr : &cols->set,
                                          .k = 1,
                                          .metric = question_.metric,
                                          .own = question_.own,
                                          .same_rows = question_.same_rows && block.first_row == block.first_col});
    }
    /// What a run reads, if nothing of it stays in memory [B].
    [[nodiscard]] double bytes_to_read() const;

private:
    struct Kept {
        std::shared_ptr<SlabReader::Slab> slab{}; ///< null: a thread reads it
        std::int64_t bytes = 0, last_use = 0;
    };
    using Key = std::pair<int, std::int64_t>;

    [[nodiscard]] std::int64_t slabs_of(const SlabSide& side) const {
        return (side.rows() + blocks_.side - 1) / blocks_.side;
    }
    [[nodiscard]] std::shared_ptr<SlabReader::Slab> read(int set, std::int64_t number, Values room) const;
    void make_room() const;
    [[nodiscard]] Values spare_values() const;

    SlabQuestion question_;
    PairBlocks blocks_;
    std::int64_t room_; ///< for slabs [B]
    SlabTraits traits_;
    mutable std::mutex mutex_;
    mutable std::condition_variable read_;
    mutable std::map<Key, Kept> kept_;
    mutable std::vector<Values> spare_; ///< memory of slabs that are gone, for the next ones; not more than threads
    std::size_t most_spare_ = 0;
    mutable std::int64_t bytes_ = 0, uses_ = 0;
};

/// The bytes that a run with so many threads needs at least for such vectors.
[[nodiscard]] std::int64_t least_memory(const PairBlocks& blocks, std::int64_t dims, int threads);

} // namespace pairscope::scale
