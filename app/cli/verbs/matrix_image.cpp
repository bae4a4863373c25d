// SPDX-License-Identifier: MIT
#include "app/cli/verbs/matrix_image.h"

#include "app/cli/reports/progress_line.h"
#include "app/cli/verbs/image_parts.h"
#include "app/cli/verbs/unstored_image.h"
#include "app/paper/figure.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order.h"
#include "kernels/data/errors.h"
#include "kernels/data/save.h"
#include "kernels/ladder/engine.h"
#include "kernels/matrix/operations.h"
#include "render/png.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace pairscope::cli {
namespace {

/// The output of the variant in its device's memory, with how it is to be coloured and what the file says of itself.
struct MatrixOutput {
    Engine engine;
    OutputBuffer matrix;
    MatrixErrors errors;
    Colouring colouring;
    app::State state;
};

/// The state of a window that showed the picture.
app::State shown_state(const MatrixImage& image, const MatrixSummary& summary,
                       const std::shared_ptr<const app::MatrixOrder>& order) {
    app::State state = state_of(image);
    state.run.variant_id = image.variant->id;
    state.output.summary = summary;
    state.output.shape = output_of(image.data.question.size()).extent;
    state.output.content = image.content;
    if (image.against != nullptr) state.output.against = image.against->id;
    state.output.order = order;
    state.view.colours = image.colours;
    return state;
}

/// The computation of the matrix, and of the one that it is compared with.
MatrixOutput answered(const MatrixImage& image) {
    MatrixOutput output{.engine = Engine(image.device), .matrix = {}, .errors = {}, .colouring = {}, .state = {}};
    const MatrixShape shape = output_of(image.data.question.size()).extent;
    const std::shared_ptr<const app::MatrixOrder> order = order_of(image);
    const app::Question question = order ? app::in_order(image.data.question, *order) : image.data.question;
    output.engine.load(*question.first, question.across());
    output.engine.set_parameters(image.data.question.parameters);
    output.matrix = output.engine.allocate(shape, image.variant->entry, {});
    RowProgress progress("drawing", image.against == nullptr ? shape.rows : 2 * shape.rows);
    const RunControl control{.rows_done = progress.rows_done()};
    output.engine.run(*image.variant, output.matrix.memory(), control);
    if (image.content != MatrixContent::values) {
        ErrorQuestion differences{.content = image.content, .other = {}};
        OutputBuffer other;
        if (image.against != nullptr) {
            other = output.engine.allocate(shape, image.against->entry, {});
            output.engine.run(*image.against, other.memory(), control);
            differences.other = other.memory();
        }
        output.errors = into_errors(output.engine, *image.variant, output.matrix.memory(), control, differences);
    }
    const MatrixSummary summary = summarize(output.engine, output.matrix.memory(), shape, control);
    output.colouring = app::colouring_of(image.colours, summary, image.colormaps);
    output.state = shown_state(image, summary, order);
    return output;
}

Looked look(const MatrixImage& image, const Scale& scale) {
    MatrixOutput output = answered(image);
    Looked looked{.overview = {}, .colouring = output.colouring, .state = output.state, .errors = output.errors};
    reduce(output.engine, output.matrix.memory(), output.matrix.shape, scale.cells, &looked.overview);
    return looked;
}

} // namespace

MatrixErrors save_heatmap(const MatrixImage& image) {
    const MatrixShape shape = shape_of(image);
    const charts::Size room = room_for(image);
    const Scale scale = scale_of(shape, room);
    Looked looked = image.variant == nullptr ? look_unstored(image, scale.cells) : look(image, scale);
    app::update_clusters(looked.state);
    const Overview& overview = looked.overview;
    Image picture{.width = overview.shape.cols, .height = overview.shape.rows, .pixels = {}};
    const std::vector<float> values = values_of(overview, image.colours.aggregate);
    picture.pixels.resize(values.size());
    colour_values(values, looked.colouring, picture.pixels);
    if (image.figure) {
        const charts::FigurePart part{
            .picture = std::move(picture), .rows = {0.0, double(shape.rows)}, .columns = {0.0, double(shape.cols)}};
        const charts::FigureLook usual{};
        const charts::FigureLook look{.colouring = looked.colouring,
                                      .format = charts::format_of(image.output).value_or(charts::Format::pdf),
                                      .title = image.title,
                                      .size = image.size.value_or(usual.size),
                                      .keeps_size = image.size.has_value(),
                                      .pixels = image.size ? 1.0 : usual.pixels,
                                      .paper = image.paper,
                                      .caption = image.caption};
        save_text(image.output, charts::drawn_figure(looked.state, part, look));
        return looked.errors;
    }
    const Image whole = magnified(picture, scale.pixels);
    if (image.size) tell_size(whole, room, scale);
    RowProgress progress("saving", whole.height);
    save_png(image.output, whole, app::picture_facts(looked.state), progress.rows_done());
    return looked.errors;
}

MatrixErrors save_cells(const MatrixImage& image) {
    if (image.variant == nullptr) return save_unstored_cells(image);
    MatrixOutput output = answered(image);
    const MatrixShape shape = output.matrix.shape;
    RowProgress progress("saving", shape.rows);
    const auto rows_of = [&](std::int64_t row, std::int64_t count) {
        *progress.rows_done() = row; // the rows before it are in the file
        return read(output.engine, output.matrix.memory(), Region{row, 0, count, shape.cols});
    };
    save_matrix_png(
        image.output,
        {.shape = shape, .rows_of = rows_of, .colouring = output.colouring, .text = app::picture_facts(output.state)});
    return output.errors;
}

} // namespace pairscope::cli
