// SPDX-License-Identifier: MIT
// The fields of a trace. FORMAT.md says what each of them means.
#include "profiling/recording/trace_fields.h"

#include "kernels/data/readable.h"
#include "profiling/recording/fields.h"
#include "profiling/recording/run_fields.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace pairscope::profiling {
namespace {

constexpr std::size_t most_traces = 1000, most_launches = 1000, most_lines = 1000, most_findings = 100;
constexpr std::size_t most_requests = 1000;  // a trace has so many
constexpr std::int64_t most_lane_bytes = 64; // that a lane asks for at once
constexpr std::int64_t most_warps = 32;      // a block has so many
constexpr std::int64_t most_offset = (std::int64_t{1} << 62) - 1;

/// The value of an enumeration by what name_of() calls it; absent: none is called so.
template <class Enum, Enum last> std::optional<Enum> named(std::string_view name) {
    for (int value = 0; value <= int(last); ++value)
        if (name_of(Enum(value)) == name) return Enum(value);
    return {};
}
constexpr as::Known<named<simt::AccessKind, simt::AccessKind::surface_store>> access_word{};
constexpr as::Known<named<simt::FindingKind, simt::FindingKind::left_barrier>> fault_word{};

/// Three numbers of a block, a thread or a grid.
struct Three {
    [[nodiscard]] Json json(const simt::Index3& at) const {
        return std::array{std::int64_t(at.x), std::int64_t(at.y), std::int64_t(at.z)};
    }
    void read(const JsonPlace& place, simt::Index3& at) const {
        const auto items = place.items(3);
        if (items.size() != 3) place.refuse("a list of 3 whole numbers");
        const auto part = [&](std::size_t i) { return unsigned(items[i].whole(0, INT32_MAX)); };
        at = {part(0), part(1), part(2)};
    }
};

/// The address of each lane, in runs of lanes whose addresses have one step: [lanes, first, step]. The first address of
/// lanes that take no part is -1.
struct LaneRuns {
    using Offsets = std::array<std::int64_t, simt::warp_size>;

    [[nodiscard]] Json json(const Offsets& offsets) const {
        auto list = Json::array();
        for (std::size_t begin = 0; begin < offsets.size();) {
            std::size_t end = begin + 1;
            const bool is_idle = offsets[begin] < 0;
            std::int64_t step = 0;
            if (end < offsets.size() && (offsets[end] < 0) == is_idle)
                step = is_idle ? 0 : offsets[end] - offsets[begin];
            while (end < offsets.size() && (offsets[end] < 0) == is_idle &&
                   (is_idle || offsets[end] - offsets[end - 1] == step))
                ++end;
            if (end == begin + 1) step = 0;
            list.push_back(std::array{std::int64_t(end - begin), is_idle ? -1 : offsets[begin], step});
            begin = end;
        }
        return list;
    }
    void read(const JsonPlace& place, Offsets& offsets) const {
        std::size_t lane = 0;
        for (const JsonPlace& run : place.items(offsets.size())) {
            const auto parts = run.items(3);
            if (parts.size() != 3) run.refuse("a list of 3 whole numbers");
            const std::int64_t lanes = parts[0].whole(1, std::int64_t(offsets.size() - lane));
            const std::int64_t first = parts[1].whole(-1, most_offset);
            const std::int64_t step = parts[2].whole(-most_offset / 64, most_offset / 64);
            const std::int64_t last = first < 0 ? first : first + (lanes - 1) * step;
            if (first >= 0 && (last < 0 || last > most_offset))
                parts[2].refuse("a step that leaves all addresses above 0");
            for (std::int64_t i = 0; i < lanes; ++i) offsets[lane++] = first < 0 ? -1 : first + i * step;
            if (lane == offsets.size()) break;
        }
        if (lane != offsets.size()) place.refuse(fmt::format("runs of {} lanes", offsets.size()));
    }
};

constexpr as::Figure at_least_one{1.0, most_figure};

void require_fitting_parts(const JsonPlace& place, RecordedTrace& found) {
    const simt::Trace& trace = found.trace;
    if (trace.launches.empty()) place.at("launches").refuse("a list with one launch at least");
    for (std::size_t i = 0; i < trace.warp.size(); ++i)
        if (trace.warp[i].line >= trace.lines.size())
            place.at("requests")
                .items(most_requests)[i]
                .at("line")
                .refuse(fmt::format("the place of one of the {} lines", trace.lines.size()));
    if (found.requests < std::ssize(trace.warp))
        place.at("made").refuse(fmt::format("a number of at least {}, the requests that are here,", trace.warp.size()));
}

} // namespace

template <>
inline constexpr auto fields<simt::TracedLaunch> = std::tuple{
    field("kernel", &simt::TracedLaunch::kernel, as::Text{}),
    field("grid", &simt::TracedLaunch::grid, Three{}),
    field("block", &simt::TracedLaunch::block, Three{}),
    field("shared_bytes", &simt::TracedLaunch::shared_bytes, as::Whole{}),
    field("blocks", &simt::TracedLaunch::blocks, as::Whole{}),
    field("blocks_traced", &simt::TracedLaunch::blocks_traced, as::Whole{}),
};

template <>
inline constexpr auto fields<simt::TraceLine> = std::tuple{
    field("file", &simt::TraceLine::file, as::Text{}),
    field("line", &simt::TraceLine::line, as::count),
    field("access", &simt::TraceLine::kind, access_word),
    field("bytes_per_lane", &simt::TraceLine::bytes_per_lane, as::Whole{1, most_lane_bytes}),
    field("requests", &simt::TraceLine::requests, at_least_one),
    field("lanes", &simt::TraceLine::lanes, as::Figure{}),
    field("sectors", &simt::TraceLine::sectors, as::Figure{}, unless_empty),
    field("useful_bytes", &simt::TraceLine::useful_bytes, as::Figure{}, unless_empty),
    field("wavefronts", &simt::TraceLine::wavefronts, as::Figure{}, unless_empty),
    field("needed", &simt::TraceLine::needed, as::Figure{}, unless_empty),
};

template <>
inline constexpr auto fields<simt::Finding> = std::tuple{
    field("kind", &simt::Finding::kind, fault_word),
    field("file", &simt::Finding::file, as::Text{}),
    field("line", &simt::Finding::line, as::count),
    field("block", &simt::Finding::block, Three{}),
    field("thread", &simt::Finding::thread, Three{}),
    field("told", &simt::Finding::told, as::Text{}),
    field("count", &simt::Finding::count, as::Whole{1, most_whole}),
};

template <>
inline constexpr auto fields<simt::WarpRequest> = std::tuple{
    field("line", &simt::WarpRequest::line, as::Whole{0, std::int64_t(most_lines)}),
    field("phase", &simt::WarpRequest::phase, as::count),
    field("memory", &simt::WarpRequest::memory, as::Text{}),
    field("lanes", &simt::WarpRequest::offset, LaneRuns{}),
    field("texel_bytes", &simt::WarpRequest::texel_bytes, as::Whole{0, most_lane_bytes}, unless_empty),
    field("sectors", &simt::WarpRequest::sectors, as::count, unless_empty),
    field("wavefronts", &simt::WarpRequest::wavefronts, as::count, unless_empty),
};

namespace {

template <auto part> constexpr auto of_trace = [](auto& recorded) -> auto& { return recorded.trace.*part; };
using simt::Trace;

} // namespace

template <>
inline constexpr auto fields<RecordedTrace> = std::tuple{
    field("variant", of_trace<&Trace::variant_id>, as::Text{}),
    field("workload", of_trace<&Trace::workload>, as::AskedWorkload{}),
    field("target", of_trace<&Trace::target>, as::Word{&target_names}),
    field("launches", of_trace<&Trace::launches>, as::List{as::Object<simt::TracedLaunch>{}, most_launches}),
    field("lines", of_trace<&Trace::lines>, as::List{as::Object<simt::TraceLine>{}, most_lines}),
    field("findings", of_trace<&Trace::findings>, as::List{as::Object<simt::Finding>{}, most_findings}, unless_empty),
    field("warnings", of_trace<&Trace::warnings>, as::List{as::Object<simt::Finding>{}, most_findings}, unless_empty),
    field("block", of_trace<&Trace::chosen_block>, Three{}),
    field("warp", of_trace<&Trace::chosen_warp>, as::Whole{0, most_warps - 1}),
    field("made", &RecordedTrace::requests, as::Whole{}),
    field("requests", of_trace<&Trace::warp>, as::List{as::Object<simt::WarpRequest>{}, most_requests}),
    field("out_pitch", of_trace<&Trace::out_pitch>, as::Whole{}, unless_empty),
    field("entry_bytes", of_trace<&Trace::entry_bytes>, as::Whole{0, most_lane_bytes}, unless_empty),
    field("left_launches_out", of_trace<&Trace::left_launches_out>, as::Flag{}, unless_empty),
};

namespace {

/// 64 digits of 0 to 9 and a to f.
struct Digits {
    [[nodiscard]] Json json(const std::string& digits) const { return digits; }
    void read(const JsonPlace& place, std::string& digits) const {
        digits = place.text();
        constexpr std::size_t expected = 64;
        const bool fits =
            digits.size() == expected && digits.find_first_not_of("0123456789abcdef") == std::string::npos;
        if (!fits) place.refuse("64 digits of 0 to 9 and a to f");
    }
};

constexpr as::KnownItems all_traces{as::Object<RecordedTrace>{require_fitting_parts}, most_traces};

} // namespace

template <>
inline constexpr auto fields<RecordedHash> = std::tuple{
    field("variant", &RecordedHash::variant_id, as::Text{}),
    field("sha256", &RecordedHash::sha256, Digits{}),
};

std::size_t bytes_in_recording(const RecordedTrace& trace) {
    RecordingContext context;
    std::string text;
    append(text, as::Object<RecordedTrace>{}.json(trace, context));
    return text.size();
}

std::size_t values_in(const std::vector<RecordedTrace>& traces) {
    std::size_t values = 0;
    for (const RecordedTrace& one : traces)
        values += 40 + 20 * (one.trace.lines.size() + one.trace.launches.size()) + 140 * one.trace.warp.size();
    return values;
}

Json as::Traces::json(const std::vector<RecordedTrace>& traces, RecordingContext& context) const {
    return all_traces.json(traces, context);
}
void as::Traces::read(const JsonPlace& place, std::vector<RecordedTrace>& traces, RecordingContext& context) const {
    all_traces.read(place, traces, context);
}

Json as::Hashes::json(const std::vector<RecordedHash>& hashes, RecordingContext& context) const {
    return List{Object<RecordedHash>{}, most_traces}.json(hashes, context);
}
void as::Hashes::read(const JsonPlace& place, std::vector<RecordedHash>& hashes, RecordingContext& context) const {
    List{Object<RecordedHash>{}, most_traces}.read(place, hashes, context);
}

} // namespace pairscope::profiling
