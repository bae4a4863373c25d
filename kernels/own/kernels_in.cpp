// SPDX-License-Identifier: MIT
#include "kernels/own/kernels_in.h"

#include "kernels/data/errors.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace pairscope::own {
namespace {

constexpr std::size_t most_kernels = 64;
constexpr std::string_view marking = "__global__";

/// Reads the code of one kernel from left to right.
class Reader {
public:
    Reader(std::string_view code, std::string_view file, std::size_t at) : code_(code), file_(file), at_(at) {}

    [[nodiscard]] std::size_t at() const { return at_; }
    [[noreturn]] void refuse(std::size_t at, const std::string& message) const {
        throw InputError(at_place(file_, place_of(code_, at), message));
    }
    void skip_blanks() {
        while (at_ < code_.size() && is_blank(code_[at_])) ++at_;
    }
    [[nodiscard]] char next() {
        skip_blanks();
        return at_ < code_.size() ? code_[at_] : '\0';
    }
    void step() { ++at_; }
    [[nodiscard]] std::string_view word() {
        skip_blanks();
        const std::size_t begin = at_;
        while (at_ < code_.size() && is_in_name(code_[at_])) ++at_;
        return code_.substr(begin, at_ - begin);
    }
    /// What stands between the parenthesis here and the one that closes it.
    [[nodiscard]] std::string_view in_parentheses() {
        const std::size_t open = at_++;
        for (int depth = 1; at_ < code_.size(); ++at_) {
            depth += code_[at_] == '(' ? 1 : code_[at_] == ')' ? -1 : 0;
            if (depth == 0) return code_.substr(open + 1, at_++ - open - 1);
        }
        refuse(open, "nothing closes this parenthesis");
    }

private:
    std::string_view code_, file_;
    std::size_t at_;
};

bool says_nothing(std::string_view token) {
    constexpr std::array<std::string_view, 4> words{"__restrict__", "__restrict", "std", ":"};
    return std::ranges::find(words, token) != words.end();
}

/// "const float2*" for "float2 const * __restrict__": `const` stands in front, and one of the parameter itself is left
/// out.
std::string type_of_tokens(const std::vector<std::string_view>& tokens) {
    std::vector<std::string_view> words;
    std::string stars;
    bool is_const = false;
    for (const std::string_view token : tokens) {
        if (says_nothing(token)) continue;
        if (token == "const")
            is_const = is_const || stars.empty();
        else if (token == "*" || token == "&" || token == "[")
            stars += token == "[" ? "*" : std::string(token);
        else if (token != "]")
            words.push_back(token);
    }
    const bool shows_const = is_const && !stars.empty();
    return fmt::format("{}{}{}", shows_const ? "const " : "", fmt::join(words, " "), stars);
}

/// "const float* a": the last word is the name, and brackets may follow it.
Parameter parameter_of(const Written& text, const Reader& reader, std::size_t kernel) {
    std::vector<std::string_view> tokens = code_tokens(text.text);
    const auto name = std::find_if(tokens.rbegin(), tokens.rend(), [](std::string_view token) {
        return is_in_name(token[0]) && !std::isdigit(static_cast<unsigned char>(token[0]));
    });
    if (tokens.size() < 2 || name == tokens.rend() || name == tokens.rend() - 1)
        reader.refuse(kernel, fmt::format("`{}` is no parameter with a type and a name", text.text));
    const std::string found(*name);
    const int column = static_cast<int>(name->data() - text.text.data());
    tokens.erase(std::next(name).base());
    return {.type = type_of_tokens(tokens), .name = found, .place = {text.place.line, text.place.column + column}};
}

std::vector<Parameter> parameters_of(std::string_view list, std::size_t begin, std::string_view code,
                                     const Reader& reader) {
    std::vector<Parameter> found;
    if (std::ranges::all_of(list, is_blank)) return found;
    int depth = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const char c = i < list.size() ? list[i] : ',';
        depth += c == '<' || c == '(' || c == '[' ? 1 : c == '>' || c == ')' || c == ']' ? -1 : 0;
        if (c != ',' || (depth != 0 && i < list.size())) continue;
        while (first < i && is_blank(list[first])) ++first;
        found.push_back(parameter_of({std::string(list.substr(first, i - first)), place_of(code, begin + first)},
                                     reader, begin + first));
        first = i + 1;
    }
    return found;
}

/// What stands between the brackets of `template <...>` before this place. Absent: no template does.
std::optional<std::string_view> template_before(std::string_view code, std::size_t at) {
    const auto last_before = [&](std::size_t end) { return code.substr(0, end).find_last_not_of(" \t\r\n"); };
    std::size_t i = last_before(at);
    if (i == std::string_view::npos || code[i] != '>') return std::nullopt;
    const std::size_t end = i;
    for (int depth = 0; i > 0; --i) {
        depth += code[i] == '>' ? 1 : code[i] == '<' ? -1 : 0;
        if (depth == 0) break;
    }
    const std::size_t word = last_before(i);
    if (word == std::string_view::npos || !code.substr(0, word + 1).ends_with("template")) return std::nullopt;
    return code.substr(i + 1, end - i - 1);
}

/// "Target" of `template <class Target>`, the one kind of template that a kernel may be. Empty: it is no template.
std::string target_of(std::string_view code, std::size_t at, std::string_view name, const Reader& reader) {
    const auto parameters = template_before(code, at);
    if (!parameters) return {};
    const std::vector<std::string_view> tokens = code_tokens(*parameters);
    const bool is_type = tokens.size() == 2 && (tokens[0] == "class" || tokens[0] == "typename");
    if (!is_type)
        reader.refuse(at, fmt::format("{} is a template over more than the type of its output: write its other types "
                                      "and numbers out",
                                      name));
    return std::string(tokens[1]);
}

std::size_t end_of_braces(std::string_view code, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
        if (depth == 0) return i;
    }
    return code.size();
}

/// Skips what stands behind a word such as __launch_bounds__, which is kept. The first of its numbers counts threads.
void skip_parentheses(std::string_view word, Reader& reader, std::string_view code,
                      std::optional<Written>& most_threads) {
    const std::size_t begin = reader.at() + 1;
    const std::string_view inside = reader.in_parentheses();
    if (word != "__launch_bounds__") return;
    const std::vector<Written> parts = parts_of({std::string(inside), place_of(code, begin)});
    if (!parts.empty()) most_threads = parts.front();
}

/// Absent: it is only declared here.
std::optional<OwnKernel> kernel_at(std::string_view code, std::string_view file, std::size_t at) {
    Reader reader(code, file, at + marking.size());
    std::optional<Written> most_threads;
    std::string_view word = reader.word();
    for (; word != "void"; word = reader.word()) {
        if (word.empty()) reader.refuse(at, "a kernel returns nothing: write `__global__ void` and its name");
        if (reader.next() == '(') skip_parentheses(word, reader, code, most_threads);
    }
    std::string_view name = reader.word();
    while (reader.next() == '(' && name.starts_with("__")) { // __launch_bounds__ behind `void`
        skip_parentheses(name, reader, code, most_threads);
        name = reader.word();
    }
    if (name.empty() || reader.next() != '(')
        reader.refuse(at, "the name of the kernel and its parameters are missing");
    const std::size_t begin = reader.at() + 1;
    const std::string_view list = reader.in_parentheses();
    if (reader.next() == ';') return std::nullopt;
    if (reader.next() != '{') reader.refuse(reader.at(), fmt::format("the braces of {} are missing", name));
    const auto around = namespaces_around(code, at);
    if (!around) reader.refuse(at, fmt::format("{} lies in a class or a function: write it outside of it", name));
    return OwnKernel{.name = *around + std::string(name),
                     .place = place_of(code, at),
                     .parameters = parameters_of(list, begin, code, reader),
                     .launch = {},
                     .target = target_of(code, at, name, reader),
                     .most_threads = std::move(most_threads),
                     .body_begin = reader.at(),
                     .body_end = end_of_braces(code, reader.at())};
}

} // namespace

std::optional<std::string> namespaces_around(std::string_view code, std::size_t end) {
    std::vector<std::optional<std::string>> open;
    std::size_t head = 0;
    for (std::size_t i = 0; i < end; ++i) {
        if (code[i] == '{') {
            const std::vector<std::string_view> tokens = code_tokens(code.substr(head, i - head));
            const auto word = std::ranges::find(tokens, std::string_view("namespace"));
            std::string name;
            for (auto part = word; part != tokens.end() && ++part != tokens.end();) name += *part;
            const bool is_extern = !tokens.empty() && tokens.front() == "extern";
            open.push_back(word == tokens.end() && !is_extern ? std::nullopt : std::optional(name));
        } else if (code[i] == '}' && !open.empty()) {
            open.pop_back();
        }
        if (code[i] == '{' || code[i] == '}' || code[i] == ';') head = i + 1;
    }
    std::string all;
    for (const auto& each : open) {
        if (!each) return std::nullopt;
        if (!each->empty()) all += *each + "::";
    }
    return all;
}

OwnKernel cpu_function_in(std::string_view code, std::string_view file,
                          const std::function<bool(std::string_view)>& is_known) {
    constexpr std::string_view word = "void";
    std::optional<OwnKernel> last;
    for (std::size_t at = code.rfind(word); at != std::string_view::npos;
         at = at == 0 ? at - 1 : code.rfind(word, at - 1)) {
        const bool is_word = (at == 0 || !is_in_name(code[at - 1])) && !is_in_name(code[at + word.size()]);
        const auto around = is_word ? namespaces_around(code, at) : std::nullopt;
        if (!around) continue;
        Reader reader(code, file, at + word.size());
        const std::string_view name = reader.word();
        if (name.empty() || reader.next() != '(') continue;
        const std::size_t begin = reader.at() + 1;
        const std::string_view list = reader.in_parentheses();
        if (reader.next() != '{') continue;
        if (template_before(code, at)) {
            if (last) continue;
            reader.refuse(at, fmt::format("{} is a template: write its types out", name));
        }
        OwnKernel found{.name = *around + std::string(name),
                        .place = place_of(code, at),
                        .parameters = {},
                        .launch = {},
                        .body_begin = reader.at(),
                        .body_end = end_of_braces(code, reader.at())};
        try {
            found.parameters = parameters_of(list, begin, code, reader);
        } catch (const InputError&) {
            if (!last) throw;
            continue; // a helper before the function may take anything
        }
        const auto is_unknown = [&](const Parameter& each) { return !is_known(each.name); };
        if (!found.parameters.empty() && std::ranges::none_of(found.parameters, is_unknown)) return found;
        if (!last) last = std::move(found);
    }
    if (last) return std::move(*last);
    throw InputError(fmt::format("{} has no function that is `void` and takes the names of a workload: a CUDA kernel "
                                 "stands in a file whose name ends in .cu",
                                 file));
}

std::vector<OwnKernel> kernels_in(std::string_view code, std::string_view file) {
    std::vector<OwnKernel> found;
    for (std::size_t at = code.find(marking); at != std::string_view::npos; at = code.find(marking, at + 1)) {
        if (found.size() == most_kernels)
            throw InputError(
                at_place(file, place_of(code, at), fmt::format("a file has at most {} kernels", most_kernels)));
        if (auto kernel = kernel_at(code, file, at)) found.push_back(std::move(*kernel));
    }
    return found;
}

} // namespace pairscope::own
