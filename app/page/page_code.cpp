// SPDX-License-Identifier: MIT
#include "app/page/page_code.h"

#include "app/chart/number_text.h"
#include "app/subjects/source/code_rows.h"
#include "app/subjects/source/recorded_code.h"
#include "app/subjects/trace/block_trace.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pairscope::page {
namespace {

using app::Json;
using app::RunKernel;

constexpr const char* other_source =
    "The source of this variant has changed since it was recorded, so this program has other instructions.";

/// The kernels whose code the recordings lack, each once.
std::vector<RunKernel> lacking(const std::vector<const profiling::Recording*>& recordings, Json& why_not) {
    std::vector<RunKernel> kernels;
    for (const profiling::Recording* recording : recordings)
        for (const RunKernel& kernel : app::kernels_of_runs(*recording)) {
            if (app::recorded_code(*recording, kernel.variant->id, kernel.target) != nullptr) continue;
            if (app::source_match(*recording, kernel.variant->id) == app::SourceMatch::other) {
                why_not[std::string(kernel.variant->id)] = other_source;
                continue;
            }
            const auto is_same = [&](const RunKernel& one) {
                return one.variant == kernel.variant && one.target == kernel.target &&
                       one.compute_capability == kernel.compute_capability;
            };
            if (std::ranges::none_of(kernels, is_same)) kernels.push_back(kernel);
        }
    return kernels;
}

} // namespace

PageCodes codes_of(const std::vector<const profiling::Recording*>& recordings, const std::stop_token& stop) {
    PageCodes codes;
    for (app::VariantCode& one : app::listed_codes(lacking(recordings, codes.why_not), stop)) {
        if (!one.listed.why_not.empty()) codes.why_not[one.variant_id] = one.listed.why_not;
        std::ranges::move(one.listed.codes, std::back_inserter(codes.made));
    }
    return codes;
}

const profiling::RecordedCode* code_of_run(const profiling::Recording& recording, const profiling::Measurement& run,
                                           std::span<const profiling::RecordedCode> made) {
    if (const auto* const recorded = app::recorded_code(recording, run.variant_id, run.target)) return recorded;
    for (const profiling::RecordedCode& code : made)
        if (code.variant_id == run.variant_id && code.target == run.target &&
            code.architecture / 10 == run.device.compute_capability / 10)
            return &code;
    return nullptr;
}

Json bars_json(const profiling::RecordedCode& code, const profiling::StallSamples& stalls, Palette& palette) {
    const auto samples = app::samples_of_code(code, stalls);
    std::uint64_t most = 0;
    for (const profiling::StalledPc* pc : samples)
        if (pc != nullptr) most = std::max(most, profiling::total(pc->counts));
    const double all = double(profiling::total(stalls));
    if (most == 0) return {};
    Json bars = Json::array();
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i] == nullptr) continue;
        Json parts = Json::array();
        for (const app::StallPart& part : app::parts_of(stalls, samples[i]->counts))
            parts.push_back(Json::array({palette.number_of(app::stall_rgb(part.group, app::Theme::dark),
                                                           app::stall_rgb(part.group, app::Theme::light)),
                                         part.share * all / double(most)}));
        bars.push_back(Json::array({i, app::percent_text(double(profiling::total(samples[i]->counts)) / all),
                                    app::reasons_in_words(stalls, samples[i]->counts), std::move(parts)}));
    }
    return bars;
}

} // namespace pairscope::page
