// SPDX-License-Identifier: MIT
#include "app/cli/verbs/distances/output_place.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

constexpr double most_unasked = 1e10;      ///< [B] that are written without --yes
constexpr double most_of_free_space = 0.5; ///< a part of the free space that is taken without --yes

} // namespace

std::filesystem::path OutputPlace::folder() const {
    std::error_code none;
    if (is_standard_output()) return std::filesystem::temp_directory_path(none);
    return file_.has_parent_path() ? file_.parent_path() : std::filesystem::path(".");
}

void OutputPlace::require_usable(std::span<const std::filesystem::path> inputs) const {
    if (is_standard_output()) return;
    require_no_input(file_, inputs);
    require_savable(file_);
}

void OutputPlace::require_room(double bytes, bool is_asked_for, std::string_view advice) const {
    const std::string size = bytes_in_words(bytes);
    std::error_code unknown;
    const std::filesystem::space_info space = std::filesystem::space(folder(), unknown);
    const double free = unknown || is_standard_output() ? -1.0 : double(space.available);
    if (free >= 0.0 && bytes > free)
        throw InputError(fmt::format("cannot save {}: it would have {}, and its disk has {} left; {}", shown(file_),
                                     size, bytes_in_words(free), advice));
    if (is_asked_for) return;
    const std::string what = is_standard_output() ? "the output" : shown(file_);
    if (bytes > most_unasked)
        throw InputError(fmt::format("{} would have {}; {}, or write it all the same with --yes", what, size, advice));
    if (free >= 0.0 && bytes > most_of_free_space * free)
        throw InputError(fmt::format("{} would have {}, which is more than half of the {} that its disk has left; {}, "
                                     "or write it all the same with --yes",
                                     what, size, bytes_in_words(free), advice));
}

void OutputPlace::write(bool is_binary, const std::function<void(const ByteSink&)>& write) const {
    if (!is_standard_output()) return save_atomically(file_, write);
    if (is_binary && ::isatty(STDOUT_FILENO) == 1)
        throw InputError("a terminal cannot show binary data; name a file with -o, or write into a pipe");
    const ByteSink sink = [](std::span<const std::byte> bytes) {
        print({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    };
    write(sink);
    flush_output();
}

TableForm table_form(const Format& format, const OutputPlace& place) {
    const std::string ending = place.file().extension().string();
    const bool is_csv = ending == ".csv", is_json = ending == ".json";
    if ((format.csv && is_json) || (format.json && is_csv))
        throw InputError(fmt::format("--{} contradicts the ending of {}: leave one of the two out",
                                     format.csv ? "csv" : "json", shown(place.file())));
    if (format.json || is_json) return TableForm::json;
    if (format.csv || is_csv) return TableForm::csv;
    if (!place.is_standard_output())
        throw InputError("--output writes a table: give --csv or --json, or a name that ends in .csv or .json");
    return TableForm::for_people;
}

} // namespace pairscope::cli
