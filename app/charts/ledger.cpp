// SPDX-License-Identifier: MIT
#include "app/charts/ledger.h"

#include "app/state/drawing/number_text.h"

#include <algorithm>

namespace pairscope::charts {
namespace {

constexpr double row_height = 30.0; // [px]
constexpr double bar_height = 14.0;

/// What is counted is filled, what is predicted or simulated is an outline.
void draw_bar(const Sheet& sheet, const Box& bar, profiling::Provenance from) {
    if (from == profiling::Provenance::counter)
        sheet.canvas.fill(bar, sheet.colours.accent);
    else
        sheet.canvas.frame(bar, {.colour = sheet.colours.accent, .width = 1.5});
}

constexpr double line_height = 18.0;

} // namespace

double height_of(const profiling::Ledger& ledger) {
    constexpr std::size_t letters = 130; // of a line
    std::size_t lines = 0;
    for (const std::string& sentence : ledger.sentences) lines += 1 + sentence.size() / letters;
    return row_height * double(ledger.bars.size()) + line_height * double(lines);
}

void draw_ledger(const Sheet& sheet, const Box& box, const profiling::Ledger& ledger) {
    const Words words = sheet.words(text_size, sheet.colours.text), quiet = sheet.words(text_size, sheet.colours.dim);
    double longest = 0.0, names = 0.0, values = 0.0;
    for (const profiling::LedgerBar& bar : ledger.bars) {
        longest = std::max(longest, bar.bytes.value_or(0.0));
        names = std::max(names, sheet.canvas.width_of(bar.name, quiet));
        values = std::max(values, sheet.canvas.width_of(app::bytes_text(bar.bytes.value_or(0.0)), words));
    }
    const double left = box.left + names + 14.0, room = box.right - values - 12.0 - left;
    double y = box.top + row_height / 2.0;
    for (const profiling::LedgerBar& bar : ledger.bars) {
        sheet.canvas.write(bar.name, {left - 14.0, y + 4.4}, sheet.words(text_size, sheet.colours.dim, Align::right));
        if (bar.bytes) {
            const double width = std::max(3.0, longest > 0.0 ? room * *bar.bytes / longest : 0.0);
            draw_bar(sheet, {left, y - bar_height / 2.0, left + width, y + bar_height / 2.0}, bar.from);
            sheet.canvas.write(app::bytes_text(*bar.bytes), {left + width + 8.0, y + 4.4}, words);
        } else {
            sheet.canvas.write("not counted", {left, y + 4.4}, quiet);
        }
        y += row_height;
    }
    y += 4.0;
    for (const std::string& sentence : ledger.sentences)
        for (const std::string& line : sheet.canvas.wrapped(sentence, words, box.width())) {
            sheet.canvas.write(line, {box.left, y + sheet.canvas.ascent(words)}, words);
            y += line_height;
        }
}

} // namespace pairscope::charts
