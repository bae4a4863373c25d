// SPDX-License-Identifier: MIT
// Where the data of a verb goes, piece by piece: into a file, or to standard output.
#pragma once

#include "app/cli/reports/output.h"
#include "kernels/data/save.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace pairscope::cli {

class OutputPlace {
public:
    /// `file`: empty or "-" for standard output.
    explicit OutputPlace(std::filesystem::path file) : file_(file == "-" ? std::filesystem::path() : std::move(file)) {}

    [[nodiscard]] bool is_standard_output() const { return file_.empty(); }
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    /// The folder of the file, or one for temporary files.
    [[nodiscard]] std::filesystem::path folder() const;
    /// Throws the InputError that writing there would end with: it is one of the inputs, or cannot be written.
    void require_usable(std::span<const std::filesystem::path> inputs) const;
    /// Throws InputError if so many bytes do not fit onto the disk, or if they are more than anybody writes by mistake
    /// and `is_asked_for` is false. `advice` says how to write fewer.
    void require_room(double bytes, bool is_asked_for, std::string_view advice) const;
    /// Gives `write` a sink. A file takes the place of an older one only when it is whole. Throws InputError, and
    /// std::runtime_error where standard output takes no more.
    void write(bool is_binary, const std::function<void(const ByteSink&)>& write) const;

private:
    std::filesystem::path file_;
};

/// How a table of results is written.
enum class TableForm : std::uint8_t { for_people, csv, json };
/// What the options and the ending of the file say. Throws InputError where a file is named and nothing says which form
/// it gets, or where they contradict each other.
[[nodiscard]] TableForm table_form(const Format& format, const OutputPlace& place);

} // namespace pairscope::cli
