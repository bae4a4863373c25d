// SPDX-License-Identifier: MIT
// From addresses in the program to lines of the source: the end of a trace.
#include "kernels/cpu/symbols.h"
#include "kernels/simt/findings.h"
#include "kernels/simt/observer.h"

#include <iterator>
#include <map>
#include <tuple>

namespace pairscope::simt {
namespace {

using LineKey = std::tuple<SourceLine, AccessKind, int>; // and bytes per lane

/// Asking for one address parses a piece of the debug information; many findings and sites share one.
class Lines {
public:
    const SourceLine& of(std::uintptr_t pc) {
        const auto [place, is_new] = known_.try_emplace(pc);
        if (is_new) place->second = source_of(pc);
        return place->second;
    }

private:
    std::map<std::uintptr_t, SourceLine> known_;
};

void add(ObservedSite& sum, const ObservedSite& site) {
    sum.requests += site.requests;
    sum.lanes += site.lanes;
    sum.sectors += site.sectors;
    sum.useful_bytes += site.useful_bytes;
    sum.wavefronts += site.wavefronts;
    sum.needed += site.needed;
}

TraceLine scaled(const LineKey& key, const ObservedSite& sum, double scale) {
    const auto& [place, kind, bytes] = key;
    const auto times = [&](std::int64_t count) { return static_cast<double>(count) * scale; };
    return {.file = place.file,
            .line = place.line,
            .kind = kind,
            .bytes_per_lane = bytes,
            .requests = times(sum.requests),
            .lanes = times(sum.lanes),
            .sectors = times(sum.sectors),
            .useful_bytes = times(sum.useful_bytes),
            .wavefronts = times(sum.wavefronts),
            .needed = times(sum.needed)};
}

/// Where there is no line information, places in the program keep findings apart.
using FindingKey = std::tuple<SourceLine, std::uintptr_t, FindingKind>;

std::vector<Finding> merged_findings(std::vector<std::shared_ptr<Observed>>& parts, Lines& lines) {
    std::map<FindingKey, ObservedFinding> merged;
    for (auto& part : parts) {
        for (ObservedFinding& finding : part->findings) {
            const SourceLine& place = lines.of(finding.pc);
            const std::uintptr_t pc = place.file.empty() ? finding.pc : 0;
            const auto [known, is_new] = merged.try_emplace({place, pc, finding.kind}, finding);
            if (is_new) continue;
            finding.count += known->second.count;
            if (grid_order(finding) < grid_order(known->second)) {
                known->second = std::move(finding);
            } else {
                known->second.count = finding.count;
            }
        }
    }
    std::vector<Finding> findings;
    for (auto& [key, finding] : merged) {
        const SourceLine& place = std::get<SourceLine>(key);
        findings.push_back({finding.kind, place.file, place.line, finding.block, finding.thread,
                            std::move(finding.told), finding.count});
    }
    return findings;
}

} // namespace

void finish(Trace& trace, std::vector<std::shared_ptr<Observed>> parts, double scale) {
    Lines lines;
    const auto key_of = [&](const ObservedSite& site) { return LineKey{lines.of(site.pc), site.kind, site.bytes}; };
    std::map<LineKey, ObservedSite> sums;
    for (const auto& part : parts) {
        for (const ObservedSite& site : part->sites) {
            if (site.requests > 0) add(sums[key_of(site)], site);
        }
    }
    std::map<LineKey, std::size_t> numbers;
    for (const auto& [key, sum] : sums) {
        numbers[key] = trace.lines.size();
        trace.lines.push_back(scaled(key, sum, scale));
    }
    for (const auto& part : parts) {
        for (WarpRequest& request : part->warp) {
            request.line = numbers.at(key_of(part->sites[request.line]));
            trace.warp.push_back(std::move(request));
        }
    }
    trace.findings = merged_findings(parts, lines);
}

} // namespace pairscope::simt
