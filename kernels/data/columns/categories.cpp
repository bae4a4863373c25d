// SPDX-License-Identifier: MIT
#include "kernels/data/columns/categories.h"

#include "kernels/data/columns/bit_columns.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/sequences/text_vectors.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

namespace pairscope {
namespace {

using Words = std::span<const std::string_view>;

bool is_in_list(Words words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

/// "none" is an answer, and "Na" is sodium.
bool is_missing_category(std::string_view text) {
    constexpr auto words =
        std::to_array<std::string_view>({"", "NA", "N/A", "n/a", "NaN", "nan", "<NA>", "#N/A", "NULL", "null"});
    return is_in_list(words, text);
}

/// A different text in each row, as names are.
bool has_names_of_rows(const Column& column) {
    std::set<std::string_view> found;
    for (const std::string_view text : column.texts)
        if (text.empty() || !found.insert(text).second) return false;
    return true;
}

bool is_called_like_a_name(std::string_view column) {
    constexpr auto words = std::to_array<std::string_view>(
        {"name", "names", "species", "taxon", "taxa", "language", "languages", "sample", "specimen", "site", "title"});
    const std::vector<std::string> found = name_words(column);
    return std::ranges::any_of(found, [&](const std::string& word) { return is_in_list(words, word); });
}

/// The column of texts that says what each row is, where nobody chose one; null: there is none. A group is one where no
/// other column has texts.
const Column* label_among(const Table& table) {
    const Column* first = nullptr;
    std::size_t count = 0;
    for (const Column& column : table.columns) {
        if (column.is_numeric()) continue;
        if (means_label(column.name)) return &column;
        if (++count == 1) first = &column;
    }
    if (first == nullptr) return nullptr;
    const bool is_only_group = count == 1 && table.columns.size() > 1 && means_group(first->name);
    const bool is_name = has_names_of_rows(*first) || is_called_like_a_name(first->name) ||
                         means_identifier(first->name) || is_only_group;
    return is_name ? first : nullptr;
}

bool is_only_name(const Column& column) { return means_identifier(column.name) || means_label(column.name); }

bool is_chosen_category(const CategoryRequest& request, const Column& column) {
    return std::ranges::find(request.columns, column.name) != request.columns.end();
}

/// The places of the columns in the table. Those that are proposed keep their numbers where others were chosen.
std::vector<std::size_t> places_of_categories(const Table& table, const CategoryRequest& request) {
    std::vector<std::size_t> places;
    const Column* const label = request.label.empty() ? label_among(table) : nullptr;
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
        const Column& column = table.columns[k];
        if (column.is_numeric()) continue;
        const bool is_proposed = &column != label && column.name != request.label && !is_only_name(column);
        if (is_proposed || is_chosen_category(request, column)) places.push_back(k);
    }
    return places;
}

/// "no", "False": words that say that there is none, in a set.
bool means_none(std::string_view text) {
    constexpr auto words = std::to_array<std::string_view>({"no", "false", "absent", "none"});
    return is_in_list(words, in_lower_case(text));
}
/// The one of a pair of letters that means the same.
std::string_view letter_for_none(const std::set<std::string_view>& texts) {
    constexpr auto pairs = std::to_array<std::array<std::string_view, 2>>(
        {{"F", "T"}, {"f", "t"}, {"N", "Y"}, {"n", "y"}, {"-", "+"}, {"N", "J"}, {"n", "j"}});
    for (const auto& [none, one] : pairs)
        if (texts == std::set<std::string_view>{none, one}) return none;
    return {};
}

/// The numbers of texts, the same in all columns.
class Numbering {
public:
    explicit Numbering(const Dataset* first) {
        if (first == nullptr || !first->categories) return;
        for (const std::string& text : *first->categories) (void)number_of(text);
    }
    double number_of(std::string_view text) {
        const auto [place, is_new] = places_.try_emplace(std::string(text), texts_.size() + 1);
        if (is_new) texts_.emplace_back(text);
        return static_cast<double>(place->second);
    }
    [[nodiscard]] std::vector<std::string> texts() && { return std::move(texts_); }

private:
    std::unordered_map<std::string, std::size_t> places_;
    std::vector<std::string> texts_;
};

/// What was found in the cells.
struct FoundCells {
    std::int64_t missing = 0, question_marks = 0;
    std::string none{}; ///< the first text that says that there is none
    std::vector<std::string> columns_of_one{};
};

void number_cells(Column& column, TextColumns as, Numbering& numbering, FoundCells& found) {
    std::set<std::string_view> different;
    constexpr std::size_t enough = 3;
    for (const std::string_view text : column.texts)
        if (!text.empty() && different.size() < enough) different.insert(text);
    const bool has_empty = std::ranges::any_of(column.texts, [](std::string_view text) { return text.empty(); });
    const bool is_of_one = different.size() == 1 && has_empty && !is_missing_category(*different.begin());
    const std::string_view letter = letter_for_none(different);
    std::vector<double> numbers;
    for (const std::string_view text : column.texts) {
        const bool is_none = as == TextColumns::members && (means_none(text) || (!letter.empty() && text == letter));
        if (is_none && found.none.empty()) found.none = text;
        found.question_marks += text == "?" ? 1 : 0;
        if (is_none || (is_of_one && text.empty())) {
            numbers.push_back(0.0);
        } else if (is_missing_category(text)) {
            numbers.push_back(not_a_number);
            ++found.missing;
        } else {
            numbers.push_back(numbering.number_of(text));
        }
    }
    if (is_of_one) found.columns_of_one.push_back(excerpt(column.name));
    column.numbers = std::move(numbers);
    column.texts = {};
    column.refusal.clear();
    column.hint.clear();
    column.is_plain = false;
    column.holds_categories = true;
}

constexpr std::size_t most_named = 6; ///< in a note

std::vector<std::string> notes_on(const std::vector<std::string>& columns, const FoundCells& found, TextColumns as) {
    std::vector<std::string> notes;
    notes.push_back(columns.size() == 1
                        ? fmt::format("the texts of column {} are categories, which are equal or different", columns[0])
                        : fmt::format("the texts of columns {} are categories, which are equal or different",
                                      list_of(columns, most_named)));
    if (as == TextColumns::members && found.none.empty() && found.columns_of_one.empty())
        notes.emplace_back("each row has what its texts say, as none of them says no");
    if (as == TextColumns::members && !found.none.empty())
        notes.push_back(fmt::format("the text {} says that a row does not have it", excerpt(found.none)));
    if (!found.columns_of_one.empty())
        notes.push_back(fmt::format("an empty cell of {} means that the row does not have it",
                                    list_of(found.columns_of_one, most_named)));
    if (found.missing == 1) notes.emplace_back("1 category is missing");
    if (found.missing > 1) notes.push_back(fmt::format("{} categories are missing", grouped(found.missing)));
    if (found.question_marks > 0)
        notes.push_back(fmt::format("the text '?' of {} is a category like others, so empty such cells if they are "
                                    "missing",
                                    counted(found.question_marks, "cell")));
    return notes;
}

/// The column that nobody chose as the names of the rows may have been meant as a category.
std::string note_on_label(const Table& table, const CategoryRequest& request) {
    const Column* const label = request.label.empty() ? label_among(table) : nullptr;
    if (label == nullptr || !request.columns.empty()) return {};
    return fmt::format("column {} names the rows and is not compared, unless --columns names it, too",
                       excerpt(label->name));
}

/// The table gets a column for each character of the sequences.
NumberedTable with_characters(const Table& table, const CategoryRequest& request) {
    const Column& names = table.columns.front();
    const Texts& sequences = table.columns.back().texts;
    const std::size_t length = sequences[0].size();
    for (std::size_t row = 0; row < sequences.size(); ++row)
        if (sequences[row].size() != length)
            throw InputError(fmt::format("cannot compare the sequences of {} character by character: {} has {}, and {} "
                                         "has {}; align them first, or compare them with --metric edit",
                                         table.name, excerpt(names.texts[row]), grouped(std::ssize(sequences[row])),
                                         excerpt(names.texts[0]), counted(std::ssize(sequences[0]), "character")));
    NumberedTable numbered{.table = table, .texts = nullptr};
    numbered.table.columns.resize(1);
    Numbering numbering(request.first);
    for (std::size_t k = 0; k < length; ++k) {
        Column& column = numbered.table.columns.emplace_back(
            Column{.name = fmt::format("character {}", k + 1), .numbers = {}, .texts = {}});
        column.holds_categories = true;
        for (const std::string_view text : sequences) column.numbers.push_back(numbering.number_of(text.substr(k, 1)));
    }
    numbered.texts = std::make_shared<const std::vector<std::string>>(std::move(numbering).texts());
    numbered.notes.push_back(fmt::format("{} of each sequence are compared one by one; capital letters and signs such "
                                         "as '-' are characters like others",
                                         counted(static_cast<std::int64_t>(length), "character")));
    return numbered;
}

} // namespace

bool has_categories(const Table& table, TextColumns as, std::string_view label) {
    if (table.holds_sequences || as == TextColumns::left_out) return as != TextColumns::left_out;
    return std::ranges::any_of(table.columns, may_hold_bits) ||
           !places_of_categories(table, {.as = as, .label = label}).empty();
}

namespace {

/// The texts of the table that are left when strings of bits have columns of their own.
std::optional<NumberedTable> with_texts_numbered(const Table& table, const CategoryRequest& request) {
    const std::vector<std::size_t> places = places_of_categories(table, request);
    if (places.empty()) return {};
    NumberedTable numbered{.table = table, .texts = nullptr};
    Numbering numbering(request.first);
    FoundCells found, unused;
    std::vector<std::string> names;
    for (const std::size_t k : places) {
        Column& column = numbered.table.columns[k];
        const bool is_used = request.columns.empty() || is_chosen_category(request, column);
        if (is_used) names.push_back(excerpt(column.name));
        number_cells(column, request.as, numbering, is_used ? found : unused);
        const std::string hint = fmt::format("column {} ({}) was read as text", k + 1, excerpt(column.name));
        std::erase_if(numbered.table.notes, [&](const std::string& note) { return note.starts_with(hint); });
    }
    numbered.texts = std::make_shared<const std::vector<std::string>>(std::move(numbering).texts());
    if (!names.empty()) numbered.notes = notes_on(names, found, request.as);
    if (std::string note = note_on_label(table, request); !note.empty()) numbered.notes.push_back(std::move(note));
    return numbered;
}

} // namespace

std::optional<NumberedTable> with_numbered_categories(const Table& table, const CategoryRequest& request) {
    if (request.as == TextColumns::left_out) return {};
    if (table.holds_sequences && request.columns.empty()) return with_characters(table, request);
    auto bits = with_bits(table, {.columns = request.columns, .label = request.label, .first = request.first});
    if (!bits) return with_texts_numbered(table, request);
    CategoryRequest others = request;
    others.columns = bits->columns;
    std::optional<NumberedTable> numbered = with_texts_numbered(bits->table, others);
    if (!numbered) numbered = NumberedTable{.table = std::move(bits->table), .texts = nullptr};
    numbered->notes.insert(numbered->notes.begin(), bits->notes.begin(), bits->notes.end());
    numbered->columns = std::move(bits->columns);
    return numbered;
}

bool take_alike(const WorkloadType& one, const WorkloadType& other, const Dataset& rows) {
    if (sequences::takes_texts(one) != sequences::takes_texts(other)) return false;
    const bool has_any = rows.columns && std::ranges::any_of(*rows.columns, &ColumnUse::holds_categories);
    return one.inputs.texts == other.inputs.texts || !has_any;
}

} // namespace pairscope
