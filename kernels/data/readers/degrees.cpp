// SPDX-License-Identifier: MIT
#include "kernels/data/readers/degrees.h"

#include "kernels/data/readers/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace pairscope {
namespace {

constexpr std::size_t longest_cell = 64;

/// What an angle may consist of, beside its numbers.
enum class Sign : std::uint8_t { none, degree, minute, second, colon, dash, blank };

struct Spelling {
    std::string_view text;
    Sign sign;
};
/// Longer spellings stand before those that they begin with.
constexpr auto spellings = std::to_array<Spelling>({
    {"degrees", Sign::degree}, {"deg.", Sign::degree},         {"deg", Sign::degree},
    {"d", Sign::degree},       {"\u00b0", Sign::degree},       {"\u00ba", Sign::degree},
    {"\u02da", Sign::degree},  {"min", Sign::minute},          {"m", Sign::minute},
    {"''", Sign::second},      {"\u2032\u2032", Sign::second}, {"\u2019\u2019", Sign::second},
    {"'", Sign::minute},       {"\u2032", Sign::minute},       {"\u2019", Sign::minute},
    {"\u2018", Sign::minute},  {"\u00b4", Sign::minute},       {"sec", Sign::second},
    {"s", Sign::second},       {"\"", Sign::second},           {"\u2033", Sign::second},
    {"\u201d", Sign::second},  {"\u201c", Sign::second},       {":", Sign::colon},
    {"-", Sign::dash},
});

struct Hemisphere {
    std::string_view word;
    CellMeaning meaning;
    bool is_negative;
};
constexpr auto hemispheres = std::to_array<Hemisphere>({
    {"north", CellMeaning::latitude, false},
    {"south", CellMeaning::latitude, true},
    {"east", CellMeaning::longitude, false},
    {"west", CellMeaning::longitude, true},
});

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Reads a cell from front to back.
class CellReader {
public:
    explicit CellReader(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    [[nodiscard]] std::string_view rest() const { return rest_; }
    [[nodiscard]] bool next_is_digit() const { return !rest_.empty() && is_digit(rest_.front()); }
    bool take(std::string_view text) {
        if (!rest_.starts_with(text)) return false;
        rest_.remove_prefix(text.size());
        return true;
    }
    /// Takes the word, which is given in small letters, whatever its case.
    bool take_word(std::string_view word) {
        const auto is_equal = [](char small, char c) { return small == lower(c); };
        if (rest_.size() < word.size() || !std::equal(word.begin(), word.end(), rest_.begin(), is_equal)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    /// Everything before one of these characters.
    std::string_view take_until(std::string_view ends) {
        const std::string_view taken = rest_.substr(0, std::min(rest_.find_first_of(ends), rest_.size()));
        rest_.remove_prefix(taken.size());
        return taken;
    }
    bool take_blanks() {
        bool found = false;
        while (take(" ") || take("\t") || take("\u00a0") || take("\u2009") || take("\u202f")) found = true;
        return found;
    }
    /// A capital letter or a word of a hemisphere.
    std::optional<Hemisphere> take_hemisphere() {
        for (const Hemisphere& hemisphere : hemispheres) {
            if (take_word(hemisphere.word)) return hemisphere;
            if (rest_.empty() || rest_.front() != hemisphere.word.front() - 'a' + 'A') continue;
            rest_.remove_prefix(1);
            take(".");
            return hemisphere;
        }
        return {};
    }
    std::optional<Sign> take_sign() {
        const bool was_blank = take_blanks();
        for (const Spelling& spelling : spellings) {
            const std::string_view behind = rest_.substr(std::min(spelling.text.size(), rest_.size()));
            const bool is_begun_word = is_small(spelling.text.back()) && !behind.empty() && is_small(behind.front());
            if (!is_begun_word && take(spelling.text)) return spelling.sign; // "s" is no second in "33 south"
        }
        return was_blank && next_is_digit() ? std::optional(Sign::blank) : std::nullopt;
    }
    /// Digits, with at most one mark and digits behind it.
    std::optional<std::string> take_number(bool& is_whole) {
        const auto digits = [&](std::size_t from) {
            std::size_t at = from;
            while (at < rest_.size() && is_digit(rest_[at])) ++at;
            return at;
        };
        std::size_t end = digits(0);
        if (end == 0) return {};
        is_whole = true;
        if (end + 1 < rest_.size() && (rest_[end] == '.' || rest_[end] == ',') && is_digit(rest_[end + 1])) {
            is_whole = false;
            end = digits(end + 1);
        }
        std::string number(rest_.substr(0, end));
        std::ranges::replace(number, ',', '.');
        rest_.remove_prefix(end);
        return number;
    }

private:
    std::string_view rest_;
};

double value_of(const std::string& number) {
    double value = not_a_number;
    std::from_chars(number.data(), number.data() + number.size(), value);
    return value;
}

/// Degrees, minutes and seconds as far as they are written.
struct Parts {
    std::array<double, 3> numbers{};
    std::size_t count = 0;
    bool has_degree_sign = false, has_dash = false;
};

/// Reads one number with the sign behind it. False if the sign cannot stand there.
bool read_part(CellReader& reader, Parts& parts, bool& goes_on) {
    bool is_whole = false;
    const std::size_t place = parts.count;
    const auto number = reader.take_number(is_whole);
    if (!number || place == parts.numbers.size()) return false;
    parts.numbers[parts.count++] = value_of(*number);
    goes_on = false;
    const auto sign = reader.take_sign();
    if (!sign) return true;
    constexpr std::array own{Sign::degree, Sign::minute, Sign::second};
    const bool divides = *sign == Sign::colon || *sign == Sign::dash || *sign == Sign::blank;
    if (!divides && *sign != own[place]) return false;
    parts.has_degree_sign = parts.has_degree_sign || *sign == Sign::degree;
    parts.has_dash = parts.has_dash || *sign == Sign::dash;
    reader.take_blanks();
    goes_on = reader.next_is_digit();
    return (!divides || goes_on) && (is_whole || !goes_on);
}

std::optional<Parts> read_parts(CellReader& reader) {
    Parts parts;
    for (bool goes_on = true; goes_on;)
        if (!read_part(reader, parts, goes_on)) return {};
    constexpr double most = 60.0; // a rounded second may be 60.0
    if (parts.numbers[1] > most || parts.numbers[2] > most) return {};
    return parts;
}

/// An angle by its form.
struct WrittenAngle {
    WrittenDegrees degrees;
    std::string_view why_not{};  ///< it is none, and what to do; empty: it is one
    bool has_other_word = false; ///< that may be a hemisphere, but is not North, South, East or West
};

/// Most cells are single numbers, which are no angles.
bool are_digits_and_marks(std::string_view cell) {
    if (cell.starts_with('-')) cell.remove_prefix(1);
    return std::ranges::all_of(cell, [](char c) { return is_digit(c) || c == '.' || c == ','; });
}

/// "S1", "N12": such names are given to sites, samples and columns. Who writes degrees in this way writes more than a
/// whole number.
bool is_name_with_number(std::string_view cell) {
    constexpr std::string_view letters = "NSEW";
    return cell.size() >= 2 && letters.find(cell.front()) != std::string_view::npos &&
           std::ranges::all_of(cell.substr(1), is_digit);
}

/// "Nord", "Ost": a word behind an angle that may be a hemisphere in another language. Units such as km are none.
bool is_other_hemisphere(std::string_view rest, const Parts& parts) {
    constexpr std::size_t longest = 12;
    while (rest.ends_with(' ')) rest.remove_suffix(1);
    const auto is_letter = [](char c) { return is_small(lower(c)) || static_cast<unsigned char>(c) >= 0x80; };
    if (rest.size() < 2 || rest.size() > longest || !std::ranges::all_of(rest, is_letter)) return false;
    return parts.has_degree_sign || (parts.count > 1 && !is_small(rest.front()));
}

std::optional<WrittenAngle> written_angle(std::string_view cell) {
    if (cell.size() > longest_cell || are_digits_and_marks(cell) || is_name_with_number(cell)) return {};
    CellReader reader(cell);
    reader.take_blanks();
    auto hemisphere = reader.take_hemisphere();
    reader.take_blanks();
    const bool is_negative = reader.take("-") || reader.take("\u2212"), has_sign = is_negative || reader.take("+");
    reader.take_blanks();
    const auto parts = read_parts(reader);
    if (!parts) return {};
    reader.take_blanks();
    if (!hemisphere) hemisphere = reader.take_hemisphere();
    reader.take_blanks();
    if (!hemisphere && is_other_hemisphere(reader.rest(), *parts))
        return WrittenAngle{.degrees = {},
                            .why_not = "whose hemisphere is none of N, S, E and W; write one of these letters, or only "
                                       "a number, with a minus sign in the south and in the west",
                            .has_other_word = true};
    if (!reader.at_end() || (parts->has_dash && !hemisphere)) return {};
    const bool is_plain = parts->count == 1 && !parts->has_degree_sign && !hemisphere;
    const double seconds = parts->numbers[0] * 3600.0 + parts->numbers[1] * 60.0 + parts->numbers[2];
    const double size = parts->count == 1 ? parts->numbers[0] : seconds / 3600.0;
    const double most = hemisphere && hemisphere->meaning == CellMeaning::latitude ? 90.0 : 360.0;
    if (is_plain) return {};
    std::string_view why_not;
    if (has_sign && hemisphere)
        why_not = "with a sign and the letter of a hemisphere, which may contradict each other; write only one of the "
                  "two";
    else if (!(size <= most))
        why_not =
            most == 90.0
                ? "a latitude beyond 90 degrees; correct the cell, or write a blank between degrees and minutes"
                : "a longitude beyond 360 degrees; correct the cell, or write a blank between degrees and minutes";
    const bool is_below = is_negative || (hemisphere && hemisphere->is_negative);
    return WrittenAngle{.degrees = {.value = is_below ? -size : size,
                                    .meaning = hemisphere ? hemisphere->meaning : CellMeaning::unknown,
                                    .has_degree_sign = parts->has_degree_sign,
                                    .has_minutes = parts->count > 1},
                        .why_not = why_not};
}

} // namespace

std::optional<WrittenDegrees> written_degrees(std::string_view cell) {
    const auto angle = written_angle(cell);
    return angle && angle->why_not.empty() ? std::optional(angle->degrees) : std::nullopt;
}

std::string_view why_no_degrees(std::string_view cell) {
    const auto angle = written_angle(cell);
    const bool is_meant = angle && (angle->degrees.meaning != CellMeaning::unknown || angle->has_other_word);
    return is_meant ? angle->why_not : std::string_view();
}

std::optional<WrittenPoint> written_point(std::string_view cell) {
    CellReader reader(cell);
    if (reader.take_word("srid=")) {
        bool is_whole = false;
        if (!reader.take_number(is_whole) || !reader.take(";")) return {};
    }
    reader.take_blanks();
    if (!reader.take_word("point")) return {};
    reader.take_blanks();
    const bool has_both = reader.take_word("zm"), has_z = has_both || reader.take_word("z");
    const bool is_measured = has_both || (!has_z && reader.take_word("m"));
    reader.take_blanks();
    if (reader.take_word("empty"))
        return reader.at_end() ? std::optional(WrittenPoint{.x = not_a_number, .y = not_a_number}) : std::nullopt;
    std::array<double, 4> numbers{};
    std::size_t count = 0;
    if (!reader.take("(")) return {};
    while (reader.take_blanks(), !reader.take(")")) {
        const std::string_view number = reader.take_until(" \t)");
        const ParsedCell parsed = cell_of(number, '.');
        if (number.empty() || parsed.kind != CellKind::number || parsed.grouped || count == numbers.size()) return {};
        numbers[count++] = parsed.value;
    }
    reader.take_blanks();
    if (count < 2 || !reader.at_end()) return {};
    const bool has_height = count > 2 && (has_z || !is_measured);
    return WrittenPoint{.x = numbers[0],
                        .y = numbers[1],
                        .z = has_height ? numbers[2] : not_a_number,
                        .has_measure = count > 2 && (is_measured || count == numbers.size())};
}

bool is_place(std::string_view cell) {
    const auto degrees = written_degrees(cell);
    return (degrees && degrees->is_certain()) || written_point(cell);
}

} // namespace pairscope
