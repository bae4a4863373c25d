// SPDX-License-Identifier: MIT
#include "kernels/own/host_code.h"

#include "kernels/data/errors.h"
#include "kernels/own/expression.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace pairscope::own {
namespace {

constexpr auto nowhere = std::string_view::npos;

using CodeTokens = std::vector<std::string_view>;

/// Blanks for lines of the preprocessor. `macros` gets the names that they define.
std::string without_directives(std::string_view code, std::set<std::string, std::less<>>& macros) {
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
            const std::string line = text.substr(first, end - first);
            if (const std::size_t define = line.find("define"); define != nowhere && define < 4) {
                const std::size_t name = line.find_first_not_of(" \t", define + 6);
                std::size_t behind = name;
                while (behind < line.size() && is_in_name(line[behind])) ++behind;
                if (name != nowhere) macros.insert(line.substr(name, behind - name));
            }
            for (std::size_t i = first; i < end; ++i)
                if (text[i] != '\n') text[i] = ' ';
        }
        begin = end + 1;
    }
    return text;
}

using Range = std::pair<std::size_t, std::size_t>; ///< tokens from the first to before the second

bool names_something(std::string_view token) {
    return is_in_name(token.front()) && (token.front() < '0' || token.front() > '9');
}

/// What stands at the top of the file, or directly in a namespace.
class TopLevel {
public:
    TopLevel(CodeTokens tokens, const std::set<std::string, std::less<>>& macros)
        : tokens_(std::move(tokens)), macros_(macros) {
        read();
    }

    std::set<std::string_view> host_functions, device_functions, host_variables, constants;
    std::vector<Range> device_bodies;

    [[nodiscard]] const CodeTokens& tokens() const { return tokens_; }

private:
    void read() {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const std::string_view text = tokens_[i];
            if (text == ";") {
                note_variable({begin, i});
                begin = i + 1;
            } else if (text == "}") {
                begin = i + 1; // the end of a namespace
            } else if (text == "{") {
                const Range head{begin, i};
                if (has(head, "namespace") || (has(head, "extern") && !has(head, "("))) {
                    begin = i + 1;
                    continue;
                }
                const std::size_t end = end_of_block(i);
                note_function(head, {i, end});
                const bool goes_on = has(head, "=") || is_type(head); // up to its semicolon
                i = end;
                if (!goes_on) begin = i + 1;
            }
        }
    }

    [[nodiscard]] bool has(Range range, std::string_view text) const {
        return std::any_of(tokens_.begin() + std::ptrdiff_t(range.first),
                           tokens_.begin() + std::ptrdiff_t(range.second),
                           [text](std::string_view token) { return token == text; });
    }
    [[nodiscard]] bool has_macro(Range range) const {
        for (std::size_t i = range.first; i < range.second; ++i)
            if (macros_.contains(tokens_[i])) return true;
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

    void note_function(Range head, Range body) {
        if (has(head, "=") || is_type(head) || has(head, "operator")) return;
        for (std::size_t i = head.first + 1; i < head.second; ++i) {
            if (tokens_[i] != "(") continue;
            const std::string_view name = tokens_[i - 1];
            if (name.starts_with("__") || name == "alignas" || name == "decltype") {
                i = end_of_parentheses(i, head.second);
                continue;
            }
            if (!names_something(tokens_[i - 1])) return;
            const bool is_for_device = has(head, "__device__") || has(head, "__global__");
            if (is_for_device) device_bodies.push_back(body);
            const bool may_be_used = is_for_device || has(head, "constexpr") || has_macro(head);
            (may_be_used ? device_functions : host_functions).insert(name);
            return;
        }
    }

    /// "float factor = 1.0f" and "int counts[4]"; no constant, no declaration of a function, no type.
    void note_variable(Range part) {
        constexpr std::array<std::string_view, 14> others{
            "namespace", "__device__", "__constant__", "__shared__", "__managed__", "const",         "constexpr",
            "using",     "typedef",    "extern",       "template",   "struct",      "static_assert", "enum"};
        if (part.second - part.first < 2 || has_macro(part)) return;
        const bool is_constant = has(part, "__constant__");
        for (const std::string_view other : others)
            if (has(part, other) && !is_constant) return;
        for (std::size_t i = part.first + 1; i < part.second; ++i) {
            const std::string_view text = tokens_[i];
            if (text == "(" || text == "{") return;
            const bool is_end = text == "=" || text == "[" || i + 1 == part.second;
            if (!is_end) continue;
            const std::string_view name = text == "=" || text == "[" ? tokens_[i - 1] : tokens_[i];
            if (names_something(name)) (is_constant ? constants : host_variables).insert(name);
            return;
        }
    }

    CodeTokens tokens_;
    const std::set<std::string, std::less<>>& macros_;
};

/// A name behind these belongs to something else; behind a type or `*` it is declared here.
bool is_of_another(const CodeTokens& tokens, std::size_t i) {
    if (i == 0) return false;
    const std::string_view before = tokens[i - 1];
    if (before == ".") return true;
    if (i == 1 || before.data() != tokens[i - 2].data() + 1) return false; // "->" and "::" are two signs
    return (before == ">" && tokens[i - 2] == "-") || (before == ":" && tokens[i - 2] == ":");
}

bool is_declared_in(const CodeTokens& tokens, Range body, std::string_view name) {
    for (std::size_t i = body.first + 1; i < body.second; ++i) {
        if (tokens[i] != name || is_of_another(tokens, i)) continue;
        const std::string_view before = tokens[i - 1];
        constexpr std::array<std::string_view, 4> words{"return", "else", "case", "do"};
        const bool is_type = names_something(before) && std::ranges::find(words, before) == words.end();
        if (is_type || before == ">") return true;
    }
    return false;
}

/// Are these signs here, without anything between them?
bool stand_at(const CodeTokens& tokens, std::size_t i, std::string_view signs) {
    for (std::size_t k = 0; k < signs.size(); ++k)
        if (i + k >= tokens.size() || tokens[i + k] != signs.substr(k, 1) ||
            tokens[i + k].data() != tokens[i].data() + k)
            return false;
    return true;
}

/// Behind the name, its indices and members.
std::size_t end_of_place(const CodeTokens& tokens, std::size_t i) {
    for (++i; i < tokens.size(); ++i) {
        if (tokens[i] == "." && i + 1 < tokens.size()) {
            ++i;
        } else if (tokens[i] == "[") {
            for (int depth = 0; i < tokens.size(); ++i) {
                depth += tokens[i] == "[" ? 1 : tokens[i] == "]" ? -1 : 0;
                if (depth == 0) break;
            }
        } else {
            break;
        }
    }
    return i;
}

/// Does the code write into what is named here?
bool is_written(const CodeTokens& tokens, std::size_t i) {
    const std::size_t behind = end_of_place(tokens, i);
    if (stand_at(tokens, behind, "=") && !stand_at(tokens, behind, "==")) return true;
    constexpr std::array<std::string_view, 12> writes{
        "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<<=", ">>="};
    if (std::ranges::any_of(writes, [&](std::string_view each) { return stand_at(tokens, behind, each); })) return true;
    if (i < 3) return false;
    if (stand_at(tokens, i - 2, "++") || stand_at(tokens, i - 2, "--")) return true;
    return tokens[i - 1] == "&" && tokens[i - 2] == "(" && tokens[i - 3].starts_with("atomic");
}

} // namespace

void refuse_assembly(const std::string& path, std::string_view code) {
    for (const std::string_view token : code_tokens(code))
        if (token == "asm" || token == "__asm__" || token == "__asm")
            throw InputError(
                at_place(path, place_of(code, static_cast<std::size_t>(token.data() - code.data())),
                         "inline assembly is for a GPU: the executor on the CPU, which judges own kernels, "
                         "runs C++ only. A rung of the ladder may have it, and is judged on a GPU"));
}

void refuse_host_code(const std::string& path, std::string_view code) {
    std::set<std::string, std::less<>> macros;
    const std::string text = without_directives(code, macros);
    const TopLevel top(code_tokens(text), macros);
    const auto& tokens = top.tokens();
    const auto at = [&](std::string_view token) { return static_cast<std::size_t>(token.data() - text.data()); };
    for (const Range& body : top.device_bodies)
        for (std::size_t i = body.first; i < body.second; ++i) {
            const std::string_view token = tokens[i];
            if (!names_something(token) || is_of_another(tokens, i)) continue;
            const bool is_call = i + 1 < tokens.size() && tokens[i + 1] == "(";
            if (is_call && top.host_functions.contains(token) && !top.device_functions.contains(token) &&
                !is_declared_in(tokens, body, token))
                throw InputError(
                    at_place(path, place_of(code, at(token)),
                             fmt::format("a kernel cannot call `{0}`, which is a function of the host: write "
                                         "__device__ before its definition",
                                         token)));
            if (top.constants.contains(token) && is_written(tokens, i) && !is_declared_in(tokens, body, token))
                throw InputError(at_place(path, place_of(code, at(token)),
                                          fmt::format("a kernel cannot write into `{}`, which is __constant__: make it "
                                                      "__device__ if kernels write it",
                                                      token)));
            if (!is_call && top.host_variables.contains(token) && !is_declared_in(tokens, body, token))
                throw InputError(
                    at_place(path, place_of(code, at(token)),
                             fmt::format("a kernel cannot use `{0}`, which is a variable of the host: write "
                                         "__device__ before its definition, or make it constexpr",
                                         token)));
        }
}

} // namespace pairscope::own
