// SPDX-License-Identifier: MIT
#include "kernels/own/rung_tokens.h"

#include "kernels/own/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace pairscope::own {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Where the name ends that begins at `begin`: "std::int64_t" and "problem.n" are one.
std::size_t end_of_name(std::string_view code, std::size_t begin) {
    std::size_t i = begin;
    for (;;) {
        if (code.substr(i).starts_with("::")) i += 2;
        while (i < code.size() && is_in_name(code[i])) ++i;
        const bool goes_on = code.substr(i).starts_with("::") && i + 2 < code.size() && is_in_name(code[i + 2]);
        const bool has_member = i + 1 < code.size() && code[i] == '.' && is_in_name(code[i + 1]);
        if (has_member) ++i;
        if (!goes_on && !has_member) return i;
    }
}

std::size_t end_of_number(std::string_view code, std::size_t i) {
    while (i < code.size() && (is_in_name(code[i]) || code[i] == '.' || code[i] == '\'')) ++i;
    return i;
}

Tokens part(const Tokens& tokens, std::size_t begin, std::size_t end) {
    return {tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.begin() + static_cast<std::ptrdiff_t>(end)};
}

void append(Tokens& to, const Tokens& more) { to.insert(to.end(), more.begin(), more.end()); }

bool opens(std::string_view token) { return token == "(" || token == "[" || token == "{"; }
bool closes(std::string_view token) { return token == ")" || token == "]" || token == "}"; }

/// The arguments of a call whose name stands at `i`, and the place behind it.
std::pair<std::vector<Tokens>, std::size_t> call_at(const Tokens& tokens, std::size_t i) {
    const std::size_t end = behind_bracket(tokens, i + 1);
    return {list_of(part(tokens, i + 2, end - 1)), end};
}

/// "(n + 255) / 256"
Tokens tiles(const Tokens& count, const Tokens& size) {
    Tokens found{"("};
    append(found, count);
    append(found, {"+"});
    append(found, grouped(size));
    append(found, {"-", "1", ")", "/"});
    append(found, grouped(size));
    return found;
}

/// Drops one pair of parentheses that says nothing: around a single token, around a whole argument, or around the first
/// terms of a sum.
bool drop_one_pair(Tokens& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i] != "(" || (i > 0 && (is_name(tokens[i - 1]) || tokens[i - 1] == ">"))) continue;
        const std::size_t end = behind_bracket(tokens, i);
        const std::string_view next = end < tokens.size() ? std::string_view(tokens[end]) : ")";
        const bool is_first = i == 0 || tokens[i - 1] == "(" || tokens[i - 1] == ",";
        const bool is_whole = is_first && (next == ")" || next == "," || next == "+" || next == "-");
        if (end != i + 3 && !is_whole) continue;
        tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(end) - 1);
        tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
    }
    return false;
}

std::string size_of(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, int>, 9> sizes{{{"float", 4},
                                                                     {"int", 4},
                                                                     {"unsigned", 4},
                                                                     {"double", 8},
                                                                     {"float2", 8},
                                                                     {"float4", 16},
                                                                     {"std::int64_t", 8},
                                                                     {"char", 1},
                                                                     {"std::uint8_t", 1}}};
    const auto found = std::ranges::find(sizes, type, &std::pair<std::string_view, int>::first);
    if (found == sizes.end()) throw NotPlain(fmt::format("a launch line cannot say how large {} is", type));
    return std::to_string(found->second);
}

} // namespace

bool is_name(std::string_view token) {
    return !token.empty() && (is_in_name(token[0]) || token[0] == ':') && !is_digit(token[0]);
}

Tokens tokens_in(std::string_view code) {
    Tokens tokens;
    for (std::size_t i = 0; i < code.size();) {
        std::size_t end = i + 1;
        if (is_digit(code[i]))
            end = end_of_number(code, i);
        else if (is_in_name(code[i]) || (code.substr(i).starts_with("::") && i + 2 < code.size()))
            end = end_of_name(code, i);
        if (!is_blank(code[i])) tokens.emplace_back(code.substr(i, end - i));
        i = end;
    }
    return tokens;
}

std::size_t behind_bracket(const Tokens& tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        depth += opens(tokens[i]) ? 1 : closes(tokens[i]) ? -1 : 0;
        if (depth == 0) return i + 1;
    }
    throw NotPlain("its host code cannot be read");
}

std::vector<Tokens> list_of(const Tokens& tokens) {
    std::vector<Tokens> parts;
    if (tokens.empty()) return parts;
    int depth = 0, angles = 0; // only those of casts are brackets
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= tokens.size(); ++i) {
        const bool is_end = i == tokens.size();
        if (!is_end) {
            depth += opens(tokens[i]) ? 1 : closes(tokens[i]) ? -1 : 0;
            angles += tokens[i] == "<" && i > 0 && tokens[i - 1].ends_with("_cast") ? 1 : 0;
            if (tokens[i] == ">" && angles > 0) --angles;
        }
        if (!is_end && (tokens[i] != "," || depth != 0 || angles != 0)) continue;
        parts.push_back(part(tokens, begin, i));
        begin = i + 1;
    }
    return parts;
}

Tokens grouped(Tokens tokens) {
    if (tokens.size() <= 1) return tokens;
    tokens.insert(tokens.begin(), "(");
    tokens.emplace_back(")");
    return tokens;
}

std::string text_of(Tokens tokens) {
    while (drop_one_pair(tokens)) {
    }
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        const bool is_sign = token == "+" || token == "-" || token == "/" || token == "*" || token == "%" ||
                             token == "?" || token == ":";
        const bool follows_value = i > 0 && (is_in_name(tokens[i - 1].back()) || closes(tokens[i - 1]));
        const bool is_of_type = i + 1 < tokens.size() && token == "*" && (tokens[i + 1] == ">" || tokens[i + 1] == ",");
        if (is_sign && follows_value && !is_of_type)
            text += " " + token + " ";
        else if (token == ",")
            text += ", ";
        else
            text += i > 0 && is_name(token) && is_in_name(tokens[i - 1].back()) ? " " + token : token;
    }
    return text;
}

Tokens resolved(const Tokens& tokens, const Meanings& meanings) {
    Tokens found;
    for (std::size_t i = 0; i < tokens.size();) {
        const std::string& token = tokens[i];
        const bool is_call = is_name(token) && i + 1 < tokens.size() && tokens[i + 1] == "(";
        if (const auto value = meanings.values.find(token); value != meanings.values.end()) {
            append(found, grouped(value->second));
            ++i;
        } else if (is_call && token == "cuda::tiles") {
            const auto [arguments, end] = call_at(tokens, i);
            append(found, grouped(tiles(resolved(arguments.at(0), meanings), resolved(arguments.at(1), meanings))));
            i = end;
        } else if (const auto formula = meanings.formulas.find(token); is_call && formula != meanings.formulas.end()) {
            const auto [arguments, end] = call_at(tokens, i);
            Meanings inside = meanings;
            for (std::size_t k = 0; k < formula->second.parameters.size(); ++k)
                inside.values[formula->second.parameters[k]] = resolved(arguments.at(k), meanings);
            append(found, grouped(resolved(formula->second.value, inside)));
            i = end;
        } else {
            found.push_back(token);
            ++i;
        }
    }
    return found;
}

Tokens for_line(const Tokens& tokens) {
    Tokens found;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        const bool has_types = i + 1 < tokens.size() && tokens[i + 1] == "<";
        const auto behind_types = [&] {
            return std::ranges::find(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens.end(), ">");
        };
        if (token == "static_cast" && has_types) {
            i = static_cast<std::size_t>(behind_types() - tokens.begin()); // the parentheses stay
        } else if (token == "std::min" || token == "std::max") {
            found.push_back(token.substr(5));
            if (has_types) i = static_cast<std::size_t>(behind_types() - tokens.begin());
        } else if (token == "sizeof") {
            found.push_back(size_of(i + 2 < tokens.size() ? tokens[i + 2] : ""));
            i = behind_bracket(tokens, i + 1) - 1;
        } else if (i + 1 < tokens.size() && tokens[i + 1] == "{" && is_name(token)) { // std::int64_t{4}
            const std::size_t end = behind_bracket(tokens, i + 1);
            append(found, grouped(for_line(part(tokens, i + 2, end - 1))));
            i = end - 1;
        } else {
            found.push_back(token);
        }
    }
    return found;
}

} // namespace pairscope::own
