// SPDX-License-Identifier: MIT
// An array in a .npy or idx file whose rows are read at their places, without the rest of the file and without a
// memory map: a file that is cut while it is read is an InputError, not a signal.
#pragma once

#include "kernels/data/file_descriptor.h"
#include "kernels/data/readers/input_file.h"
#include "kernels/data/readers/npy_header.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace pairscope {

/// The largest number of rows that verbs read in slabs.
inline constexpr std::int64_t most_rows_in_slabs = 1'000'000'000;

/// Many threads may read at once.
class ArrayFile {
public:
    /// Throws InputError for a file that is none of the two formats, that is compressed, whose array stands column by
    /// column, or that is shorter or longer than its header says.
    explicit ArrayFile(const InputFile& file);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string name() const; ///< without the folder
    [[nodiscard]] std::int64_t rows() const { return header_.rows; }
    [[nodiscard]] std::int64_t cols() const { return header_.cols; }
    [[nodiscard]] std::int64_t row_bytes() const { return header_.cols * header_.item_bytes(); }
    /// The type and the shape. An idx file has the type that .npy would have.
    [[nodiscard]] const NpyHeader& header() const { return header_; }
    /// Does float32 hold every number of this type?
    [[nodiscard]] bool is_held_by_float32() const;
    /// What a user should know of how it is read, without a full stop; empty: nothing.
    [[nodiscard]] const std::string& note() const { return note_; }
    /// Where each row is a picture of the idx format: pixels per row; 0: they are none.
    [[nodiscard]] std::int64_t picture_width() const { return picture_width_; }

    /// Fills `bytes` with rows from `first` on, as they stand in the file. Throws InputError if the file ends before,
    /// and if somebody wrote to it since it was opened.
    void read(std::int64_t first, std::span<char> bytes) const;
    /// Asks the system to read these rows soon, while others are computed with.
    void read_ahead(std::int64_t first, std::int64_t rows) const;
    /// A hash of the size, the header and 64 spread blocks of the first `rows` rows.
    [[nodiscard]] std::uint64_t fingerprint(std::int64_t rows) const;
    /// Throws InputError that says what is wrong with the file.
    [[noreturn]] void refuse(std::string_view finding) const;
    [[noreturn]] void refuse_changed() const;

private:
    /// Compares size and time of change with those when the file was opened.
    void check_unchanged() const;

    std::filesystem::path path_;
    FileDescriptor descriptor_;
    FileStamp opened_{};
    NpyHeader header_;
    std::string note_;
    std::int64_t picture_width_ = 0;
    std::int64_t begin_ = 0; ///< the place of the first number
};

} // namespace pairscope
