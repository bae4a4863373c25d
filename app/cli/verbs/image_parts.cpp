// SPDX-License-Identifier: MIT
#include "app/cli/verbs/image_parts.h"

#include "app/cli/reports/output.h"
#include "app/spine/commands.h"
#include "app/subjects/data/map/map.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/points/points.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::cli {
namespace {

constexpr int usual_side = 1024; // [px]

} // namespace

app::State state_of(const MatrixImage& image) {
    app::State state;
    state.data.now.source = image.data.source;
    state.data.now.question = image.data.question;
    state.data.now.tracks = image.data.tracks;
    state.view.order = image.order;
    return state;
}

std::shared_ptr<const app::MatrixOrder> order_of(const MatrixImage& image) {
    app::State state = state_of(image);
    const app::Question& question = image.data.question;
    state.data.now.principal = app::plane_for(question, {});
    app::update_places(state);
    if (const std::string reason = app::why_not_ordered(state, image.order); !reason.empty())
        throw InputError(fmt::format("cannot order the picture {}: {}", title_of(image.order), reason));
    if (const std::string reason = app::why_no_row(image.order, *question.first); !reason.empty())
        throw InputError(reason);
    const auto job = app::order_job(state);
    if (!job) return nullptr;
    auto order = app::make_order(job->what.get<app::job::MakeOrder>(), {});
    for (const auto& tree : {order->row_tree, order->col_tree})
        if (const std::string reason = tree ? app::why_not_cut(*tree, image.order.cut) : ""; !reason.empty())
            throw InputError(reason);
    return order;
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

Image magnified(const Image& small, std::int64_t factor) {
    Image large{.width = small.width * factor, .height = small.height * factor, .pixels = {}};
    large.pixels.reserve(static_cast<std::size_t>(large.width * large.height));
    for (std::int64_t y = 0; y < large.height; ++y)
        for (std::int64_t x = 0; x < large.width; ++x) large.pixels.push_back(small.at(x / factor, y / factor));
    return large;
}

charts::Size room_for(const MatrixImage& image) {
    if (image.size && !image.figure) return *image.size;
    // No pixel of the picture may be lost in the figure's own pixels, where these cannot be enlarged.
    constexpr int words_across = 260, words_down = 180, least_side = 64;
    if (image.size && charts::format_of(image.output) == charts::Format::png) {
        const int room = std::min(image.size->width - words_across, image.size->height - words_down);
        return {std::max(least_side, room), std::max(least_side, room)};
    }
    const int side = image.size ? std::max({usual_side, image.size->width, image.size->height}) : usual_side;
    return {side, side};
}

Scale scale_of(MatrixShape shape, charts::Size room) {
    const auto covered = [](std::int64_t cells, std::int64_t pixels) { return (cells + pixels - 1) / pixels; };
    return {.cells = std::max(covered(shape.cols, room.width), covered(shape.rows, room.height)),
            .pixels = std::max<std::int64_t>(1, std::min(room.width / shape.cols, room.height / shape.rows))};
}

void tell_size(const Image& picture, charts::Size asked, const Scale& scale) {
    if (picture.width == asked.width && picture.height == asked.height) return;
    const std::string why =
        scale.cells > 1 ? fmt::format("each pixel covers {0} x {0} cells, and with fewer cells per pixel", scale.cells)
                        : fmt::format("each cell has {0} x {0} pixels, and with more pixels per cell", scale.pixels);
    say(fmt::format("the picture has {} x {} pixels: {} it would not fit into {} x {}", picture.width, picture.height,
                    why, asked.width, asked.height));
}

} // namespace pairscope::cli
