// SPDX-License-Identifier: MIT
#include "app/cli/matrix_image.h"

#include "app/charts/figure.h"
#include "app/cli/output.h"
#include "app/state/distance_map.h"
#include "app/state/point_places.h"
#include "app/state/tables/results_table.h"
#include "app/state/view_order.h"
#include "app/state/worker/make_order.h"
#include "kernels/core/engine.h"
#include "kernels/core/errors.h"
#include "kernels/core/save.h"
#include "kernels/matrix/operations.h"
#include "render/png.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace pairscope::cli {
namespace {

/// The answer of the variant in its device's memory, with how it is to be coloured and what the file says of itself.
struct MatrixAnswer {
    Engine engine;
    AnswerBuffer matrix;
    MatrixErrors errors;
    Colouring colouring;
    app::State state;
};

app::State state_of(const MatrixImage& image) {
    app::State state;
    state.data.now.source = image.data.source;
    state.data.now.question = image.data.question;
    state.view.order = image.order;
    return state;
}

/// Null: as loaded, or it was stopped. Throws InputError for an order that the data cannot have.
std::shared_ptr<const app::MatrixOrder> order_of(const MatrixImage& image) {
    app::State state = state_of(image);
    const app::Question& question = image.data.question;
    state.data.now.principal = app::plane_for(question, image.stop);
    app::update_places(state);
    if (const std::string reason = app::why_not_ordered(state, image.order.kind); !reason.empty())
        throw InputError(fmt::format("cannot order the picture {}: {}", title_of(image.order.kind), reason));
    if (const std::string reason = app::why_no_row(image.order, *question.first); !reason.empty())
        throw InputError(reason);
    const auto job = app::order_job(state);
    return job ? app::make_order(std::get<app::job::MakeOrder>(*job), image.stop) : nullptr;
}

/// As if the picture were on the screen.
app::State shown_state(const MatrixImage& image, const MatrixSummary& summary,
                       const std::shared_ptr<const app::MatrixOrder>& order) {
    app::State state = state_of(image);
    state.run.variant_id = image.variant->id;
    state.output.summary = summary;
    state.output.shape = answer_of(image.data.question.size()).extent;
    state.output.content = image.content;
    if (image.against != nullptr) state.output.against = image.against->id;
    state.output.order = order;
    state.view.colours = image.colours;
    return state;
}

/// Absent if it was stopped.
std::optional<MatrixAnswer> answered(const MatrixImage& image) {
    MatrixAnswer answer{.engine = Engine(image.device), .matrix = {}, .errors = {}, .colouring = {}, .state = {}};
    const MatrixShape shape = answer_of(image.data.question.size()).extent;
    const std::shared_ptr<const app::MatrixOrder> order = order_of(image);
    const app::Question question = order ? app::in_order(image.data.question, *order) : image.data.question;
    answer.engine.load(*question.first, question.across());
    answer.engine.set_parameters(image.data.question.parameters);
    answer.matrix = answer.engine.allocate(shape, image.variant->entry, image.stop);
    const RunControl control{.stop = image.stop};
    answer.engine.run(*image.variant, answer.matrix.memory(), control);
    if (image.content != MatrixContent::values) {
        ErrorQuestion differences{.content = image.content, .other = {}};
        AnswerBuffer other;
        if (image.against != nullptr) {
            other = answer.engine.allocate(shape, image.against->entry, image.stop);
            answer.engine.run(*image.against, other.memory(), control);
            differences.other = other.memory();
        }
        answer.errors = into_errors(answer.engine, *image.variant, answer.matrix.memory(), control, differences);
    }
    const MatrixSummary summary = summarize(answer.engine, answer.matrix.memory(), shape, control);
    if (image.stop.stop_requested()) return {};
    answer.colouring = app::colouring_of(image.colours, summary, image.colormaps);
    answer.state = shown_state(image, summary, order);
    return answer;
}

std::vector<float> values_of(const Overview& overview, Aggregate aggregate) {
    switch (aggregate) {
    case Aggregate::mean:
        return overview.mean;
    case Aggregate::minimum:
        return overview.min;
    case Aggregate::maximum:
        return overview.max;
    case Aggregate::extreme: {
        std::vector<float> extremes = overview.max;
        for (std::size_t i = 0; i < extremes.size(); ++i)
            if (std::abs(overview.min[i]) > std::abs(extremes[i])) extremes[i] = overview.min[i];
        return extremes;
    }
    }
    return overview.mean;
}

/// Every pixel becomes a square of `factor` x `factor`.
Image magnified(const Image& small, std::int64_t factor) {
    Image large{.width = small.width * factor, .height = small.height * factor, .pixels = {}};
    large.pixels.reserve(static_cast<std::size_t>(large.width * large.height));
    for (std::int64_t y = 0; y < large.height; ++y)
        for (std::int64_t x = 0; x < large.width; ++x) large.pixels.push_back(small.at(x / factor, y / factor));
    return large;
}

/// A pixel covers `cells` x `cells` cells, or a cell `pixels` x `pixels` pixels: one of the two is 1.
struct Scale {
    std::int64_t cells = 1, pixels = 1;
};

constexpr int usual_side = 1024; // [px]

/// The picture in a figure may be finer than the figure, which can be enlarged.
charts::Size room_for(const MatrixImage& image) {
    if (image.size && !image.figure) return *image.size;
    const int side = image.size ? std::max({usual_side, image.size->width, image.size->height}) : usual_side;
    return {side, side};
}

Scale scale_of(MatrixShape shape, charts::Size room) {
    const auto covered = [](std::int64_t cells, std::int64_t pixels) { return (cells + pixels - 1) / pixels; };
    return {.cells = std::max(covered(shape.cols, room.width), covered(shape.rows, room.height)),
            .pixels = std::max<std::int64_t>(1, std::min(room.width / shape.cols, room.height / shape.rows))};
}

/// Says why the picture has another size than what was asked for.
void tell_size(const Image& picture, charts::Size asked, const Scale& scale) {
    if (picture.width == asked.width && picture.height == asked.height) return;
    const std::string why =
        scale.cells > 1 ? fmt::format("each pixel covers {0} x {0} cells, and with fewer cells per pixel", scale.cells)
                        : fmt::format("each cell has {0} x {0} pixels, and with more pixels per cell", scale.pixels);
    say(fmt::format("the picture has {} x {} pixels: {} it would not fit into {} x {}", picture.width, picture.height,
                    why, asked.width, asked.height));
}

} // namespace

std::optional<MatrixErrors> save_heatmap(const MatrixImage& image) {
    std::optional<MatrixAnswer> answer = answered(image);
    if (!answer) return {};
    const MatrixShape shape = answer->matrix.shape;
    const charts::Size room = room_for(image);
    const Scale scale = scale_of(shape, room);
    Overview overview;
    reduce(answer->engine, answer->matrix.memory(), shape, scale.cells, &overview);
    Image picture{.width = overview.shape.cols, .height = overview.shape.rows, .pixels = {}};
    const std::vector<float> values = values_of(overview, image.colours.aggregate);
    picture.pixels.resize(values.size());
    colour_values(values, answer->colouring, picture.pixels);
    if (image.figure) {
        const charts::FigurePart part{
            .picture = std::move(picture), .rows = {0.0, double(shape.rows)}, .columns = {0.0, double(shape.cols)}};
        const charts::FigureLook usual{};
        const charts::FigureLook look{.colouring = answer->colouring,
                                      .format = charts::format_of(image.output).value_or(charts::Format::pdf),
                                      .title = image.title,
                                      .size = image.size.value_or(usual.size),
                                      .pixels = image.size ? 1.0 : usual.pixels};
        save_text(image.output, charts::drawn_figure(answer->state, part, look));
        return answer->errors;
    }
    const Image whole = magnified(picture, scale.pixels);
    if (image.size) tell_size(whole, room, scale);
    save_png(image.output, whole, app::picture_facts(answer->state));
    return answer->errors;
}

std::optional<MatrixErrors> save_cells(const MatrixImage& image) {
    std::optional<MatrixAnswer> answer = answered(image);
    if (!answer) return {};
    const MatrixShape shape = answer->matrix.shape;
    struct Interrupted {};
    const auto rows_of = [&](std::int64_t row, std::int64_t count) {
        if (image.stop.stop_requested()) throw Interrupted{};
        return read(answer->engine, answer->matrix.memory(), Region{row, 0, count, shape.cols});
    };
    try {
        save_matrix_png(image.output, {.shape = shape,
                                       .rows_of = rows_of,
                                       .colouring = answer->colouring,
                                       .text = app::picture_facts(answer->state)});
    } catch (const Interrupted&) {
        return {};
    }
    return answer->errors;
}

} // namespace pairscope::cli
