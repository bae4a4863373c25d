// SPDX-License-Identifier: MIT
#include "kernels/data/formats/libsvm.h"

#include "kernels/data/readable.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

/// A label, and the features that are not 0, by their numbers.
struct LabelledLine {
    double label = 0.0;
    std::vector<std::pair<std::int64_t, double>> features{};
};

std::string_view next_word(std::string_view& line) {
    constexpr std::string_view blanks = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

std::optional<double> number_in_word(std::string_view word) {
    const ParsedCell cell = cell_of(word, '.');
    if (cell.kind != CellKind::number || cell.grouped || cell.currency != 0 || cell.is_percentage) return {};
    return cell.value;
}

/// Absent: the line is none of LIBSVM. Features stand in the order of their numbers.
std::optional<LabelledLine> example_in(std::string_view line) {
    line = line.substr(0, line.find('#')); // a comment
    const std::optional<double> label = number_in_word(next_word(line));
    if (!label) return {};
    LabelledLine example{.label = *label};
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        const std::size_t colon = std::min(word.find(':'), word.size());
        std::int64_t feature = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + colon, feature);
        const bool is_feature = error == std::errc{} && end == word.data() + colon && colon + 1 < word.size();
        const std::int64_t last = example.features.empty() ? -1 : example.features.back().first;
        const std::optional<double> value = is_feature ? number_in_word(word.substr(colon + 1)) : std::nullopt;
        if (!value || feature <= last) return {};
        example.features.emplace_back(feature, *value);
    }
    return example;
}

bool is_blank_or_comment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos || line[first] == '#';
}

/// Are the first lines all of this form, with a feature at least?
bool begins_like_libsvm(std::string_view head, bool is_whole) {
    constexpr int enough = 16;
    int lines = 0;
    bool has_features = false;
    while (!head.empty() && lines < enough) {
        const std::size_t end = head.find('\n');
        if (end == std::string_view::npos && !is_whole) break;
        const std::string_view line = head.substr(0, end);
        head.remove_prefix(std::min(end == std::string_view::npos ? end : end + 1, head.size()));
        if (is_blank_or_comment(line)) continue;
        const std::optional<LabelledLine> example = example_in(line);
        if (!example) return false;
        ++lines;
        has_features = has_features || !example->features.empty();
    }
    return has_features;
}

} // namespace

std::optional<Table> read_libsvm(ByteSource& source, std::int64_t most_columns) {
    constexpr std::size_t bytes_of_look = std::size_t{1} << 16;
    const std::string_view head = source.peek(bytes_of_look);
    if (!begins_like_libsvm(head, head.size() < bytes_of_look)) return {};
    const std::string text = source.read_rest();
    std::vector<LabelledLine> examples;
    Table table{.name = {}, .format = "LIBSVM", .columns = {}, .credit = {}};
    std::int64_t first = 1, last = 0, number = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++number;
        if (is_blank_or_comment(line)) continue;
        std::optional<LabelledLine> example = example_in(line);
        if (!example)
            source.refuse(
                fmt::format("line {} has {}, where a label and features such as 3:0.5 belong, in rising order "
                            "as in the lines above",
                            grouped(number), excerpt(line)));
        if (!example->features.empty()) {
            first = std::min(first, example->features.front().first);
            last = std::max(last, example->features.back().first);
        }
        examples.push_back(*std::move(example));
        table.lines.push_back(number);
    }
    const std::int64_t features = last - first + 1;
    if (features + 1 > most_columns)
        source.refuse(fmt::format("its last feature is number {}, and at most {} columns can be read; keep only the "
                                  "features that you need",
                                  grouped(last), grouped(most_columns)));
    table.total_rows = std::ssize(examples);
    table.rows = std::min(table.total_rows, most_rows(features + 1));
    table.lines.resize(static_cast<std::size_t>(table.rows));
    examples.resize(static_cast<std::size_t>(table.rows));
    table.columns.push_back({.name = "label", .numbers = {}, .texts = {}});
    for (std::int64_t feature = first; feature <= last; ++feature)
        table.columns.push_back({.name = fmt::format("feature {}", feature),
                                 .numbers = std::vector<double>(examples.size(), 0.0),
                                 .texts = {}});
    for (std::size_t row = 0; row < examples.size(); ++row) {
        table.columns.front().numbers.push_back(examples[row].label);
        for (const auto& [feature, value] : examples[row].features)
            table.columns[static_cast<std::size_t>(feature - first + 1)].numbers[row] = value;
    }
    table.notes.emplace_back("it was read as a file of LIBSVM; a feature that a line does not name is 0");
    return table;
}

} // namespace pairscope
