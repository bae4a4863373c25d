// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/matrix_words.h"
#include "app/subjects/workshop/workshop.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/zoom/zoom.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace pairscope::app {
namespace {

/// A file may have two entries for a pair, or only one of them.
std::string how_given(const State& state) {
    const auto* const file = std::get_if<VectorSource>(&state.data.now.source);
    if (const Similarity similarity = similarity_of(state.data.now.source); similarity != Similarity::no)
        return fmt::format("{} of the similarities s that were given", title_in(similarity_names, similarity));
    switch (file == nullptr ? Symmetrise::no : file->symmetrise) {
    case Symmetrise::mean:
        return "as they were given, with the mean of two entries that differ";
    case Symmetrise::min:
        return "as they were given, with the smaller one of two entries that differ";
    case Symmetrise::max:
        return "as they were given, with the larger one of two entries that differ";
    case Symmetrise::keep:
        return "as they were given, with both entries of a pair";
    default:
        return "as they were given";
    }
}

std::string how_written(const State& state) {
    if (shows_given_distances(state)) return how_given(state);
    const std::string name(short_name(state.output.variant_id));
    if (const OwnKernel* own = kernel_of(state, state.output.variant_id);
        own != nullptr && kind_of_told(*own) == Told::wrong)
        return fmt::format("by {}, whose latest try is {}", name, verdict_of(*own));
    if (state.output.simulated) return fmt::format("by {}, simulated on the CPU", name);
    if (state.output.path == PicturePath::interop) return fmt::format("written by {} straight into the texture", name);
    if (state.output.path == PicturePath::device_copy)
        return fmt::format("written by {} into linear memory, copied by the GPU into the texture", name);
    return fmt::format("written by {}, copied through the host", name);
}

/// ", degrees"; empty without a unit.
std::string unit_text(const State& state) {
    const std::string unit = unit_of_entries(state);
    return unit.empty() ? unit : ", " + unit;
}

std::string capitalized(std::string_view text) {
    std::string sentence(text);
    if (!sentence.empty()) sentence.front() = char(std::toupper(static_cast<unsigned char>(sentence.front())));
    return sentence;
}

/// The most important finding comes first: the caption is cut where the panel ends.
std::string nearest_text(const MatrixErrors& errors) {
    if (errors.other_nearest == 0) return "Every row keeps its nearest vector. ";
    return fmt::format("{} of {} rows get another nearest vector. ", grouped(errors.other_nearest),
                       grouped(errors.rows));
}

/// "32 x 32": as many entries as lie under a pixel. The picture may be made of blocks that are smaller, several of
/// which share a pixel, or larger, while finer ones are computed.
std::string entries_of_pixel(const State& state, const Shown& shown) {
    const double zoom = state.view.drawn_zoom;
    const double side = zoom > 0.0 ? std::max(1.0 / zoom, double(shown.factor)) : double(shown.factor);
    const bool is_whole = std::abs(side - std::round(side)) < 1e-3 * side;
    const std::string text = is_whole ? grouped(std::llround(side)) : three_digits(side);
    return fmt::format("{0} x {0}", text);
}

/// Adds what a pixel shows, where it shows more than one entry.
std::string with_pixel(const State& state, const Shown& shown, const std::string& text) {
    if (shown.kind != Shown::Kind::reduced) return text;
    return fmt::format("{}; a pixel shows the {} of {} entries", text,
                       title_in(aggregate_names, state.view.colours.aggregate), entries_of_pixel(state, shown));
}

/// What the marks over the picture mean.
std::string marks_text(const State& state) {
    if (state.output.revision != state.data.revision) return {};
    if (std::holds_alternative<FoundPair>(state.output.values)) return " The rings mark the pair that was found.";
    if (std::holds_alternative<std::vector<FoundMatch>>(state.output.values))
        return " The dots mark the best match of each row.";
    return {};
}

} // namespace

std::string caption(const State& state, const Shown& shown) {
    const std::string pixels = fmt::format("{} entries per pixel, exact on hover", entries_of_pixel(state, shown));
    const bool reduced = shown.kind == Shown::Kind::reduced;
    if (state.output.content != MatrixContent::values)
        return fmt::format("{}{}{} of {} from {}.{}", nearest_text(state.output.errors),
                           capitalized(title_of(state.output.content)),
                           unit_of_content(state).empty() ? "" : " [" + unit_of_content(state) + "]",
                           short_name(state.output.variant_id), words_of_other(state),
                           reduced ? fmt::format(" The picture is reduced: {}.", pixels) : "");
    const MatrixShape shape = state.output.shape;
    const std::string text = fmt::format("{} x {} {}{}, {}", grouped(shape.rows), grouped(shape.cols),
                                         current_type(state).matrix.entries, unit_text(state), how_written(state));
    return reduced ? fmt::format("{}; reduced, {}", text, pixels) : text;
}

std::string deep_caption(const State& state, const Shown& shown) {
    if (!state.deep.failure.empty() && state.deep.failed_revision == state.data.revision) return state.deep.failure;
    const MatrixShape shape = shown_shape(state);
    const std::string progress = progress_text(state);
    const std::string matrix = fmt::format("{} x {} {}{}, not stored", grouped(shape.rows), grouped(shape.cols),
                                           entries_word(current_type(state)), unit_text(state));
    return fmt::format("{}{}.{}", progress.empty() ? "" : progress + ". ", with_pixel(state, shown, matrix),
                       marks_text(state));
}

} // namespace pairscope::app
