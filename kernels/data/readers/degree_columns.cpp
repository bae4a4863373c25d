// SPDX-License-Identifier: MIT
#include "kernels/data/readers/degree_columns.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/degrees.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

/// What the name says; x, y and other names say nothing about the letters of hemispheres.
CellMeaning meaning_of_name(std::string_view name) {
    const bool longitude = means_longitude(name), latitude = means_latitude(name);
    if (longitude == latitude) return CellMeaning::unknown;
    return longitude ? CellMeaning::longitude : CellMeaning::latitude;
}
bool may_be_degrees(std::string_view name) {
    return meaning_of_name(name) != CellMeaning::unknown || may_mean_longitude(name) || may_mean_latitude(name);
}
std::string_view word_for(CellMeaning meaning) { return meaning == CellMeaning::latitude ? "latitude" : "longitude"; }

/// A column of texts, cell by cell.
struct Survey {
    std::size_t degrees = 0, numbers = 0;
    std::size_t with_letter = 0,
                with_sign = 0; ///< degrees with the letter of a hemisphere; certain ones with a degree sign
    std::optional<std::size_t> first_degrees{}; ///< row of the first cell that is no plain number
    std::optional<std::size_t> first_other{};   ///< row of the first cell that is something else
    CellMeaning meaning = CellMeaning::unknown; ///< what the letters say
    std::optional<std::size_t> first_clash{};   ///< row of the first letter that says the contrary
};

class ColumnReader {
public:
    ColumnReader(Table& table, std::size_t k, char decimal_mark, const ByteSource& source)
        : table_(table), k_(k), decimal_mark_(decimal_mark), source_(source) {}

    /// Looks at all cells, and at no more than it must where the column holds other texts.
    [[nodiscard]] Survey survey() const {
        constexpr std::size_t enough = 256; // rows that tell what the column holds
        Survey found{.meaning = meaning_of_name(column().name)};
        for (std::size_t row = 0; row < column().texts.size(); ++row) {
            if (found.first_other && (row >= enough || !may_be_degrees(column().name))) break;
            if (row % 65536 == 0) source_.check_cancelled();
            look_at(found, row);
        }
        return found;
    }

    /// The name of the column means degrees, or nothing else is written like its cells.
    [[nodiscard]] bool is_clear(const Survey& found) const {
        if (found.first_other || found.first_clash || found.degrees == 0) return false;
        return may_be_degrees(column().name) || (found.with_sign == found.degrees && found.numbers == 0);
    }
    /// Each cell has a letter, and all letters are of one kind. Such letters also number the rooms of a wing, "12E".
    [[nodiscard]] static bool has_letters_only(const Survey& found) {
        return !found.first_other && !found.first_clash && found.degrees > 0 && found.numbers == 0 &&
               found.with_letter == found.degrees;
    }

    void refuse_if_mixed(const Survey& found) const {
        if (!may_be_degrees(column().name)) return;
        if (found.first_clash && found.degrees > 0) {
            const CellMeaning other =
                found.meaning == CellMeaning::latitude ? CellMeaning::longitude : CellMeaning::latitude;
            source_.refuse(fmt::format("{} a {}, but the name of the column or the cells above mean a {}; correct the "
                                       "cell, or the name of the column",
                                       cell_in_words(*found.first_clash), word_for(other), word_for(found.meaning)));
        }
        const bool are_most = 2 * (found.degrees + found.numbers) > std::min(column().texts.size(), std::size_t{256});
        if (!found.first_other || found.degrees == 0 || !are_most) return;
        const std::string_view cell = column().texts[*found.first_other], no_angle = why_no_degrees(cell);
        if (const std::string_view why = no_angle.empty() ? near_number(cell, decimal_mark_) : no_angle; !why.empty())
            source_.refuse(fmt::format("{} {}", cell_in_words(*found.first_other), why));
        else
            source_.refuse(fmt::format("{} but other rows have degrees; correct the cell, or empty it if the number "
                                       "is missing",
                                       cell_in_words(*found.first_other)));
    }

    /// Says of a column that stays text, although its name means degrees, which of its cells is none.
    void add_hint(const Survey& found) {
        if (!may_be_degrees(column().name) || !found.first_other) return;
        const std::string_view cell = column().texts[*found.first_other];
        std::string_view why = why_no_degrees(cell);
        if (why.empty()) why = near_number(cell, decimal_mark_);
        if (why.empty() && found.degrees > 0)
            why = "but other rows have degrees; correct the cell, or empty it if the number is missing";
        if (!why.empty())
            column().hint = fmt::format("{} has {}, {}", row_in_words(table_, std::int64_t(*found.first_other)),
                                        excerpt(cell), why);
    }

    void take(const Survey& found) {
        std::vector<double> numbers;
        numbers.reserve(column().texts.size());
        for (std::size_t row = 0; row < column().texts.size(); ++row) {
            const auto degrees = written_degrees(column().texts[row]);
            numbers.push_back(degrees ? degrees->value : cell_of(column().texts[row], decimal_mark_).value);
        }
        const std::size_t first = *found.first_degrees;
        table_.notes.push_back(note_on_degrees(k_, column().name, column().texts[first],
                                               row_in_words(table_, std::int64_t(first)), numbers[first]));
        column().meaning = found.meaning;
        column().is_plain = false;
        column().numbers = std::move(numbers);
        column().texts = {};
    }

private:
    [[nodiscard]] Column& column() const { return table_.columns[k_]; }

    void look_at(Survey& found, std::size_t row) const {
        const std::string_view cell = column().texts[row];
        const CellKind kind = cell_of(cell, decimal_mark_).kind;
        if (kind == CellKind::missing) return;
        if (kind == CellKind::number) {
            ++found.numbers;
            return;
        }
        const auto degrees = written_degrees(cell);
        if (!degrees) {
            if (!found.first_other) found.first_other = row;
            return;
        }
        if (!found.first_degrees) found.first_degrees = row;
        ++found.degrees;
        found.with_sign += degrees->has_degree_sign && degrees->is_certain() ? 1 : 0;
        if (degrees->meaning == CellMeaning::unknown) return;
        ++found.with_letter;
        if (found.meaning == CellMeaning::unknown) found.meaning = degrees->meaning;
        if (found.meaning != degrees->meaning && !found.first_clash) found.first_clash = row;
    }

    [[nodiscard]] std::string cell_in_words(std::size_t row) const {
        return fmt::format("{}, column {} ({}) has {},", row_in_words(table_, std::int64_t(row)), k_ + 1,
                           excerpt(column().name), excerpt(column().texts[row]));
    }

    Table& table_;
    std::size_t k_;
    char decimal_mark_;
    const ByteSource& source_;
};

/// All cells are points or missing, and one is a point.
bool holds_points(const Column& column) {
    bool found = false;
    for (const std::string_view cell : column.texts) {
        if (cell_of(cell, '.').kind == CellKind::missing) continue;
        if (!written_point(cell)) return false;
        found = true;
    }
    return found;
}

/// The columns that a column of points becomes: x, y, and z if a point has a height.
struct DividedPoints {
    std::vector<Column> columns{};
    bool have_measures = false;
};

DividedPoints divided(const Column& points) {
    const auto part = [&](const char* name, CellMeaning meaning) {
        Column column{.name = points.name + name, .numbers = {}, .texts = {}};
        column.is_named = points.is_named;
        column.in_file = points.in_file; // its text is that of the point
        column.meaning = meaning;
        return column;
    };
    DividedPoints found;
    Column x = part(" x", CellMeaning::x), y = part(" y", CellMeaning::y), z = part(" z", CellMeaning::unknown);
    bool has_z = false;
    for (const std::string_view cell : points.texts) {
        const WrittenPoint point = written_point(cell).value_or(WrittenPoint{.x = not_a_number, .y = not_a_number});
        x.numbers.push_back(point.x);
        y.numbers.push_back(point.y);
        z.numbers.push_back(point.z);
        has_z = has_z || !std::isnan(point.z);
        found.have_measures = found.have_measures || point.has_measure;
    }
    found.columns = {std::move(x), std::move(y)};
    if (has_z) found.columns.push_back(std::move(z));
    return found;
}

} // namespace

std::optional<double> degrees_among_numbers(const Column& column, std::string_view cell) {
    const CellMeaning meaning = meaning_of_name(column.name);
    const auto degrees = written_degrees(cell);
    if (!degrees || !may_be_degrees(column.name)) return {};
    const bool agrees =
        degrees->meaning == CellMeaning::unknown || meaning == CellMeaning::unknown || degrees->meaning == meaning;
    return agrees ? std::optional(degrees->value) : std::nullopt;
}

std::string note_on_degrees(std::size_t k, std::string_view name, std::string_view cell, std::string_view place,
                            double value) {
    return fmt::format("column {} ({}) was read as degrees: {} on {} is {}", k + 1, excerpt(name), excerpt(cell), place,
                       value);
}

std::string_view near_degrees(std::string_view name, std::string_view cell) {
    return may_be_degrees(name) ? why_no_degrees(cell) : std::string_view();
}

void take_degrees(Table& table, char decimal_mark, const ByteSource& source) {
    std::vector<std::pair<std::size_t, Survey>> by_letters;
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
        if (table.columns[k].is_numeric()) continue;
        ColumnReader reader(table, k, decimal_mark, source);
        const Survey found = reader.survey();
        reader.refuse_if_mixed(found);
        if (reader.is_clear(found))
            reader.take(found);
        else if (ColumnReader::has_letters_only(found))
            by_letters.emplace_back(k, found);
        else
            reader.add_hint(found);
    }
    const auto count = [&](CellMeaning meaning) {
        const auto waiting =
            std::ranges::count_if(by_letters, [&](const auto& c) { return c.second.meaning == meaning; });
        return waiting + std::ranges::count(table.columns, meaning, &Column::meaning);
    };
    if (count(CellMeaning::latitude) == 1 && count(CellMeaning::longitude) == 1)
        for (const auto& [k, found] : by_letters) ColumnReader(table, k, decimal_mark, source).take(found);
}

void divide_points(Table& table) {
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
        if (table.columns[k].is_numeric() || !holds_points(table.columns[k])) continue;
        DividedPoints points = divided(table.columns[k]);
        std::vector<std::string> names;
        for (const Column& column : points.columns) names.push_back(excerpt(column.name));
        const std::string last = std::move(names.back());
        names.pop_back();
        table.notes.push_back(fmt::format("column {} ({}) has points and became the columns {} and {}", k + 1,
                                          excerpt(table.columns[k].name), fmt::join(names, ", "), last));
        if (points.have_measures)
            table.notes.push_back(fmt::format("the measures (M) of the points in column {} ({}) are left out", k + 1,
                                              excerpt(table.columns[k].name)));
        const auto at = table.columns.erase(table.columns.begin() + std::ptrdiff_t(k));
        table.columns.insert(at, std::move_iterator(points.columns.begin()), std::move_iterator(points.columns.end()));
        k += points.columns.size() - 1;
    }
}

} // namespace pairscope
