// SPDX-License-Identifier: MIT
// From addresses in the program to lines of the source: the end of a trace.
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/findings.h"
#include "kernels/engines/simt/observer.h"

#include <iterator>
#include <map>
#include <tuple>
#include <utility>

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

/// Sums of equal scale: whole numbers are added before they are multiplied, so that nothing is rounded twice.
using ScaledSums = std::map<double, ObservedSite>;

TraceLine line_of(const LineKey& key, const ScaledSums& sums) {
    const auto& [place, kind, bytes] = key;
    TraceLine line{.file = place.file, .line = place.line, .kind = kind, .bytes_per_lane = bytes};
    for (const auto& [scale, sum] : sums) {
        line.requests += scale * static_cast<double>(sum.requests);
        line.lanes += scale * static_cast<double>(sum.lanes);
        line.sectors += scale * static_cast<double>(sum.sectors);
        line.useful_bytes += scale * static_cast<double>(sum.useful_bytes);
        line.wavefronts += scale * static_cast<double>(sum.wavefronts);
        line.needed += scale * static_cast<double>(sum.needed);
    }
    return line;
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

void finish(Trace& trace, std::vector<std::shared_ptr<Observed>> parts) {
    Lines lines;
    const auto key_of = [&](const ObservedSite& site) { return LineKey{lines.of(site.pc), site.kind, site.bytes}; };
    std::map<LineKey, ScaledSums> sums;
    for (const auto& part : parts) {
        for (const ObservedSite& site : part->sites) {
            if (site.requests > 0) add(sums[key_of(site)][part->scale], site);
        }
    }
    std::map<LineKey, std::size_t> numbers;
    for (const auto& [key, scaled] : sums) {
        numbers[key] = trace.lines.size();
        trace.lines.push_back(line_of(key, scaled));
    }
    int first_phase = 0; // the chosen block of each launch is in a part of its own
    for (const auto& part : parts) {
        for (WarpRequest& request : part->requests) {
            request.line = numbers.at(key_of(part->sites[request.line]));
            request.phase += first_phase;
            if (request.warp == trace.chosen_warp) trace.warp.push_back(request);
            trace.block.push_back(std::move(request));
        }
        if (!trace.block.empty()) first_phase = trace.block.back().phase + 1;
    }
    for (Finding& finding : merged_findings(parts, lines))
        (finding.kind == FindingKind::left_barrier ? trace.warnings : trace.findings).push_back(std::move(finding));
}

} // namespace pairscope::simt
