// SPDX-License-Identifier: MIT
#include "app/subjects/data/data_panel_given.h"

#include "app/spine/state_queries.h"
#include "app/subjects/data/data_panel_slider.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/distances/distance_table.h"

#include <algorithm>
#include <string>
#include <variant>

namespace pairscope::app {
namespace {

/// Are there as many numbers in a row as there are rows? Otherwise the file holds no distances.
bool looks_square(const DataSnapshot& data) {
    const Dataset& set = *data.question.first;
    if (!data.table) return set.rows == set.dims;
    const std::int64_t columns = std::ssize(data.table->columns);
    return columns == data.table->rows || columns == data.table->rows + 1; // one may hold names
}

/// Does the source ask for vectors, whatever the file holds?
bool asks_for_vectors(const DataSource& source) {
    return std::visit(
        [](const auto& from) {
            if constexpr (requires { from.as; })
                return from.as == ReadAs::vectors;
            else
                return false;
        },
        source);
}

void offer_vectors(const Frame& frame, const VectorSource& source) {
    if (small_button(frame, "read_as_vectors", "Read its rows as vectors")) {
        const DataSnapshot& now = frame.state.data.now;
        const AsVectors read = as_vectors(source, now.question.first->rows, is_of_recording(now));
        frame.push(command::AskAboutVectors{std::string(read.workload), read.source});
    }
    explain(frame, "Reads each row of the table as a vector, and computes the distances between these vectors. Choose "
                   "this if the table only looks like distances.");
}

void offer_matrix(const Frame& frame, const WorkloadType& type) {
    if (small_button(frame, "show_as_matrix", "Show it as a distance matrix")) {
        const std::vector<std::filesystem::path> files = files_of(frame.state.data.now.source);
        frame.push(
            command::AskAboutVectors{std::string(type.id), VectorSource{.a = files.back(), .b = {}, .n = {}, .m = {}}});
    }
    explain(frame,
            "Reads the numbers of the file as distances, as the program proposed at first. Nothing is computed then.");
}

void offer_other_header(const Frame& frame, Header other) {
    const DataSnapshot& now = frame.state.data.now;
    const bool makes_names = other == Header::yes;
    if (makes_names ? small_button(frame, "first_row_names", "Read its first row as names of columns")
                    : small_button(frame, "first_row_is_row", "Read its first row as numbers"))
        frame.push(command::AskAboutVectors{.workload = std::string(now.question.workload),
                                            .source = with_header(now.source, other)});
    explain(frame, makes_names ? "Takes the first row of the file for the names of its columns, and not for a vector."
                               : "Takes the first row of the file for a vector, and not for the names of its columns.");
}

} // namespace

void draw_reading(const Frame& frame) {
    const DataSnapshot& now = frame.state.data.now;
    const WorkloadType* const type = workload_of_distances();
    const auto* vectors = std::get_if<VectorSource>(&now.source);
    if (!now.why_vectors.empty()) small_plain_text(frame, now.why_vectors, frame.style.palette.dim);
    if (now.question.first->holds_distances && vectors != nullptr && !vectors->a.empty()) {
        small_plain_text(frame, what_it_holds(*now.question.first), frame.style.palette.text);
        offer_vectors(frame, *vectors);
    } else if (type != nullptr && asks_for_vectors(now.source) && looks_square(now) && !files_of(now.source).empty()) {
        offer_matrix(frame, *type);
    }
    if (const std::optional<Header> other = other_header(now)) offer_other_header(frame, *other);
}

void draw_given_size(const Frame& frame, const VectorSource& source) {
    const DataState& data = frame.state.data;
    const SizeRange& rule = current_type(frame.state).inputs.rows;
    if (!source.a.empty()) return; // all of a file is shown
    double value = double(data.now.question.first->rows);
    const SliderRange range{.min = double(rule.least), .max = double(rule.most), .whole = true, .logarithmic = true};
    if (!exact_slider(frame, {"rows", "The number of rows and columns of the example.", range}, value)) return;
    VectorSource changed = source;
    changed.n = std::int64_t(value);
    // One load at a time: while a slider is held it asks again for as long as the sets are not those it shows.
    if (changed != source && !data.loading) frame.push(command::SetSource{changed});
}

} // namespace pairscope::app
