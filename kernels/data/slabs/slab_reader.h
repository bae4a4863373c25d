// SPDX-License-Identifier: MIT
// Rows of a set that is larger than memory, as the whole set would have them: with the same origin and the same scales.
#pragma once

#include "kernels/data/coordinates.h"
#include "kernels/data/dataset.h"
#include "kernels/data/slabs/array_file.h"
#include "kernels/ladder/workload.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pairscope {

/// What is done to the numbers of a file.
struct SlabForm {
    Element element = Element::float32;
    std::int64_t dims = 0;               ///< the first coordinates of each vector
    bool unit_length = false;            ///< every vector is scaled to length 1
    bool may_shift = true;               ///< see VectorRequest::may_shift
    bool standardise = false;            ///< each column is scaled to mean 0 and standard deviation 1
    std::vector<ColumnScale> scales{};   ///< found by find_columns()
    std::vector<ColumnOrigin> origins{}; ///< found by find_columns(); empty: nothing is subtracted
    using Prepare = std::function<void(Dataset&)>;
    Prepare prepare{}; ///< what is done to the rows afterwards; null: nothing
};

/// Many threads may read at once.
class SlabReader {
public:
    /// The first `rows` rows of the file.
    SlabReader(std::shared_ptr<const ArrayFile> file, std::int64_t rows, SlabForm form);

    [[nodiscard]] const ArrayFile& file() const { return *file_; }
    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t dims() const { return form_.dims; }
    [[nodiscard]] const SlabForm& form() const { return form_; }
    /// From now on each slab is changed so, by many threads at once.
    void prepare_by(SlabForm::Prepare prepare) { form_.prepare = std::move(prepare); }
    /// The set without its vectors: what it is called and how large it is.
    [[nodiscard]] Dataset description() const;

    struct Slab {
        Dataset set;
        std::uint64_t hash = 0; ///< a hash_of_block() of its bytes in the file
    };
    /// Rows [first, first + count). Throws InputError for numbers that the workload does not take, and where the file
    /// ends before.
    /// `room` is the memory of values that nobody needs: the system would have to clear other memory first, which takes
    /// longer than reading.
    [[nodiscard]] Slab read(std::int64_t first, std::int64_t count, Values room = {}) const;
    /// These rows, in this order.
    [[nodiscard]] Dataset rows_of(std::span<const std::int64_t> rows) const;
    /// The bytes that one coordinate of a slab takes while it is read, and afterwards.
    static constexpr std::int64_t bytes_while_read = 24, bytes_of_coordinate = 8;

    /// Are there 64-bit whole numbers among the rows that were read so far that a double does not hold?
    [[nodiscard]] bool has_rounded() const { return has_rounded_.load(std::memory_order_relaxed); }

    /// The numbers of the file, all columns of them, without scales and origins.
    [[nodiscard]] FileNumbers numbers(std::int64_t first, std::int64_t count) const;

private:
    friend void find_columns(std::span<SlabReader* const>, std::int64_t);
    void take_bytes(std::int64_t first, std::span<const char> bytes, Dataset& set) const;
    void take(FileNumbers numbers, Dataset& set) const;
    void take(std::vector<std::uint8_t> bytes, Dataset& set) const;
    [[nodiscard]] FileNumbers numbers_in(std::int64_t first, std::span<const char> bytes) const;
    void require_taken(std::int64_t first, std::span<const double> numbers, std::int64_t at) const;
    void finish(Dataset& set) const;

    std::shared_ptr<const ArrayFile> file_;
    std::int64_t rows_;
    SlabForm form_;
    mutable std::atomic<bool> has_rounded_ = false;
};

/// Decides what is subtracted from the columns of these sets, which are compared with each other, and by what they are
/// divided: as it is decided of whole sets (see origins_for(), scale_of()). Where a type may have more digits than
/// float32, this reads the files once or several times, in `memory` bytes. Throws InputError where not even one column
/// fits.
void find_columns(std::span<SlabReader* const> sets, std::int64_t memory);

} // namespace pairscope
