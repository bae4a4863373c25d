// SPDX-License-Identifier: MIT
#include "kernels/own/source_text.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <set>
#include <system_error>

namespace pairscope::own {
namespace {

/// Replaces all but ends of lines by blanks.
void blank(std::string& code, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
        if (code[i] != '\n') code[i] = ' ';
}

/// Behind the end of a string or a character that begins at `begin`; it ends with its line at the latest.
std::size_t end_of_quoted(std::string_view text, std::size_t begin) {
    const char quote = text[begin];
    for (std::size_t i = begin + 1; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == quote) {
            return i + 1;
        } else if (text[i] == '\n') {
            return i;
        }
    }
    return text.size();
}

/// R"tag(...)tag"
std::size_t end_of_raw(std::string_view text, std::size_t quote) {
    const std::size_t open = text.find('(', quote);
    if (open == std::string_view::npos) return text.size();
    const std::string end = ")" + std::string(text.substr(quote + 1, open - quote - 1)) + "\"";
    const std::size_t found = text.find(end, open);
    return found == std::string_view::npos ? text.size() : found + end.size();
}

/// The names between quotes behind "#include".
std::vector<std::string> included_in(const std::string& text) {
    static constexpr std::string_view word = "include";
    std::vector<std::string> names;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t begin = text.find_first_not_of(" \t\\\r\n", at + word.size());
        if (begin == std::string::npos || text[begin] != '"') continue;
        const std::size_t end = text.find_first_of("\"\n", begin + 1);
        if (end != std::string::npos && text[end] == '"') names.push_back(text.substr(begin + 1, end - begin - 1));
    }
    return names;
}

void add_headers(const std::filesystem::path& folder, std::string& text, std::set<std::filesystem::path>& known) {
    constexpr std::size_t most_headers = 256;
    for (const std::string& name : included_in(text)) {
        std::error_code failed;
        const std::filesystem::path path = std::filesystem::weakly_canonical(folder / name, failed);
        if (failed || known.size() > most_headers || !std::filesystem::is_regular_file(path, failed)) continue;
        if (!known.insert(path).second) continue;
        try {
            std::string header = read_source(path);
            add_headers(path.parent_path(), header, known);
            text += "\n" + header;
        } catch (const InputError&) {
            text += "\n" + name; // a compiler says why
        }
    }
}

bool fills_its_line(std::string_view text, std::size_t at) {
    while (at > 0 && text[at - 1] != '\n')
        if (!is_blank(text[--at])) return false;
    return true;
}

} // namespace

bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::vector<std::string_view> code_tokens(std::string_view code) {
    std::vector<std::string_view> tokens;
    for (std::size_t i = 0; i < code.size();) {
        std::size_t end = i + 1;
        if (is_in_name(code[i]))
            while (end < code.size() && is_in_name(code[end])) ++end;
        if (!is_blank(code[i])) tokens.push_back(code.substr(i, end - i));
        i = end;
    }
    return tokens;
}

std::string read_source(const std::filesystem::path& path) {
    const std::string name = shown(path);
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) throw InputError(fmt::format("there is no file {}", name));
    if (std::filesystem::is_directory(status))
        throw InputError(fmt::format("{} is a folder: name the file with the kernel", name));
    if (!std::filesystem::is_regular_file(status)) throw InputError(fmt::format("{} is not a file", name));
    std::ifstream file(path, std::ios::binary);
    std::string text(most_file_bytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file && !file.eof()) throw InputError(fmt::format("{} cannot be read", name));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    if (text.size() > most_file_bytes)
        throw InputError(
            fmt::format("{} has more than {} bytes, which is too large for a kernel", name, most_file_bytes));
    if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3); // as some editors begin a file
    if (std::ranges::all_of(text, is_blank)) throw InputError(fmt::format("{} is empty", name));
    if (text.find('\0') != std::string::npos)
        throw InputError(fmt::format("{} is no text: it holds bytes that are 0", name));
    return text;
}

std::string with_headers_beside(const std::filesystem::path& path, std::string text) {
    std::set<std::filesystem::path> known;
    add_headers(path.parent_path(), text, known);
    return text;
}

SplitText split(std::string_view text) {
    SplitText found{.code = std::string(text), .comments = {}};
    int line = 1;
    std::size_t line_begin = 0, counted = 0; // the lines before `counted` were counted
    for (std::size_t i = 0; i < text.size();) {
        for (; counted < i; ++counted)
            if (text[counted] == '\n') {
                ++line;
                line_begin = counted + 1;
            }
        const std::string_view rest = text.substr(i);
        std::size_t end = i + 1;
        if (rest.starts_with("//")) {
            end = std::min(text.find('\n', i), text.size());
            if (fills_its_line(text, i))
                found.comments.push_back(
                    {std::string(text.substr(i + 2, end - i - 2)), {line, static_cast<int>(i - line_begin) + 3}});
            blank(found.code, i, end);
        } else if (rest.starts_with("/*")) {
            const std::size_t close = text.find("*/", i + 2);
            end = close == std::string_view::npos ? text.size() : close + 2;
            blank(found.code, i, end);
        } else if (rest.starts_with("R\"") && (i == 0 || !is_in_name(text[i - 1]))) {
            end = end_of_raw(text, i + 1);
            blank(found.code, i, end);
        } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_in_name(text[i - 1])))) {
            end = end_of_quoted(text, i);
            blank(found.code, i, end);
        }
        i = end;
    }
    return found;
}

Place place_of(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {static_cast<int>(std::ranges::count(before, '\n')) + 1, static_cast<int>(at - line_begin) + 1};
}

bool is_identifier(std::string_view name) {
    static constexpr auto words = std::to_array<std::string_view>(
        {"alignas",  "alignof",  "and",     "asm",       "auto",     "bool",     "break",     "case",      "catch",
         "char",     "class",    "const",   "constexpr", "continue", "decltype", "default",   "delete",    "do",
         "double",   "else",     "enum",    "explicit",  "export",   "extern",   "false",     "float",     "for",
         "friend",   "goto",     "if",      "inline",    "int",      "long",     "mutable",   "namespace", "new",
         "noexcept", "not",      "nullptr", "operator",  "or",       "private",  "protected", "public",    "register",
         "return",   "short",    "signed",  "sizeof",    "static",   "struct",   "switch",    "template",  "this",
         "throw",    "true",     "try",     "typedef",   "typename", "union",    "unsigned",  "using",     "virtual",
         "void",     "volatile", "while",   "xor"});
    const bool has_form = !name.empty() && std::ranges::all_of(name, is_in_name) && (name[0] < '0' || name[0] > '9');
    return has_form && std::ranges::find(words, name) == words.end();
}

} // namespace pairscope::own
