// SPDX-License-Identifier: MIT
#include "profiling/ledger.h"

#include "kernels/data/text.h"
#include "kernels/ladder/counted_variant.h"
#include "profiling/input_words.h"
#include "profiling/roofline.h"

#include <fmt/format.h>

namespace pairscope::profiling {
namespace {

constexpr double alike = 0.05; // differences below this share need no sentence

std::optional<double> count(const Measurement& m, std::string_view name) {
    return m.counters ? value_of(*m.counters, name) : std::nullopt;
}

/// The sum of those that are there; absent if none is.
std::optional<double> sum(std::optional<double> a, std::optional<double> b) {
    if (!a && !b) return std::nullopt;
    return a.value_or(0.0) + b.value_or(0.0);
}

/// What the lanes ask for, in whole sectors [B].
struct RequestedBytes {
    std::optional<double> loads, stores;
    Provenance from = Provenance::counter;
};

RequestedBytes requested_bytes(const Measurement& m, const TraceSummary* trace) {
    const auto bytes = [](std::optional<double> sectors) {
        return sectors ? std::optional(simt::sector_bytes * *sectors) : std::nullopt;
    };
    RequestedBytes found{.loads = bytes(count(m, "global_load_sectors")),
                         .stores = bytes(sum(count(m, "global_store_sectors"), count(m, "surface_store_sectors")))};
    if (found.loads && found.stores) return found;
    if (trace == nullptr) return {};
    return {bytes(trace->loads.sectors), bytes(trace->stores.sectors), Provenance::simulated};
}

std::string times(double ratio) {
    return ratio < 10.0 ? fmt::format("{:.2f}", ratio) : grouped(static_cast<std::int64_t>(ratio + 0.5));
}
bool differs(double ratio) { return ratio > 1.0 + alike || ratio < 1.0 - alike; }

/// What a variant writes at least, whatever the kind of its output is.
double output_bytes(const Measurement& m) {
    const KernelVariant* const variant = counted_variant(m.variant_id);
    const OutputShape output = output_of(m.workload, variant != nullptr && variant->both_directions);
    const MatrixShape words = words_of(output);
    const Entry entry = output.kind == OutputKind::matrix ? m.entry : Entry::float32;
    return static_cast<double>(words.rows) * static_cast<double>(words.cols) * static_cast<double>(bytes_of(entry));
}

double compulsory_bytes(const Measurement& m) { return counted_for(m).work.compulsory_bytes; }

/// What it reads at least.
double input_bytes(const Measurement& m) { return compulsory_bytes(m) - output_bytes(m); }

void explain_requests(std::vector<std::string>& sentences, const Measurement& m, const RequestedBytes& asked) {
    if (!asked.loads || !asked.stores) return;
    const double output = output_bytes(m), input = input_bytes(m);
    if (const double ratio = *asked.stores / output; ratio > 1.0 + alike)
        sentences.push_back(fmt::format(
            "The sectors that stores touch have {} times the bytes of the output: they are only partly filled.",
            times(ratio)));
    if (*asked.loads > alike * output)
        sentences.push_back(fmt::format(
            "Loads request {}, {} times the bytes of {}: the caches have to serve them again and again.",
            bytes_in_words(*asked.loads), times(*asked.loads / input), inputs_in_words(type_of(m.workload.type))));
}

void explain_l2(std::vector<std::string>& sentences, const Measurement& m, const RequestedBytes& asked) {
    const auto l2 = count(m, "l2_bytes");
    if (!l2 || !asked.loads || !asked.stores) return;
    const double requested = *asked.loads + *asked.stores;
    if (*l2 < (1.0 - alike) * requested)
        sentences.push_back(fmt::format("{} of {} reach the L2 cache: the L1 caches serve the rest.",
                                        bytes_in_words(*l2), bytes_in_words(requested)));
    if (*l2 > (1.0 + alike) * requested)
        sentences.push_back(fmt::format("The L2 cache moves {} times the requested bytes: the bytes that it fetches "
                                        "and writes back, and those between its two partitions, are counted too.",
                                        times(*l2 / requested)));
}

void explain_dram(std::vector<std::string>& sentences, const Measurement& m) {
    const double output = output_bytes(m), input = input_bytes(m);
    if (const auto written = count(m, "dram_bytes_written"); written && differs(*written / output)) {
        if (*written > output)
            sentences.push_back(fmt::format("The bytes written to DRAM are {} times those of the output: partly filled "
                                            "sectors are written more than once.",
                                            times(*written / output)));
        else
            sentences.push_back(fmt::format(
                "The bytes written to DRAM are {} times those of the output: the rest is still in the L2 cache ({}).",
                times(*written / output), bytes_in_words(static_cast<double>(m.device.cache_bytes))));
    }
    if (const auto read = count(m, "dram_bytes_read"); read && *read > input + alike * output)
        sentences.push_back(fmt::format("{0} are read from DRAM, but {1} take only {2}: partly written sectors are "
                                        "read first, or {1} left the caches before they were used again.",
                                        bytes_in_words(*read), inputs_in_words(type_of(m.workload.type)),
                                        bytes_in_words(input)));
}

} // namespace

Ledger ledger_of(const Measurement& m, const TraceSummary* trace) {
    const RequestedBytes requests = requested_bytes(m, trace);
    const auto dram = counted_bytes(m, MemoryLevel::dram), l2 = counted_bytes(m, MemoryLevel::l2);
    Ledger ledger{
        .bars = {LedgerBar{"compulsory", compulsory_bytes(m), Provenance::model,
                           fmt::format("This is the minimum: {} are read once and every entry is written once.",
                                       inputs_in_words(type_of(m.workload.type)))},
                 LedgerBar{"requested", sum(requests.loads, requests.stores), requests.from,
                           "The 32-byte sectors that the loads and stores of all warps touch."},
                 LedgerBar{"through L2", l2, Provenance::counter, "The bytes read from and written to the L2 cache."},
                 LedgerBar{"through DRAM", dram, Provenance::counter, "The bytes read from and written to DRAM."}},
        .sentences = {}};
    explain_requests(ledger.sentences, m, requests);
    explain_l2(ledger.sentences, m, requests);
    explain_dram(ledger.sentences, m);
    return ledger;
}

} // namespace pairscope::profiling
