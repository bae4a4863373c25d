// SPDX-License-Identifier: MIT
#include "kernels/own/top_level.h"

#include "kernels/own/source_text.h"

#include <algorithm>
#include <array>

namespace pairscope::own {
namespace {

constexpr auto nowhere = std::string_view::npos;

void note_macro(const std::string& line, Macros& macros) {
    const std::size_t define = line.find("define");
    if (define == nowhere || define >= 4) return;
    const auto words = code_tokens(std::string_view(line).substr(define + 6));
    if (words.empty()) return;
    auto& stands_for = macros[std::string(words.front())];
    for (std::size_t i = 1; i < words.size(); ++i) stands_for.emplace(words[i]);
}

bool stands_for_device(std::string_view word, const Macros& macros, int depth = 0) {
    constexpr std::array<std::string_view, 4> marks{"__device__", "__global__", "constexpr", "consteval"};
    constexpr int most_depth = 16; // a macro may name itself
    if (std::ranges::find(marks, word) != marks.end()) return true;
    const auto macro = macros.find(word);
    return macro != macros.end() && depth < most_depth && std::ranges::any_of(macro->second, [&](const auto& each) {
               return stands_for_device(each, macros, depth + 1);
           });
}

} // namespace

std::string without_directives(std::string_view code, Macros& macros) {
    std::string text(code);
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = text.find('\n', begin);
        const std::size_t first = text.find_first_not_of(" \t\r", begin);
        const bool is_directive = first != nowhere && text[first] == '#';
        while (is_directive && end != nowhere && end > 0 &&
               (text[end - 1] == '\\' || (text[end - 1] == '\r' && text[end - 2] == '\\')))
            end = text.find('\n', end + 1);
        if (end == nowhere) end = text.size();
        if (is_directive) {
            note_macro(text.substr(first, end - first), macros);
            for (std::size_t i = first; i < end; ++i)
                if (text[i] != '\n') text[i] = ' ';
        }
        begin = end + 1;
    }
    return text;
}

bool names_something(std::string_view token) {
    return is_in_name(token.front()) && (token.front() < '0' || token.front() > '9');
}

namespace {

class TopLevelReader {
public:
    TopLevelReader(TopLevel& found, const Macros& macros, bool has_all_headers, CodeNames& names)
        : tokens_(found.tokens), macros_(macros), has_all_headers_(has_all_headers), names_(names),
          device_code_(found.device_code) {}

    /// `type`: the struct whose members these are; empty: none.
    void read(Range part, std::string_view type) {
        std::size_t begin = part.first;
        for (std::size_t i = part.first; i < part.second; ++i) {
            const std::string_view text = tokens_[i];
            if (text == ";") {
                if (type.empty()) note_variable({begin, i});
                const bool is_usual = !type.empty() && has({begin, i}, "default") && has({begin, i}, type);
                if (is_usual) names_.device_constructors.insert(type);
                begin = i + 1;
            } else if (text == "}" || (text == ":" && i == begin + 1 && !type.empty())) {
                begin = i + 1; // the end of a namespace, or behind `public:`
            } else if (text == "{") {
                const Range head{begin, i};
                if (type.empty() && (has(head, "namespace") || (has(head, "extern") && !has(head, "(")))) {
                    begin = i + 1;
                    continue;
                }
                const std::size_t end = end_of_block(i);
                const bool begins_value = !type.empty() && i > begin && is_value_before(i);
                if (is_type(head)) read_type(head, {i + 1, end});
                if (!begins_value && !is_type(head)) note_function(head, {i, end}, type);
                const bool goes_on = begins_value || has_assignment(head) || is_type(head); // up to its semicolon
                i = end;
                if (!goes_on) begin = i + 1;
            }
        }
    }

private:
    [[nodiscard]] bool has(Range range, std::string_view text) const {
        return std::any_of(tokens_.begin() + std::ptrdiff_t(range.first),
                           tokens_.begin() + std::ptrdiff_t(range.second),
                           [text](std::string_view token) { return token == text; });
    }
    [[nodiscard]] bool has_assignment(Range head) const { return has(head, "=") && !has(head, "operator"); }
    [[nodiscard]] bool has_macro(Range range) const {
        for (std::size_t i = range.first; i < range.second; ++i)
            if (macros_.contains(tokens_[i])) return true;
        return false;
    }
    /// `x` of `float x{0}` and of `P() : x{0} {}`, and not `const` of `float f() const {`.
    [[nodiscard]] bool is_value_before(std::size_t brace) const {
        constexpr std::array<std::string_view, 4> words{"const", "noexcept", "override", "final"};
        const std::string_view before = tokens_[brace - 1];
        return names_something(before) && std::ranges::find(words, before) == words.end() && !macros_.contains(before);
    }
    [[nodiscard]] bool is_for_device(Range head) const {
        for (std::size_t i = head.first; i < head.second; ++i) {
            const std::string_view word = tokens_[i];
            if (stands_for_device(word, macros_)) return true;
            const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
            const bool may_be_macro = word.size() > 1 && names_something(word) &&
                                      std::ranges::none_of(word, is_small) && !macros_.contains(word);
            if (may_be_macro && !has_all_headers_) return true;
        }
        return false;
    }
    [[nodiscard]] bool is_type(Range head) const {
        return !has(head, "(") &&
               (has(head, "struct") || has(head, "class") || has(head, "union") || has(head, "enum"));
    }
    [[nodiscard]] std::size_t end_of_block(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < tokens_.size(); ++i) {
            if (tokens_[i] == "{") ++depth;
            if (tokens_[i] == "}" && --depth == 0) return i;
        }
        return tokens_.size() - 1;
    }
    [[nodiscard]] std::size_t end_of_parentheses(std::size_t open, std::size_t end) const {
        int depth = 0;
        for (std::size_t i = open; i < end; ++i) {
            if (tokens_[i] == "(") ++depth;
            if (tokens_[i] == ")" && --depth == 0) return i;
        }
        return end;
    }

    void read_type(Range head, Range body) {
        std::size_t at = head.second;
        for (std::size_t i = head.first; i < head.second && tokens_[i] != ":"; ++i)
            if (tokens_[i] == "struct" || tokens_[i] == "class" || tokens_[i] == "union") at = i + 1;
        if (has(head, "enum"))
            names_.fixed.insert(tokens_.begin() + std::ptrdiff_t(body.first),
                                tokens_.begin() + std::ptrdiff_t(body.second));
        else if (at < head.second && names_something(tokens_[at]))
            read(body, tokens_[at]);
    }

    void note_function(Range head, Range body, std::string_view type) {
        if (has_assignment(head)) return;
        const bool is_device = is_for_device(head);
        if (is_device) device_code_.push_back({head, body});
        for (std::size_t i = head.first; i < head.second; ++i) {
            if (tokens_[i] == "operator") return note_operator({i + 1, head.second}, is_device, type);
            if (tokens_[i] != "(" || i == head.first) continue;
            const std::string_view name = tokens_[i - 1];
            if (name.starts_with("__") || name == "alignas" || name == "decltype" || name == "explicit") {
                i = end_of_parentheses(i, head.second);
                continue;
            }
            const bool ends_life = i > 1 && tokens_[i - 2] == "~";
            if (!names_something(name) || ends_life) return;
            if (type.empty())
                (is_device ? names_.device_functions : names_.host_functions).insert(name);
            else if (is_device)
                (name == type ? names_.device_constructors : names_.device_methods).insert(name);
            else
                (name == type ? names_.host_constructors : names_.host_methods)[name].insert(type);
            return;
        }
    }

    /// An operator outside of a struct belongs to the types of its operands.
    void note_operator(Range rest, bool is_device, std::string_view type) {
        std::size_t open = rest.first;
        while (open < rest.second && (tokens_[open] != "(" || open == rest.first)) ++open;
        if (open == rest.second || names_something(tokens_[rest.first])) return;
        const std::string_view last = tokens_[open - 1];
        const auto size = static_cast<std::size_t>(last.data() + last.size() - tokens_[rest.first].data());
        const std::string_view sign(tokens_[rest.first].data(), size);
        if (is_device) {
            names_.device_operators.insert(sign);
            return;
        }
        Words& types = names_.host_operators[sign];
        constexpr std::array<std::string_view, 7> plain{"const",    "float", "double", "int",
                                                        "unsigned", "long",  "size_t"};
        if (!type.empty()) types.insert(type);
        for (std::size_t i = open; type.empty() && i < rest.second; ++i)
            if (names_something(tokens_[i]) && std::ranges::find(plain, tokens_[i]) == plain.end())
                types.insert(tokens_[i]);
    }

    /// "float factor = 1.0f" and "int counts[4]"; no declaration of a function, no type.
    void note_variable(Range part) {
        constexpr std::array<std::string_view, 11> others{"namespace", "__device__",    "__shared__", "__managed__",
                                                          "using",     "typedef",       "extern",     "template",
                                                          "struct",    "static_assert", "enum"};
        const bool is_constant = has(part, "__constant__");
        const bool is_constexpr = has(part, "constexpr"), is_const = is_constexpr || has(part, "const");
        if (part.second - part.first < 2 || (has_macro(part) && !is_const)) return;
        for (const std::string_view other : others)
            if (has(part, other) && !is_constant) return;
        for (std::size_t i = part.first + 1; i < part.second; ++i) {
            const std::string_view text = tokens_[i];
            const bool is_value = text == "=" || text == "[" || (text == "{" && is_const);
            if (text == "(" || (text == "{" && !is_const)) return;
            if (!is_value && i + 1 != part.second) continue;
            const std::string_view name = is_value ? tokens_[i - 1] : tokens_[i];
            if (!names_something(name)) return;
            if (is_constant || !is_const)
                (is_constant ? names_.constants : names_.host_variables).insert(name);
            else if (text == "[")
                (is_constexpr ? names_.constexpr_arrays : names_.const_arrays).insert(name);
            else
                names_.fixed.insert(name);
            return;
        }
    }

    const CodeTokens& tokens_;
    const Macros& macros_;
    const bool has_all_headers_;
    CodeNames& names_;
    std::vector<DeviceCode>& device_code_;
};

} // namespace

TopLevel read_top_level(std::string_view code, const Macros& macros, bool has_all_headers, CodeNames& names) {
    TopLevel found{.tokens = code_tokens(code), .device_code = {}};
    TopLevelReader(found, macros, has_all_headers, names).read({0, found.tokens.size()}, {});
    return found;
}

} // namespace pairscope::own
