// SPDX-License-Identifier: MIT
// Lists of pairs: two names and their distance on each line. A part of distance_lists.h.
#include "kernels/data/columns/column_names.h"
#include "kernels/data/dataset.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/readers/distance_lists.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/readers/records.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace pairscope {
namespace {

using Cells = std::vector<Field>;

/// The first lines that are no comments, divided by one of the separators of tables, so that all have as many cells, at
/// least three. Empty: none does that.
std::vector<Cells> divided_head(std::string_view text, std::size_t most_lines) {
    constexpr std::size_t fewest_cells = 3;
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    for (const char separator : std::string_view("\t;,| ")) {
        std::vector<Cells> rows;
        for (std::string_view rest = text; !rest.empty() && rows.size() < most_lines;) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            const std::string_view line = rest.substr(0, end);
            if (!is_blank(line) && !begins_with_hash(line))
                split_into(rows.emplace_back(), line, {.field = separator, .line = '\n'});
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        const auto has_width = [&](const Cells& cells) { return cells.size() == rows.front().size(); };
        if (!rows.empty() && rows.front().size() >= fewest_cells && std::ranges::all_of(rows, has_width)) return rows;
    }
    return {};
}

bool is_number(const Field& field) {
    return cell_of(field.text, '.').kind == CellKind::number || cell_of(field.text, ',').kind == CellKind::number;
}

bool is_whole(const Field& field) {
    return !field.text.empty() && field.text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Two whole numbers and a third one on each line, and no two of them twice in the same order?
bool may_number_pairs(std::string_view head) {
    head = head.substr(0, head.rfind('\n') + 1); // the last line may be cut
    std::vector<Cells> rows = divided_head(head, head.size());
    if (!rows.empty() && !std::ranges::all_of(rows.front(), is_number)) rows.erase(rows.begin());
    std::set<std::pair<std::string_view, std::string_view>> pairs;
    return !rows.empty() && std::ranges::all_of(rows, [&](const Cells& cells) {
        return cells.size() == 3 && is_whole(cells[0]) && is_whole(cells[1]) && is_number(cells[2]) &&
               pairs.emplace(cells[0].text, cells[1].text).second;
    });
}

/// The columns of a list.
struct PairColumns {
    std::size_t first = 0, second = 1;
    std::optional<std::size_t> distance{}; ///< absent: more than one may hold the distances
    bool are_named = false;                ///< the header says so
    bool are_unsure = false;               ///< nothing but the numbers says so
};

/// Ends and distances by the header.
std::optional<PairColumns> named_columns(const std::vector<Column>& columns) {
    std::vector<std::string> names;
    for (const Column& column : columns) names.push_back(column.name);
    const auto found = pair_ends(names);
    if (!found) return {};
    PairColumns pair{.first = found->first, .second = found->second, .are_named = found->are_sure};
    std::vector<std::size_t> distances, others;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const PairNumbers numbers = numbers_of_pairs(names[k]);
        if (k == pair.first || k == pair.second || !columns[k].is_numeric() || numbers == PairNumbers::others) continue;
        const bool is_sure = numbers == PairNumbers::distances || numbers == PairNumbers::weights;
        (is_sure ? distances : others).push_back(k);
    }
    if (distances.empty()) distances = others;
    if (distances.empty()) return {};
    if (distances.size() == 1) pair.distance = distances.front();
    return pair;
}

std::optional<PairColumns> columns_of_pairs(const Table& table, bool is_chosen) {
    const auto& columns = table.columns;
    if (const auto named = named_columns(columns)) return named;
    if (columns.size() != 3 || !columns[2].is_numeric()) return {};
    const bool are_texts = !columns[0].is_numeric() && !columns[1].is_numeric();
    const bool are_counted =
        columns[0].is_plain && columns[1].is_plain && columns[0].is_numeric() && columns[1].is_numeric();
    if (!are_texts && !are_counted) return {};
    return PairColumns{.distance = 2, .are_unsure = are_counted && !is_chosen};
}

/// One line of a list. The ends are places among the names.
struct ListedPair {
    std::size_t first = 0, second = 0;
    double distance = 0.0;
    std::int64_t line = 0; ///< 0: the table tells no lines
    [[nodiscard]] std::pair<std::size_t, std::size_t> ends() const { return std::minmax(first, second); }
};

class PairList {
public:
    PairList(const Table& table, const PairColumns& columns, const DistanceReading& reading)
        : symmetrise_(reading.symmetrise), may_miss_(reading.missing == MissingPairs::nan) {
        const std::vector<std::string> firsts = column_texts(table, table.columns[columns.first], table.rows);
        const std::vector<std::string> seconds = column_texts(table, table.columns[columns.second], table.rows);
        std::map<std::string_view, std::size_t> places;
        const auto place_of = [&](const std::string& name) {
            const auto [at, is_new] = places.emplace(name, places.size());
            if (is_new) names_.push_back(name);
            return at->second;
        };
        for (std::size_t row = 0; row < firsts.size(); ++row) {
            ListedPair& pair = pairs_.emplace_back();
            pair.first = place_of(firsts[row]);
            pair.second = place_of(seconds[row]);
            pair.distance = columns.distance ? table.columns[*columns.distance].numbers[row] : not_a_number;
            pair.line = row < table.lines.size() ? table.lines[row] : 0;
            has_empty_name_ = has_empty_name_ || firsts[row].empty() || seconds[row].empty();
        }
        std::ranges::stable_sort(pairs_, {}, &ListedPair::ends);
    }

    [[nodiscard]] std::int64_t side() const { return std::ssize(names_); }
    [[nodiscard]] std::int64_t pairs_of_all() const { return side() * (side() - 1) / 2; }
    /// In a list of all pairs of n names, at least n - 1 names stand on each side.
    [[nodiscard]] bool may_be_complete() const {
        std::set<std::size_t> firsts, seconds;
        for (const ListedPair& pair : pairs_) {
            firsts.insert(pair.first);
            seconds.insert(pair.second);
        }
        return std::ssize(firsts) >= side() - 1 && std::ssize(seconds) >= side() - 1;
    }
    /// Each pair of different names stands there, in one order or in both.
    [[nodiscard]] bool is_complete() const {
        return !has_empty_name_ && side() >= least_listed_rows && !first_missing();
    }
    /// The list is complete: each pair once, or each once in both orders, with all pairs of a name and itself or none.
    [[nodiscard]] bool is_regular() const {
        const std::int64_t alone = std::ranges::count_if(pairs_, [](const auto& p) { return p.first == p.second; });
        const std::int64_t others = std::ssize(pairs_) - alone;
        std::set<std::pair<std::size_t, std::size_t>> ordered;
        for (const ListedPair& pair : pairs_) ordered.emplace(pair.first, pair.second);
        return (others == pairs_of_all() || others == 2 * pairs_of_all()) && (alone == 0 || alone == side()) &&
               ordered.size() == pairs_.size() && is_complete();
    }

    void fill(ListedDistances& found) {
        found.names = names_;
        found.side = side();
        if (side() > max_stored_rows) return;
        if (const auto missing = first_missing(); missing && !may_miss_) {
            found.why_not = std::ssize(pairs_) < pairs_of_all()
                                ? fmt::format("{} have {}, but only {} {} there", counted(side(), "name"),
                                              counted(pairs_of_all(), "pair"), counted(std::ssize(pairs_), "line"),
                                              pairs_.size() == 1 ? "is" : "are")
                                : std::string();
            const std::int64_t others = pairs_of_all() - pairs_with_numbers() - 1;
            const std::string names = names_of(missing->first, missing->second);
            const std::string lacks = others > 0 ? fmt::format("the distances of {} and of {} are missing", names,
                                                               counted(others, "other pair"))
                                                 : fmt::format("the distance of {} is missing", names);
            found.why_not += fmt::format("{}{}", found.why_not.empty() ? "" : "; ", lacks);
            found.remedy = Remedy::add_pairs;
            return;
        }
        found.make_room(side());
        for (auto from = pairs_.begin(); from != pairs_.end();) {
            const auto to =
                std::find_if(from, pairs_.end(), [&](const ListedPair& p) { return p.ends() != from->ends(); });
            take(found, {from, to});
            from = to;
        }
        if (repeated_ > 1 && !found.why_not.empty())
            found.why_not =
                fmt::format("{}; there are {} with two distances", found.why_not, counted(repeated_, "pair"));
        if (repeated_ > 0 && may_miss_)
            found.note =
                fmt::format("{} {} different distances in the same order, and {} shown as missing",
                            counted(repeated_, "pair"), repeated_ == 1 ? "has" : "have", repeated_ == 1 ? "is" : "are");
        if (several_ > 0)
            found.note = fmt::format("{} {} several distances, which differ at most by {:.3g} ({}), and the {} is used",
                                     counted(several_, "pair"), several_ == 1 ? "has" : "have", largest_, where_,
                                     symmetrise_ == Symmetrise::mean ? std::string_view("mean")
                                                                     : title_in(symmetrise_names, symmetrise_));
    }

private:
    [[nodiscard]] std::string names_of(std::size_t a, std::size_t b) const {
        return fmt::format("{} and {}", excerpt(names_[a]), excerpt(names_[b]));
    }

    /// How many pairs of different names have a number.
    [[nodiscard]] std::int64_t pairs_with_numbers() const {
        std::int64_t count = 0;
        const ListedPair* last = nullptr;
        for (const ListedPair& pair : pairs_) {
            if (std::isnan(pair.distance) || pair.first == pair.second) continue;
            if (last == nullptr || last->ends() != pair.ends()) ++count;
            last = &pair;
        }
        return count;
    }

    /// The first pair of different names without a number. Needs no memory for all pairs.
    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> first_missing() const {
        auto at = pairs_.begin();
        for (std::size_t a = 0; a < names_.size(); ++a)
            for (std::size_t b = a + 1; b < names_.size(); ++b) {
                const std::pair wanted(a, b);
                while (at != pairs_.end() && (at->ends() < wanted || std::isnan(at->distance))) ++at;
                if (at == pairs_.end() || at->ends() != wanted) return wanted;
            }
        return {};
    }

    /// All lines of one pair. Where pairs may be missing, one with two distances in the same order has none.
    void take(ListedDistances& found, std::span<const ListedPair> lines) {
        const auto [a, b] = lines.front().ends();
        if (symmetrise_ != Symmetrise::no && symmetrise_ != Symmetrise::keep && a != b) {
            const double value = one_of(lines);
            found.columns[b][a] = found.columns[a][b] = value;
            return;
        }
        if (are_repeated(lines)) {
            ++repeated_;
            if (may_miss_) return; // nobody knows which one is right
        }
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const ListedPair& pair = lines[i];
            for (const ListedPair& earlier : lines.first(i)) {
                if (std::isnan(pair.distance) || std::isnan(earlier.distance) || pair.distance == earlier.distance)
                    continue;
                const bool is_repeated = pair.first == earlier.first;
                std::string& why = is_repeated ? found.why_not : found.contradiction;
                if (!why.empty()) continue;
                why = fmt::format("{}, for {}", differing(earlier, pair), names_of(earlier.first, earlier.second));
                if (!is_repeated) continue;
                if (symmetrise_ == Symmetrise::keep)
                    why = fmt::format("{} in the same order, for which a matrix has only one entry, so both cannot be "
                                      "kept",
                                      why);
                found.remedy = Remedy::symmetrise;
            }
            if (!std::isnan(pair.distance)) found.columns[pair.second][pair.first] = pair.distance;
        }
        double& here = found.columns[b][a];
        double& there = found.columns[a][b];
        if (std::isnan(here)) here = there;
        if (std::isnan(there)) there = here;
    }

    /// Do two lines have different distances in the same order?
    [[nodiscard]] static bool are_repeated(std::span<const ListedPair> lines) {
        for (std::size_t i = 1; i < lines.size(); ++i)
            for (const ListedPair& earlier : lines.first(i))
                if (lines[i].first == earlier.first && !std::isnan(lines[i].distance) &&
                    !std::isnan(earlier.distance) && lines[i].distance != earlier.distance)
                    return true;
        return false;
    }

    [[nodiscard]] static std::string differing(const ListedPair& one, const ListedPair& other) {
        if (one.line == 0) return fmt::format("it has the distances {} and {}", one.distance, other.distance);
        return fmt::format("line {} has the distance {} and line {} has {}", grouped(one.line), one.distance,
                           grouped(other.line), other.distance);
    }

    /// The value of a pair that a user has chosen.
    [[nodiscard]] double one_of(std::span<const ListedPair> lines) const {
        const ListedPair *least = nullptr, *largest = nullptr;
        double sum = 0.0;
        std::int64_t count = 0;
        for (const ListedPair& pair : lines) {
            if (std::isnan(pair.distance)) continue;
            if (least == nullptr || pair.distance < least->distance) least = &pair;
            if (largest == nullptr || pair.distance > largest->distance) largest = &pair;
            sum += pair.distance;
            ++count;
        }
        if (least == nullptr || least->distance == largest->distance) return sum / double(count);
        const double apart = largest->distance - least->distance;
        if (several_++ == 0 || apart > largest_) {
            largest_ = apart;
            where_ = names_of(least->ends().first, least->ends().second);
        }
        if (symmetrise_ == Symmetrise::min) return least->distance;
        return symmetrise_ == Symmetrise::max ? largest->distance : sum / double(count);
    }

    Symmetrise symmetrise_;
    bool may_miss_; ///< a pair without a number is one, and no reason to refuse the list
    std::int64_t repeated_ = 0;
    std::vector<std::string> names_{};
    std::vector<ListedPair> pairs_{}; ///< by both ends
    bool has_empty_name_ = false;
    mutable std::int64_t several_ = 0;
    mutable double largest_ = 0.0;
    mutable std::string where_{};
};

/// "weight" and "similarity" may mean that a larger number stands for a nearer pair.
void say_what_numbers_mean(ListedDistances& found, const std::string& name, bool is_chosen) {
    const PairNumbers numbers = numbers_of_pairs(name);
    if (numbers == PairNumbers::others || numbers == PairNumbers::distances) return;
    if (numbers == PairNumbers::similarities && !is_chosen) {
        found.why_not = fmt::format("by its name, its column {} holds similarities; add --as matrix if they are "
                                    "distances",
                                    excerpt(name));
        found.remedy = Remedy::to_distances;
        return;
    }
    found.note += fmt::format("{}its column {} is taken for distances, so a larger number means that two rows are "
                              "farther apart",
                              found.note.empty() ? "" : "; ", excerpt(name));
}

/// Fewer numbers fit the form of a list by chance.
constexpr std::int64_t least_unsure = 4;

} // namespace

bool may_list_pairs(ByteSource& source, bool is_chosen) {
    constexpr std::size_t head_bytes = std::size_t{1} << 16;
    constexpr std::size_t most_lines = 4;
    const std::string_view first_bytes = source.peek(head_bytes);
    const std::vector<Cells> head = divided_head(first_bytes, most_lines);
    if (head.size() < 2) return false;
    std::vector<std::string> names;
    for (const Field& field : head.front()) names.emplace_back(unescaped(field));
    if (pair_ends(names)) return true;
    const auto lists_names = [](const Cells& cells) {
        return cells.size() == 3 && !is_number(cells[0]) && !is_number(cells[1]) && is_number(cells[2]);
    };
    const auto lists_numbers = [](const Cells& cells) {
        return cells.size() == 3 && std::ranges::all_of(cells, is_number);
    };
    const std::span<const Cells> below = std::span(head).subspan(1); // the first may be a header
    if (head.size() > 2 && std::ranges::all_of(below, lists_names)) return true;
    return std::ranges::all_of(below, lists_numbers) && (is_chosen || may_number_pairs(first_bytes));
}

std::optional<ListedDistances> listed_pairs(const Table& table, const DistanceReading& reading) {
    const bool is_chosen = reading.says_what_it_holds();
    const auto columns = columns_of_pairs(table, is_chosen);
    if (!columns || table.rows != table.total_rows) return {};
    const bool are_numbers = table.columns[columns->first].is_numeric() || table.columns[columns->second].is_numeric();
    const bool is_plain = table.columns.size() == 3;
    ListedDistances found{.form = "a list of pairs", .is_of_pairs = true};
    if (!columns->distance) {
        if (are_numbers && !is_chosen) return {};
        found.why_not = "several of its columns may be the distance; leave one of them in the file";
        found.side = table.rows;
        return found;
    }
    PairList list(table, *columns, reading);
    if (are_numbers && !(columns->are_named && is_chosen) && !list.is_regular()) {
        // Three columns of a square of three rows are no list.
        const bool may_be_list = is_chosen && table.rows > 3 && list.may_be_complete();
        if (!may_be_list) return {};
    }
    if (columns->are_unsure && list.side() < least_unsure) return {};
    if (!are_numbers && !columns->are_named && !list.may_be_complete() && !is_chosen) return {};
    if (!are_numbers && !is_plain && !is_chosen && !list.is_complete()) return {};
    if (are_numbers && !is_plain && !is_chosen) return {};
    const std::string& name = table.columns[*columns->distance].name;
    if (!is_plain) found.form = fmt::format("a list of pairs by its column {}", excerpt(name));
    found.is_unsure = columns->are_unsure;
    list.fill(found);
    if (reading.similarity == Similarity::no) say_what_numbers_mean(found, name, reading.is_chosen);
    return found;
}

} // namespace pairscope
