// SPDX-License-Identifier: MIT
#include "app/cli/options/option_values.h"

#include "app/chart/number_text.h"
#include "app/cli/options/standard_input.h"
#include "app/spine/files/paths.h"
#include "kernels/data/columns/column_choice.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>

namespace pairscope::cli {
namespace {

/// The number that all of the text is; absent if it is none, or does not fit the type.
template <class T> std::optional<T> number_in(const std::string& text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

/// Is it a number, and one that double precision cannot hold, as 1e400 and 1e-400 are?
bool is_beyond_double(const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc::result_out_of_range && end == text.data() + text.size();
}
/// With infinity for a number that is too large, and 0 or nearly 0 for one that is too small.
bool is_too_large(const std::string& text) { return std::isinf(std::strtod(text.c_str(), nullptr)); }

/// "--n is empty", "--n is many"
std::string given(const std::string& name, const std::string& text) {
    const bool is_blank = text.find_first_not_of(" \t") == std::string::npos;
    return is_blank ? fmt::format("{} is empty", name) : fmt::format("{} is {}", name, readable(text));
}

/// A validator that changes the text or throws; it never reports in CLI11's words.
template <class Change> CLI::Validator changing(Change change) {
    CLI::Validator validator;
    validator.operation([change = std::move(change)](std::string& text) {
        change(text);
        return std::string{};
    });
    return validator;
}

/// "warm or cold", "mean, minimum or maximum"
std::string choice_text(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return text;
}

std::size_t place_of(const std::string& word, const std::string& name, const std::vector<std::string>& words) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) throw InputError(fmt::format("{}: choose {}", given(name, word), choice_text(words)));
    return static_cast<std::size_t>(found - words.begin());
}

} // namespace

void check_whole_number(std::string_view name, std::int64_t value, std::int64_t low, std::int64_t high) {
    if (value < low || value > high)
        throw InputError(fmt::format("{} is {}: give a whole number from {} to {}", name, value, app::grouped(low),
                                     app::grouped(high)));
}

bool is_there(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

CLI::Validator file_or_shipped() {
    return changing([](std::string& text) {
        if (text == "-") text = standard_input;
        if (text.empty() || is_there(text)) return;
        if (const auto shipped = app::find_shipped_dataset(text)) text = shipped->string();
    });
}

CLI::Validator whole_number(std::string name, std::int64_t low, std::int64_t high) {
    return changing([name = std::move(name), low, high](std::string& text) {
        const auto value = number_in<std::int64_t>(text);
        if (!value || *value < low || *value > high)
            throw InputError(fmt::format("{}: give a whole number from {} to {}", given(name, text), app::grouped(low),
                                         app::grouped(high)));
        text = fmt::format("{}", *value);
    });
}

CLI::Validator whole_number(std::string name) {
    return whole_number(std::move(name), "a whole number that fits the workload");
}

CLI::Validator whole_number(std::string name, std::string wanted) {
    return changing([name = std::move(name), wanted = std::move(wanted)](std::string& text) {
        const auto value = number_in<std::int64_t>(text);
        if (!value) throw InputError(fmt::format("{}: give {}", given(name, text), wanted));
        text = fmt::format("{}", *value);
    });
}

CLI::Validator unsigned_number(std::string name) {
    return changing([name = std::move(name)](std::string& text) {
        const auto value = number_in<std::uint64_t>(text);
        if (!value)
            throw InputError(fmt::format("{}: give a whole number from 0 to {}", given(name, text),
                                         std::numeric_limits<std::uint64_t>::max()));
        text = fmt::format("{}", *value);
    });
}

CLI::Validator number(std::string name) {
    return number(std::move(name), std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
}

CLI::Validator number(std::string name, double low, double high) {
    return changing([name = std::move(name), low, high](const std::string& text) {
        const auto value = number_in<double>(text);
        if (is_beyond_double(text))
            throw InputError(fmt::format("{} is {}, which is too {} for double precision: give a {} number", name, text,
                                         is_too_large(text) ? "large" : "small",
                                         is_too_large(text) ? "smaller" : "larger"));
        if (!value || !std::isfinite(*value)) throw InputError(fmt::format("{}: give a number", given(name, text)));
        if (*value < low || *value > high)
            throw InputError(fmt::format("{} is {}: give a number from {:g} to {:g}", name, text, low, high));
    });
}

CLI::Validator one_of(std::string name, std::vector<std::string> words) {
    return changing([name = std::move(name), words = std::move(words)](const std::string& text) {
        static_cast<void>(place_of(text, name, words));
    });
}

CLI::Validator place_among(std::string name, std::vector<std::string> words, std::size_t first) {
    return changing([name = std::move(name), words = std::move(words), first](std::string& text) {
        text = fmt::format("{}", first + static_cast<std::size_t>(place_of(text, name, words)));
    });
}

CLI::Validator names_of_columns(std::string name) {
    return changing([name = std::move(name)](const std::string& text) {
        const std::vector<std::string> columns = columns_in(text);
        if (std::ranges::find(columns, "") != columns.end())
            throw InputError(fmt::format("{} is '{}', where a name is missing: give the names of columns, separated by "
                                         "commas, or leave it out",
                                         name, text));
    });
}

} // namespace pairscope::cli
