// SPDX-License-Identifier: MIT
// A page without labels: no text of the data, and no name of a file, of a system or of a kernel of the user's own.
#include "app/page/page_formula.h"
#include "app/page/page_parts.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/globe.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace pairscope::page {
namespace {

using profiling::Recording;
using Set = std::shared_ptr<const Dataset>;
/// The ids of own kernels, and what replaces them.
using NewIds = std::map<std::string, std::string>;

const WorkloadType* type_of_recording(const Recording& recording) {
    const auto workload = app::recorded_workload(recording);
    return workload ? find_workload(*workload) : nullptr;
}

bool has_texts_as_rows(const WorkloadType* type) {
    const auto formula = type == nullptr ? std::nullopt : page_formula(*type);
    return formula && formula->terms == "edit"; // a coordinate is a letter
}

/// `of_places`: which coordinate is the latitude may be known from their names alone.
Set without_names(const Dataset& set, bool of_places) {
    auto copy = std::make_shared<Dataset>(set);
    if (of_places && set.dims == 2 && !set.latitude_axis)
        copy->latitude_axis = LatitudeAxis{.axis = globe_axes(set).latitude_first ? 0U : 1U};
    copy->labels.clear();
    copy->axes.clear();
    copy->name = "vectors";
    copy->credit.clear();
    copy->note.clear();
    return copy;
}

Set without_values(const Set& set) {
    auto copy = std::make_shared<Dataset>(*set);
    std::visit([](auto& values) { values.clear(); }, copy->values);
    copy->low.clear();
    copy->origin.clear();
    copy->source_rows.clear();
    return copy;
}

void take_names_of_sets(Recording& recording) {
    const WorkloadType* const type = type_of_recording(recording);
    const bool of_places = type != nullptr && type->formula && type->formula->terms == PairTerms::places;
    for (Set& set : recording.sets) set = without_names(*set, of_places);
    if (auto* points = std::get_if<Set>(&recording.points); points != nullptr && *points) {
        auto copy = std::make_shared<Dataset>(*without_names(**points, of_places));
        copy->axes = {"x", "y"}; // points have a name for both
        *points = std::move(copy);
    }
    if (!has_texts_as_rows(type)) return;
    for (Set& set : recording.sets) set = without_values(set);
    recording.vectors.clear();
}

/// Colours and numbers stay as they are.
void take_names_of_tracks(std::vector<profiling::RecordedTrack>& tracks) {
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        tracks[i].name = fmt::format("track {}", i + 1);
        for (std::size_t k = 0; k < tracks[i].categories.size(); ++k)
            tracks[i].categories[k] = fmt::format("value {}", k + 1);
    }
}

std::string& id_of(profiling::RunOutcome& run) {
    return std::visit([](auto& outcome) -> std::string& { return outcome.variant_id; }, run);
}

/// Calls it with every id of a variant.
template <class Visit> void visit_ids(Recording& recording, const Visit& visit) {
    for (profiling::RecordedKernel& kernel : recording.kernels) {
        visit(kernel.variant_id);
        visit(kernel.parent);
    }
    for (profiling::RecordedTrace& trace : recording.traces) visit(trace.trace.variant_id);
    for (profiling::RecordedCode& code : recording.codes) visit(code.variant_id);
    for (profiling::RecordedHash& hash : recording.hashes) visit(hash.variant_id);
    for (profiling::RunOutcome& run : recording.runs) visit(id_of(run));
    for (profiling::UnknownRun& run : recording.unknown) visit(run.variant_id);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Also where a text names the file of a kernel: "mine.cu" and "own/mine".
std::string with_new_ids(std::string text, const NewIds& ids) {
    for (auto one = ids.rbegin(); one != ids.rend();
         ++one) { // the longer one of two names that begin alike comes first
        replace_all(text, one->first, one->second);
        const std::string name = one->first.substr(own_prefix.size()), other = one->second.substr(own_prefix.size());
        for (const std::string_view ending : {".cu", ".cpp"})
            replace_all(text, fmt::format("{}{}", name, ending), fmt::format("{}{}", other, ending));
    }
    return text;
}

/// Calls it with every sentence about a run.
template <class Visit> void visit_sentences(Recording& recording, const Visit& visit) {
    const auto of_verdict = [&](profiling::CheckVerdict& verdict) {
        visit(verdict.not_examined);
        visit(verdict.writer);
        if (verdict.examination)
            for (std::string& finding : verdict.examination->findings) visit(finding);
    };
    for (profiling::RunOutcome& run : recording.runs) {
        if (auto* skipped = std::get_if<profiling::Skipped>(&run)) visit(skipped->reason);
        if (auto* simulated = std::get_if<profiling::Simulated>(&run)) of_verdict(simulated->check);
        if (auto* failed = std::get_if<profiling::Failed>(&run)) {
            visit(failed->message);
            if (failed->verdict) of_verdict(*failed->verdict);
        }
        if (auto* measured = std::get_if<profiling::Measurement>(&run)) {
            of_verdict(measured->check);
            if (measured->stalls)
                for (profiling::StalledPc& one : measured->stalls->pcs) visit(one.place.file);
        }
    }
    for (profiling::RecordedTrace& trace : recording.traces)
        for (simt::TraceLine& line : trace.trace.lines) visit(line.file);
    for (profiling::RecordedCode& code : recording.codes)
        for (profiling::SassInstruction& instruction : code.sass.instructions)
            for (profiling::CodePlace& place : instruction.places) visit(place.file);
}

void take_names_of_kernels(Recording& recording) {
    NewIds ids;
    visit_ids(recording, [&](const std::string& id) {
        if (is_own(id)) ids.try_emplace(id, fmt::format("{}kernel_{}", own_prefix, ids.size() + 1));
    });
    visit_ids(recording, [&](std::string& id) {
        if (const auto found = ids.find(id); found != ids.end()) id = found->second;
    });
    visit_sentences(recording, [&](std::string& text) { text = without_paths(with_new_ids(std::move(text), ids)); });
    for (profiling::RecordedKernel& kernel : recording.kernels) {
        kernel.title = kernel.variant_id.substr(std::min(own_prefix.size(), kernel.variant_id.size()));
        kernel.compiler.clear(); // it has paths
    }
}

bool begins_path(std::string_view text) {
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto is_named = [&](std::size_t at) { return text.size() > at && (is_letter(text[at]) || text[at] == '.'); };
    if (text.starts_with("~/")) return true;
    if (text.starts_with('/')) return is_named(1) || (text.size() > 1 && text[1] == '_');
    return text.size() > 2 && is_letter(text[0]) && text[1] == ':' && (text[2] == '\\' || text[2] == '/');
}

} // namespace

std::string without_paths(std::string_view text) {
    constexpr std::string_view before = " \t\n'\"(<[=:,;", after = " \t\n'\")>],;";
    std::string found;
    for (std::size_t at = 0; at < text.size();) {
        const char last = at == 0 ? ' ' : text[at - 1];
        if (before.find(last) == std::string_view::npos || !begins_path(text.substr(at))) {
            found += text[at++];
            continue;
        }
        const bool is_quoted = last == '\'' || last == '"';
        std::size_t end = is_quoted ? text.find(last, at) : text.find_first_of(after, at);
        if (end == std::string_view::npos) end = text.size();
        if (!is_quoted)
            if (const std::size_t colon = text.find(':', at + 2); colon < end) end = colon;
        if (!is_quoted && text[end - 1] == '.') --end;
        found += "FILE";
        at = end;
    }
    return found;
}

std::string why_no_rows_without_texts(const Recording& recording) {
    if (!has_texts_as_rows(type_of_recording(recording))) return {};
    return "The rows of this data are texts, so they are left out together with the matrix.";
}

std::vector<std::string> notes_on_names(const Recording& recording) {
    const auto has_source = [](const profiling::RecordedKernel& kernel) { return !kernel.source.empty(); };
    if (std::ranges::none_of(recording.kernels, has_source)) return {};
    return {"The source of your own kernels stays in the page, with the names and comments in it."};
}

void take_names_away(Recording& recording) {
    take_names_of_sets(recording);
    take_names_of_tracks(recording.tracks);
    take_names_of_kernels(recording);
    recording.label.clear();
    recording.host.system.clear();
    recording.source.reset();
    if (recording.second && (recording.second->source || !recording.second->columns.empty())) recording.second.reset();
    for (profiling::RecordedPair& pair : recording.pairs) pair.name.clear();
    if (recording.view.find("order=column:") != std::string::npos) recording.view.clear(); // it names a column
}

} // namespace pairscope::page
