// SPDX-License-Identifier: MIT
#include "app/subjects/counters/ledger_chart.h"

#include "app/chart/number_text.h"

#include <algorithm>

namespace pairscope::app {
namespace {

struct ByteUnit {
    const char* name;
    double bytes;
};

ByteUnit unit_for(double bytes) {
    if (bytes >= 1e9) return {"GB", 1e9};
    return bytes >= 1e6 ? ByteUnit{"MB", 1e6} : ByteUnit{"kB", 1e3};
}

} // namespace

Chart ledger_drawing(const profiling::Ledger& ledger) {
    double longest = 0.0;
    for (const profiling::LedgerBar& bar : ledger.bars) longest = std::max(longest, bar.bytes.value_or(0.0));
    const ByteUnit unit = unit_for(longest);
    constexpr double room_for_words = 1.25;
    Chart drawing{.x = {.title = "bytes of one launch",
                        .unit = unit.name,
                        .range = {0.0, std::max(room_for_words * longest / unit.bytes, 1e-3)}}};
    for (const profiling::LedgerBar& bar : ledger.bars)
        drawing.bars.push_back({.name = bar.name,
                                .value = bar.bytes.value_or(0.0) / unit.bytes,
                                .words = bar.bytes ? bytes_text(*bar.bytes) : "not counted",
                                .colour = {Ink::accent},
                                .filled = bar.from == profiling::Provenance::counter});
    return drawing;
}

} // namespace pairscope::app
