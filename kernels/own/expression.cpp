// SPDX-License-Identifier: MIT
#include "kernels/own/expression.h"

#include "kernels/data/errors.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <ranges>

namespace pairscope::own {
namespace {

constexpr int most_nested = 64;

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string in_words(std::int64_t a, char operation, std::int64_t b) {
    return std::to_string(a) + ' ' + operation + ' ' + std::to_string(b);
}

class Parser {
public:
    Parser(const Written& expression, const Names& names, std::string_view file)
        : text_(expression.text), place_(expression.place), names_(names), file_(file) {}

    std::int64_t whole() {
        const std::int64_t value = sum();
        if (at_ < text_.size()) refuse(at_, fmt::format("`{}` does not belong here", text_[at_]));
        return value;
    }

private:
    [[noreturn]] void refuse(std::size_t at, const std::string& message) const {
        throw InputError(at_place(file_, {place_.line, place_.column + static_cast<int>(at)}, message));
    }

    char next() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    void expect(char c) {
        if (next() != c) refuse(at_, fmt::format("`{}` is missing in `{}`", c, text_));
        ++at_;
    }

    std::int64_t sum() {
        std::int64_t value = product();
        for (char c = next(); c == '+' || c == '-'; c = next()) {
            const std::size_t at = at_++;
            value = computed(value, c, product(), at);
        }
        return value;
    }

    std::int64_t product() {
        std::int64_t value = factor();
        for (char c = next(); c == '*' || c == '/' || c == '%'; c = next()) {
            const std::size_t at = at_++;
            value = computed(value, c, factor(), at);
        }
        return value;
    }

    std::int64_t computed(std::int64_t a, char operation, std::int64_t b, std::size_t at) const {
        std::int64_t result = 0;
        bool fits = true;
        switch (operation) {
        case '+':
            fits = !__builtin_add_overflow(a, b, &result);
            break;
        case '-':
            fits = !__builtin_sub_overflow(a, b, &result);
            break;
        case '*':
            fits = !__builtin_mul_overflow(a, b, &result);
            break;
        default:
            if (b == 0) refuse(at, fmt::format("`{}` divides by zero here: {}", text_, in_words(a, operation, b)));
            fits = a != std::numeric_limits<std::int64_t>::min() || b != -1;
            if (fits) result = operation == '/' ? a / b : a % b;
        }
        if (!fits) refuse(at, fmt::format("{} does not fit into 64 bits", in_words(a, operation, b)));
        return result;
    }

    std::int64_t factor() {
        if (++nested_ > most_nested) refuse(at_, "this expression is nested too deeply");
        const char c = next();
        std::int64_t value = 0;
        if (c == '-' || c == '+') {
            const std::size_t at = at_++;
            value = computed(0, c, factor(), at);
        } else if (c == '(') {
            ++at_;
            value = sum();
            expect(')');
        } else if (c >= '0' && c <= '9') {
            value = number();
        } else if (begins_name(c)) {
            value = named();
        } else {
            refuse(at_, c == '\0' ? fmt::format("a number or a name is missing at the end of `{}`", text_)
                                  : fmt::format("a number or a name must stand here, not `{}`", c));
        }
        --nested_;
        return value;
    }

    std::int64_t number() {
        std::int64_t value = 0;
        const std::size_t begin = at_;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        at_ = static_cast<std::size_t>(end - text_.data());
        if (error != std::errc()) refuse(begin, "this number does not fit into 64 bits");
        if (at_ < text_.size() && is_in_name(text_[at_]))
            refuse(begin, "only whole numbers without a suffix can be written here");
        return value;
    }

    std::int64_t named() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if ((name == "min" || name == "max") && next() == '(') return extreme(name);
        const auto found = names_.find(name);
        if (found == names_.end() && names_.empty()) refuse(begin, fmt::format("`{}` is no whole number", name));
        if (found == names_.end())
            refuse(begin, fmt::format("there is no size `{}`: {} can be used here, and min and max", name,
                                      fmt::join(names_ | std::views::keys, ", ")));
        return found->second;
    }

    std::int64_t extreme(std::string_view function) {
        expect('(');
        std::int64_t value = sum();
        while (next() == ',') {
            ++at_;
            const std::int64_t other = sum();
            value = function == "min" ? std::min(value, other) : std::max(value, other);
        }
        expect(')');
        return value;
    }

    std::string_view text_;
    Place place_;
    const Names& names_;
    std::string_view file_;
    std::size_t at_ = 0;
    int nested_ = 0;
};

} // namespace

std::string at_place(std::string_view file, Place place, std::string_view message) {
    return fmt::format("{}:{}:{}: {}", file, place.line, place.column, message);
}

std::int64_t value_of(const Written& expression, const Names& names, std::string_view file) {
    return Parser(expression, names, file).whole();
}

std::vector<Written> parts_of(const Written& list) {
    std::vector<Written> parts;
    const auto add = [&](std::size_t begin, std::size_t end) {
        const auto is_blank = [&](std::size_t i) {
            return std::isspace(static_cast<unsigned char>(list.text[i])) != 0;
        };
        while (begin < end && is_blank(begin)) ++begin;
        while (end > begin && is_blank(end - 1)) --end;
        parts.push_back(
            {list.text.substr(begin, end - begin), {list.place.line, list.place.column + static_cast<int>(begin)}});
    };
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < list.text.size(); ++i) {
        const char c = list.text[i];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c != ',' || depth != 0) continue;
        add(begin, i);
        begin = i + 1;
    }
    add(begin, list.text.size());
    return parts;
}

} // namespace pairscope::own
