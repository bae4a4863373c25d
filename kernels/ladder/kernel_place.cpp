// SPDX-License-Identifier: MIT
#include "kernels/ladder/kernel_place.h"

#include "kernels/ladder/registry.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

namespace pairscope {
namespace {

constexpr auto npos = std::string_view::npos;

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool is_comment(std::string_view line) { return line.starts_with("//"); }
std::string_view without_comment(std::string_view line) { return line.substr(0, line.find("//")); }

/// Definitions of functions are not indented: clang-format does not indent what a namespace contains.
bool begins_a_declaration(std::string_view line) {
    constexpr std::array<std::string_view, 7> others{"namespace ", "using ",  "struct ", "class ",
                                                     "enum ",      "public:", "private:"};
    if (line.empty() ||
        (std::isalpha(static_cast<unsigned char>(line.front())) == 0 && line.front() != '_' && !line.starts_with("[[")))
        return false;
    return std::ranges::none_of(others, [&](std::string_view other) { return line.starts_with(other); });
}

bool is_of_a_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

/// The name before the last list in parentheses, which is the parameters: "coalesced" of
/// "__global__ void __launch_bounds__(threads) coalesced(int n) ". Empty: it is no function.
std::string_view name_before_parameters(std::string_view head) {
    const std::size_t assigned = head.find(" = "), first = head.find('(');
    std::size_t at = head.rfind(')');
    if (at == npos || first == npos || (assigned < first && !head.starts_with("template"))) return {};
    for (int depth = 0;; --at) {
        depth += head[at] == ')' ? 1 : head[at] == '(' ? -1 : 0;
        if (depth == 0) break;
        if (at == 0) return {};
    }
    std::size_t begin = at;
    while (begin > 0 && is_of_a_word(head[begin - 1])) --begin;
    return head.substr(begin, at - begin);
}

/// Reads the declaration that begins in this line, and sets `last` to its last line. Absent: it defines no function.
std::optional<DefinedFunction> function_at(const std::vector<std::string_view>& lines, std::size_t first,
                                           std::size_t& last) {
    int depth = 0, parentheses = 0;
    std::optional<std::string_view> head;
    const char* const begin = lines[first].data();
    for (last = first; last < lines.size(); ++last) {
        for (const char& letter : without_comment(lines[last])) {
            parentheses += letter == '(' ? 1 : letter == ')' ? -1 : 0;
            if (!head && parentheses > 0) continue; // a parameter may have a default value in braces
            if (letter == '{' && !head) head = std::string_view(begin, std::size_t(&letter - begin));
            depth += letter == '{' ? 1 : letter == '}' ? -1 : 0;
            const bool is_declared = letter == ';' && depth == 0, is_defined = letter == '}' && depth == 0;
            if (is_declared) return {};
            if (!is_defined) continue;
            const std::string_view name = name_before_parameters(*head);
            if (name.empty()) return {};
            return DefinedFunction{name, {begin, std::size_t(&letter + 1 - begin)}, 0};
        }
    }
    return {};
}

/// The code of a kernel that has been compiled for another architecture: nothing to read.
bool is_empty(const DefinedFunction& function) { return function.text.ends_with("{}"); }

bool has_loop(const DefinedFunction& function) {
    return std::ranges::any_of(std::array{"for (", "while (", "for_rows("},
                               [&](const char* loop) { return function.text.find(loop) != npos; });
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_of_a_word(text[at - 1])) && (end == text.size() || !is_of_a_word(text[end]))) return true;
    }
    return false;
}

/// Does the variant's own file call it? A name alone may be a word of a comment.
bool is_called(const KernelVariant& variant, const DefinedFunction& function) {
    const std::string name(function.name);
    return has_word(variant.source_text, name) &&
           (variant.source_text.find(name + "(") != npos || variant.source_text.find(name + "<") != npos);
}

bool does_the_work(const KernelVariant& variant, const DefinedFunction& function) {
    if (variant.backend == Backend::cpu) return has_loop(function);
    return has_word(function.text, "__global__") && !is_empty(function);
}

std::ptrdiff_t length(const DefinedFunction& function) { return std::ranges::count(function.text, '\n') + 1; }

std::optional<DefinedFunction> kernel_in_own_file(const KernelVariant& variant) {
    std::vector<DefinedFunction> all = functions_in(variant.source_text);
    std::erase_if(all, [&](const DefinedFunction& function) { return !does_the_work(variant, function); });
    if (all.empty()) return {};
    const auto named = std::ranges::find(all, short_name(variant.id), &DefinedFunction::name);
    if (named != all.end()) return *named;
    const std::ptrdiff_t most_lines = length(std::ranges::max(all, {}, length));
    const auto letters = [](const DefinedFunction& function) { return function.text.size(); };
    const std::size_t most_letters = letters(std::ranges::max(all, {}, letters));
    const auto is_long = [&](const DefinedFunction& function) { // short lines only set something
        return 2 * length(function) >= most_lines && 3 * letters(function) >= most_letters;
    };
    const auto first = std::ranges::find_if(all, is_long);
    return first == all.end() ? std::ranges::max(all, {}, length) : *first;
}

/// What the variant calls; where that only passes the work on, the longest function there.
std::optional<DefinedFunction> kernel_in_shared_file(const KernelVariant& variant, std::string_view path) {
    const std::vector<DefinedFunction> all = functions_in(text_of_source(path));
    std::vector<DefinedFunction> working;
    bool is_any_called = false;
    for (const DefinedFunction& function : all) {
        const bool called = is_called(variant, function), works = does_the_work(variant, function);
        if (called && works) return function;
        is_any_called = is_any_called || called;
        if (works) working.push_back(function);
    }
    if (!is_any_called || working.empty()) return {};
    return std::ranges::max(working, {}, length);
}

} // namespace

std::vector<DefinedFunction> functions_in(std::string_view text) {
    const std::vector<std::string_view> lines = lines_of(text);
    std::vector<DefinedFunction> functions;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!begins_a_declaration(lines[i])) continue;
        std::size_t last = i, first = i;
        while (first > 0 && is_comment(lines[first - 1])) --first;
        if (auto function = function_at(lines, i, last)) {
            function->line = int(first) + 1;
            functions.push_back(*function);
        }
        i = std::min(last, lines.size() - 1);
    }
    return functions;
}

std::vector<std::string_view> source_files(const KernelVariant& variant) {
    constexpr std::string_view include = "#include \"";
    static const std::vector<SourceText> shared = manifest::headers();
    std::vector<std::string_view> files{variant.source};
    const auto add = [&](const std::string& path) {
        const auto found = std::ranges::find(shared, path, &SourceText::path);
        if (found != shared.end() && std::ranges::count(files, path) == 0) files.push_back(found->path);
    };
    for (std::string_view line : lines_of(variant.source_text)) {
        if (!line.starts_with(include)) continue;
        line.remove_prefix(include.size());
        const std::string path(line.substr(0, line.find('"')));
        add(path);
        if (path.ends_with(".h")) add(path.substr(0, path.size() - 1) + "cpp");
    }
    return files;
}

KernelPlace kernel_place(const KernelVariant& variant) {
    for (const std::string_view path : source_files(variant)) {
        const auto kernel = path == variant.source ? kernel_in_own_file(variant) : kernel_in_shared_file(variant, path);
        if (kernel) return {path, kernel->name, kernel->line};
    }
    return {variant.source, {}, 1};
}

int line_to_read(const KernelVariant& variant, std::string_view path) {
    if (const KernelPlace place = kernel_place(variant); place.path == path) return place.line;
    if (path == variant.source) return 0;
    for (const DefinedFunction& function : functions_in(text_of_source(path)))
        if (is_called(variant, function)) return function.line;
    return 0;
}

} // namespace pairscope
