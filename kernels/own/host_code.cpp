// SPDX-License-Identifier: MIT
#include "kernels/own/host_code.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/own/expression.h"
#include "kernels/own/source_text.h"
#include "kernels/own/top_level.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <optional>

namespace pairscope::own {
namespace {

/// Are these signs here, without anything between them?
bool stand_at(const CodeTokens& tokens, std::size_t i, std::string_view signs) {
    for (std::size_t k = 0; k < signs.size(); ++k)
        if (i + k >= tokens.size() || tokens[i + k] != signs.substr(k, 1) ||
            tokens[i + k].data() != tokens[i].data() + k)
            return false;
    return true;
}

bool is_member(const CodeTokens& tokens, std::size_t i) {
    return i > 0 && (tokens[i - 1] == "." || (i > 1 && stand_at(tokens, i - 2, "->")));
}

/// A name behind these belongs to something else; behind a type or `*` it is declared here.
bool is_of_another(const CodeTokens& tokens, std::size_t i) {
    return is_member(tokens, i) || (i > 1 && stand_at(tokens, i - 2, "::"));
}

bool is_declared_in(const CodeTokens& tokens, Range part, std::string_view name) {
    for (std::size_t i = part.first + 1; i < part.second; ++i) {
        if (tokens[i] != name || is_of_another(tokens, i)) continue;
        const std::string_view before = tokens[i - 1];
        constexpr std::array<std::string_view, 4> words{"return", "else", "case", "do"};
        const bool is_type = names_something(before) && std::ranges::find(words, before) == words.end();
        if (is_type || before == ">") return true;
    }
    return false;
}

/// Behind the brackets that begin here, if any do.
std::size_t end_of_indices(const CodeTokens& tokens, std::size_t i) {
    int depth = 0;
    for (; i < tokens.size(); ++i) {
        if (depth == 0 && tokens[i] != "[") break;
        depth += tokens[i] == "[" ? 1 : tokens[i] == "]" ? -1 : 0;
    }
    return i;
}

/// Behind the name, its indices and members.
std::size_t end_of_place(const CodeTokens& tokens, std::size_t i) {
    for (i = end_of_indices(tokens, i + 1); i + 1 < tokens.size() && tokens[i] == ".";)
        i = end_of_indices(tokens, i + 2);
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

/// Parts of the standard library that are for the host, and that the executor would run.
bool is_standard_for_host(std::string_view name) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"accumulate",    "any_of",        "all_of",        "cerr",           "copy",
         "copy_n",        "count",         "count_if",      "cout",           "deque",
         "distance",      "endl",          "fill",          "fill_n",         "find",
         "find_if",       "for_each",      "function",      "generate",       "inner_product",
         "iota",          "list",          "make_shared",   "make_unique",    "map",
         "max_element",   "min_element",   "mt19937",       "multimap",       "mutex",
         "nth_element",   "partial_sort",  "partial_sum",   "priority_queue", "queue",
         "random_device", "reduce",        "reverse",       "runtime_error",  "set",
         "shared_ptr",    "sort",          "stable_sort",   "stack",          "string",
         "stringstream",  "thread",        "to_string",     "transform",      "transform_reduce",
         "unique_ptr",    "unordered_map", "unordered_set", "valarray",       "vector"});
    return std::ranges::find(names, name) != names.end();
}

/// A variable or parameter whose type has operators of the host.
struct Operand {
    std::string_view name, type;
    bool is_pointer = false;
};

/// Looks at the code for the device in one file.
class Refusal {
public:
    Refusal(const std::string& path, std::string_view code, const std::string& text, const TopLevel& file,
            const CodeNames& names, const Macros& macros, const Words& words)
        : path_(path), code_(code), text_(text), tokens_(file.tokens), names_(names), macros_(macros), words_(words) {
        for (const DeviceCode& each : file.device_code) look_at(each);
    }

private:
    [[noreturn]] void refuse(std::size_t i, const std::string& why) const {
        const auto at = static_cast<std::size_t>(tokens_[i].data() - text_.data());
        throw InputError(at_place(path_, place_of(code_, at), why));
    }
    [[nodiscard]] bool follows(std::size_t i, std::string_view token) const {
        return i + 1 < tokens_.size() && tokens_[i + 1] == token;
    }

    void look_at(const DeviceCode& device) const {
        const std::vector<Operand> operands = operands_in(device);
        for (std::size_t i = device.body.first; i < device.body.second; ++i) {
            if (stand_at(tokens_, i, "<<<"))
                refuse(i, "the executor on the CPU does not support a launch that a kernel makes: write both kernels "
                          "into the file, each with its own launch line, and they run one after the other");
            if (!names_something(tokens_[i])) continue;
            look_at_memory(i);
            look_at_standard(i);
            if (is_member(tokens_, i))
                look_at_method(i);
            else if (!is_of_another(tokens_, i))
                look_at_name(i, device, operands);
        }
    }

    void look_at_memory(std::size_t i) const {
        const std::string_view word = tokens_[i];
        const bool is_standard = i > 2 && stand_at(tokens_, i - 2, "::") && tokens_[i - 3] == "std";
        constexpr std::array<std::string_view, 4> calls{"malloc", "calloc", "realloc", "free"};
        const bool is_call = std::ranges::find(calls, word) != calls.end() && follows(i, "(") &&
                             (is_standard || !is_of_another(tokens_, i)) && !names_.device_functions.contains(word);
        const bool is_word = (word == "new" && !follows(i, "(")) || (word == "delete" && tokens_[i - 1] != "=");
        if (is_call || is_word)
            refuse(i,
                   fmt::format(
                       "the executor on the CPU has no memory that a kernel allocates, as by `{}`. Take an array of a "
                       "constant length, or a workspace by a line such as `// workspace: 4 * n`",
                       word));
    }

    void look_at_standard(std::size_t i) const {
        const bool is_named = i > 2 && stand_at(tokens_, i - 2, "::") && tokens_[i - 3] == "std";
        if (is_named && is_standard_for_host(tokens_[i]))
            refuse(i, fmt::format("a kernel cannot use `std::{}`, which is code of the host: CUDA has no __device__ "
                                  "version of it",
                                  tokens_[i]));
    }

    void look_at_method(std::size_t i) const {
        const auto method = names_.host_methods.find(tokens_[i]);
        if (method == names_.host_methods.end() || !follows(i, "(") || names_.device_methods.contains(tokens_[i]))
            return;
        for (const std::string_view type : method->second)
            if (words_.contains(type))
                refuse(i, fmt::format("a kernel cannot call `{}` of {}, which is a function of the host: write "
                                      "__device__ before it in the struct",
                                      tokens_[i], type));
    }

    void look_at_name(std::size_t i, const DeviceCode& device, const std::vector<Operand>& operands) const {
        const std::string_view token = tokens_[i];
        const Range whole{device.head.first, device.body.second};
        const bool is_call = follows(i, "(");
        if (is_call && names_.host_functions.contains(token) && !names_.device_functions.contains(token) &&
            !is_declared_in(tokens_, device.body, token))
            refuse(i, fmt::format("a kernel cannot call `{0}`, which is a function of the host: write "
                                  "__device__ before its definition",
                                  token));
        if (is_made(i))
            refuse(i, fmt::format("a kernel cannot make a {0}, because its constructor is a function of the host: "
                                  "write __device__ before it in the struct",
                                  token));
        look_at_operators(i, operands);
        if (names_.constants.contains(token) && is_written(tokens_, i) && !is_declared_in(tokens_, whole, token))
            refuse(i, fmt::format("a kernel cannot write into `{}`, which is __constant__: make it "
                                  "__device__ if kernels write it",
                                  token));
        if (!is_call && names_.host_variables.contains(token) && !is_declared_in(tokens_, whole, token))
            refuse(i, fmt::format("a kernel cannot use `{0}`, which is a variable of the host: write "
                                  "__device__ before its definition, or make it constexpr",
                                  token));
        if (is_array_of_host(i, device) && !is_declared_in(tokens_, whole, token))
            refuse(i, fmt::format("a kernel cannot use `{0}`, whose elements are in the memory of the host: write "
                                  "__constant__ or __device__ before its definition",
                                  token));
    }

    /// "P p(1)", "P{1}" and "P p;" of a struct whose constructors are for the host.
    [[nodiscard]] bool is_made(std::size_t i) const {
        const std::string_view type = tokens_[i];
        if (!names_.host_constructors.contains(type) || names_.device_constructors.contains(type)) return false;
        if (i + 2 >= tokens_.size()) return false;
        const std::size_t k = names_something(tokens_[i + 1]) ? i + 2 : i + 1;
        return tokens_[k] == "(" || tokens_[k] == "{" || (k == i + 2 && tokens_[k] == ";");
    }

    /// Elements of a constexpr array are numbers of the compiler where it knows the index.
    [[nodiscard]] bool is_array_of_host(std::size_t i, const DeviceCode& device) const {
        if (i > 1 && tokens_[i - 2] == "sizeof") return false;
        if (names_.const_arrays.contains(tokens_[i])) return true;
        if (!names_.constexpr_arrays.contains(tokens_[i])) return false;
        const std::size_t end = end_of_indices(tokens_, i + 1);
        if (end == i + 1) return true;
        for (std::size_t k = i + 1; k < end; ++k)
            if (names_something(tokens_[k]) && !is_known_number(tokens_[k], device)) return true;
        return false;
    }
    [[nodiscard]] bool is_known_number(std::string_view name, const DeviceCode& device) const {
        if (names_.fixed.contains(name) || macros_.contains(name) || name == "sizeof") return true;
        for (std::size_t i = device.head.first; i < device.body.second; ++i) // template <int K>, constexpr int k
            if (tokens_[i] == name && i > 1) {
                const bool is_of_template = i < device.body.first && tokens_[device.head.first] == "template" &&
                                            (tokens_[i - 2] == "<" || tokens_[i - 2] == ",");
                if (is_of_template || tokens_[i - 2] == "constexpr") return true;
            }
        return false;
    }

    /// What is declared with a type that has operators of the host.
    [[nodiscard]] std::vector<Operand> operands_in(const DeviceCode& device) const {
        std::vector<Operand> found;
        for (std::size_t i = device.head.first; i + 1 < device.body.second; ++i) {
            const auto has_type = [&](const auto& each) { return each.second.contains(tokens_[i]); };
            if (is_of_another(tokens_, i) || std::ranges::none_of(names_.host_operators, has_type)) continue;
            std::size_t k = i + 1;
            bool is_pointer = false;
            for (; tokens_[k] == "*" || tokens_[k] == "&" || tokens_[k] == "const" || tokens_[k] == "__restrict__"; ++k)
                is_pointer = is_pointer || tokens_[k] == "*";
            if (!names_something(tokens_[k])) continue;
            found.push_back({tokens_[k], tokens_[i], is_pointer || tokens_[k + 1] == "["});
            for (int depth = 0; i >= device.body.first && k < device.body.second && depth >= 0; ++k) { // P p{1}, q{2};
                const std::string_view sign = tokens_[k];
                depth += sign == "(" || sign == "{" || sign == "["   ? 1
                         : sign == ")" || sign == "}" || sign == "]" ? -1
                                                                     : 0;
                if (depth == 0 && sign == ";") break;
                if (depth == 0 && sign == "," && names_something(tokens_[k + 1]))
                    found.push_back({tokens_[k + 1], tokens_[i], tokens_[k + 2] == "["});
            }
        }
        return found;
    }

    void look_at_operators(std::size_t i, const std::vector<Operand>& operands) const {
        for (const Operand& operand : operands) {
            if (operand.name != tokens_[i]) continue;
            const std::size_t behind = end_of_indices(tokens_, i + 1);
            const bool has_index = behind > i + 1;
            if (operand.is_pointer != has_index || stand_at(tokens_, behind, ".") || stand_at(tokens_, behind, "->"))
                continue;
            for (const auto& [sign, types] : names_.host_operators)
                if (types.contains(operand.type) && !names_.device_operators.contains(sign) &&
                    is_beside(i, behind, sign))
                    refuse(i, fmt::format("a kernel cannot use `operator{}` of {}, which is a function of the host: "
                                          "write __device__ before its definition",
                                          sign, operand.type));
        }
    }

    /// Does the operator stand before or behind the operand, and is it no part of a longer one?
    [[nodiscard]] bool is_beside(std::size_t i, std::size_t behind, std::string_view sign) const {
        constexpr std::string_view signs = "+-*/%&|^<>=!";
        const auto is_sign = [&](std::size_t k) {
            return k < tokens_.size() && signs.find(tokens_[k].front()) != std::string_view::npos;
        };
        const auto touches = [&](std::size_t k) { return tokens_[k].data() + 1 == tokens_[k + 1].data(); };
        const std::size_t size = sign.size();
        if (sign == "=" || sign == "()" || sign == "[]") return false;
        const bool stands_behind =
            stand_at(tokens_, behind, sign) && !(is_sign(behind + size) && touches(behind + size - 1));
        const bool stands_before =
            i > size && stand_at(tokens_, i - size, sign) && !(is_sign(i - size - 1) && touches(i - size - 1));
        const bool declares = sign == "*" || sign == "&"; // behind a type
        return stands_behind || (stands_before && !declares);
    }

    const std::string& path_;
    std::string_view code_;
    const std::string& text_;
    const CodeTokens& tokens_;
    const CodeNames& names_;
    const Macros& macros_;
    const Words& words_; ///< all that stand in code for the device
};

struct Header {
    std::string path; ///< as messages name it
    std::string code;
};

struct Headers {
    std::vector<Header> found;
    bool are_all = true; ///< none of those in quotes lies somewhere else
};

/// The names in quotes behind `#include`. `code` is as long as the text, without comments and strings.
std::vector<std::string> quoted_includes(std::string_view text, std::string_view code) {
    std::vector<std::string> found;
    for (std::size_t at = code.find("include"); at != std::string_view::npos; at = code.find("include", at + 1)) {
        const std::size_t line = code.rfind('\n', at) + 1, sign = code.find_first_not_of(" \t", line);
        const bool is_directive = code[sign] == '#' && code.find_first_not_of(" \t", sign + 1) == at;
        const std::size_t quote = text.find_first_not_of(" \t", at + 7);
        if (!is_directive || quote == std::string_view::npos || text[quote] != '"') continue;
        const std::size_t end = text.find_first_of("\"\n", quote + 1);
        if (end != std::string_view::npos) found.emplace_back(text.substr(quote + 1, end - quote - 1));
    }
    return found;
}

void add_headers(Headers& all, const std::filesystem::path& includer, std::string_view text, std::string_view code) {
    constexpr std::size_t most = 64;
    for (const std::string& name : quoted_includes(text, code)) {
        const std::filesystem::path path = includer.parent_path() / name;
        const std::string named = shown(path.lexically_normal());
        if (std::ranges::find(all.found, named, &Header::path) != all.found.end()) continue;
        std::optional<std::string> header;
        try {
            header = read_source(path);
        } catch (const InputError&) { // it is one of the program or of CUDA, or the compiler says what is wrong with it
        }
        if (!header || all.found.size() == most) {
            all.are_all = false;
            continue;
        }
        std::string code_of_header = split(*header).code;
        all.found.push_back({named, code_of_header});
        add_headers(all, path, *header, code_of_header);
    }
}

void refuse_code_of_host(const Headers& headers) {
    Macros macros;
    CodeNames names;
    std::deque<std::string> texts; // names point into them
    for (const Header& each : headers.found) texts.push_back(without_directives(each.code, macros));
    std::vector<TopLevel> files;
    Words words;
    for (const std::string& text : texts) {
        files.push_back(read_top_level(text, macros, headers.are_all, names));
        for (const DeviceCode& each : files.back().device_code)
            for (std::size_t i = each.head.first; i < each.body.second; ++i) words.insert(files.back().tokens[i]);
    }
    for (std::size_t i = 0; i < files.size(); ++i)
        Refusal(headers.found[i].path, headers.found[i].code, texts[i], files[i], names, macros, words);
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
    bool includes = false;
    for (std::size_t at = code.find("include"); at != std::string_view::npos; at = code.find("include", at + 1))
        includes = includes || code.substr(code.find_first_not_of(" \t", at + 7)).front() != '<';
    refuse_code_of_host(Headers{.found = {{path, std::string(code)}}, .are_all = !includes});
}

void refuse_host_code_of_headers(const std::string& path, std::string_view text) {
    const std::string code = split(text).code;
    Headers all{.found = {{path, code}}};
    add_headers(all, path, text, code);
    for (const Header& each : all.found) refuse_assembly(each.path, each.code);
    refuse_code_of_host(all);
}

} // namespace pairscope::own
