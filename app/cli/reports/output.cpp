// SPDX-License-Identifier: MIT
#include "app/cli/reports/output.h"

#include "app/spine/files/csv.h"
#include "kernels/data/readable.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace pairscope::cli {
namespace {

constexpr std::string_view dim = "\033[2m";
constexpr std::string_view plain = "\033[0m";

bool coloured() {
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return (no_color == nullptr || *no_color == '\0') && terminal != nullptr && std::string_view(terminal) != "dumb" &&
           ::isatty(STDOUT_FILENO) == 1;
}

/// Columns on a terminal: one a code point of UTF-8.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, app::Align align) {
    const std::string blanks(width - std::min(width, width_of(text)), ' ');
    return align == app::Align::right ? blanks + text : text + blanks;
}

/// A reader that has seen enough, such as head, ends the program as it ends others.
[[noreturn]] void refuse_output(int reason) {
    if (reason == EPIPE) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    }
    throw std::runtime_error("cannot write to standard output: " + std::system_category().message(reason));
}

void write_out(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) refuse_output(errno);
}

} // namespace

void print(std::string_view text) { write_out(::isatty(STDOUT_FILENO) == 1 ? legible(text) : std::string(text)); }

void print_text(std::string_view text) { write_out(legible(text, {dim, plain})); }

void flush_output() {
    if (std::fflush(stdout) != 0) refuse_output(errno);
}

void print(std::string_view text, const Format& format) {
    if (format.json || format.csv)
        print(text);
    else
        print_text(text);
}

void say(std::string_view message) noexcept {
    try {
        std::string line = legible(message);
        for (std::size_t at = 0; (at = line.find('\n', at)) != std::string::npos;) line.replace(at, 1, "\\n");
        write_to_standard_error(fmt::format("pairscope: {}\n", line));
    } catch (const std::bad_alloc&) {
        write_to_standard_error("pairscope: there is no memory left for a message\n");
    }
}

void write_if_taken(std::string_view text) noexcept {
    pollfd stream{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
    if (::poll(&stream, 1, 0) <= 0 || (stream.revents & POLLOUT) == 0) return;
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

void write_to_standard_error(std::string_view text) noexcept { std::fwrite(text.data(), 1, text.size(), stderr); }

void add_json(CLI::App& verb, Format& format) { verb.add_flag("--json", format.json, "Print JSON"); }

void add_json_and_csv(CLI::App& verb, Format& format) {
    CLI::Option* json = verb.add_flag("--json", format.json, "Print JSON");
    verb.add_flag("--csv", format.csv, "Print CSV")->excludes(json);
}

namespace {

/// The end of the first word, which may be a number with blanks between its groups of digits: "4 225".
std::size_t end_of_word(std::string_view text) {
    const auto is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    std::size_t end = text.find(' ');
    while (end != std::string_view::npos && end > 0 && is_digit(end - 1) && is_digit(end + 1))
        end = text.find(' ', end + 1);
    return end;
}

} // namespace

std::string folded(std::string_view text, std::size_t most_columns, std::size_t indent) {
    std::string lines;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, end_of_word(text));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        const bool is_first = column == indent;
        if (!is_first && column + 1 + width_of(word) > most_columns) {
            lines += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (!is_first) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += width_of(word);
    }
    return lines;
}

void TextTable::add(std::vector<std::string> cells) {
    for (std::string& cell : cells)
        for (std::size_t at = cell.find('\n'); at != std::string::npos; at = cell.find('\n', at))
            cell.replace(at, 1, "\\x0a");
    rows_.push_back(std::move(cells));
}

std::vector<std::size_t> TextTable::widths() const {
    std::vector<std::size_t> widths;
    for (const Column& column : columns_) widths.push_back(width_of(column.head));
    for (const auto& row : rows_) {
        const std::size_t aligned = row.size() < columns_.size() ? row.size() - 1 : row.size();
        for (std::size_t i = 0; i < aligned; ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    }
    return widths;
}

std::string TextTable::text(std::size_t most_columns) const {
    const std::vector<std::size_t> width = widths();
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool runs_on =
                i + 1 == cells.size() && (cells.size() < columns_.size() || columns_[i].align == app::Align::left);
            if (i > 0) text += "  ";
            text += runs_on ? folded(cells[i], most_columns, width_of(text))
                            : padded(cells[i], width[i], columns_[i].align);
        }
        text.erase(text.find_last_not_of(' ') + 1); // an empty last cell
        return text;
    };
    std::vector<std::string> heads;
    for (const Column& column : columns_) heads.push_back(column.head);
    std::string text = coloured() ? fmt::format("{}{}{}\n", dim, line(heads), plain) : line(heads) + "\n";
    for (const auto& row : rows_) text += line(row) + "\n";
    return text;
}

std::string csv_field(std::string_view text) { return app::csv_field(text); }

} // namespace pairscope::cli
