// SPDX-License-Identifier: MIT
#include "app/cli/reports/equal_findings.h"

#include "app/chart/number_text.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace pairscope::cli {
namespace {

using profiling::Judgement;

bool is_numeral(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

/// The text without its numbers, but with the lines of files: "a.cu:41: thread (, , ) writes".
std::string without_numbers(const std::string& text) {
    std::string kept;
    bool is_line = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (letter == ':' && i > 0 && (text[i - 1] == 'u' || text[i - 1] == 'h' || text[i - 1] == 'p')) is_line = true;
        if (!is_numeral(letter) && letter != ':') is_line = false;
        const bool separates =
            letter == ' ' && i > 0 && is_numeral(text[i - 1]) && i + 1 < text.size() && is_numeral(text[i + 1]);
        if (is_numeral(letter) ? is_line : letter != '.' && letter != '-' && letter != '+' && !separates)
            kept += letter;
    }
    return kept;
}

/// "kernels/.../tile.cu:33: shared-memory race" of a finding that goes on with block and thread.
std::string place_and_kind(const std::string& finding) { return finding.substr(0, finding.find(": block (")); }

struct Key {
    int rank = 0; ///< causes first
    std::string variant, what;
    auto operator<=>(const Key&) const = default;
};

Key key_of(const CheckRow& row) {
    if (row.verdict && row.verdict->examination && row.verdict->examination->faults > 0)
        return {0, row.variant, place_and_kind(row.verdict->examination->findings.front())};
    const int rank = row.result == name_of(profiling::Outcome::failed)    ? 1
                     : row.result == name_of(profiling::Outcome::skipped) ? 3
                                                                          : 2;
    // The line of the store tells one fault from another, if it is known.
    if (row.verdict && !row.verdict->writer.empty())
        return {rank, row.variant, row.verdict->writer.substr(row.verdict->writer.rfind(' ') + 1)};
    return {rank, row.variant, without_numbers(row.told)};
}

bool is_told(const CheckRow& row) { return !(row.verdict && row.verdict->right()); }

/// "n = 33 to 4 096" of these rows.
std::string sizes_text(const std::vector<CheckRow>& rows, const std::vector<std::size_t>& which) {
    const auto [least, most] = std::ranges::minmax(which, {}, [&](std::size_t i) { return rows[i].setting.n; });
    const std::int64_t from = rows[least].setting.n, to = rows[most].setting.n;
    return from == to ? fmt::format("n = {}", app::grouped(from))
                      : fmt::format("n = {} to {}", app::grouped(from), app::grouped(to));
}

/// The row whose sentence tells most: where the output is wrong, too, the cause and what it does.
const CheckRow& most_telling(const std::vector<CheckRow>& rows, const std::vector<std::size_t>& which) {
    const auto is_wrong = [&](std::size_t i) { return rows[i].result == name_of(Judgement::wrong); };
    const auto found = std::ranges::find_if(which, is_wrong);
    return rows[found == which.end() ? which.front() : *found];
}

} // namespace

EqualFindings::EqualFindings(const std::vector<CheckRow>& rows) : finding_of_row_(rows.size()) {
    std::map<Key, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (is_told(rows[i])) groups[key_of(rows[i])].push_back(i);
    for (const auto& [key, which] : groups) {
        if (which.size() < 2) continue;
        for (const std::size_t row : which) finding_of_row_[row] = sentences_.size() + 1;
        sentences_.push_back(fmt::format("Finding {}, in {} runs of {} ({}): {}.", sentences_.size() + 1,
                                         app::grouped(std::ssize(which)), short_name(key.variant),
                                         sizes_text(rows, which), most_telling(rows, which).told));
    }
}

std::string EqualFindings::name_of(std::size_t row) const {
    return finding_of_row_[row] == 0 ? std::string() : fmt::format("finding {}", finding_of_row_[row]);
}

} // namespace pairscope::cli
