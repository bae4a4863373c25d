// SPDX-License-Identifier: MIT
#include "render/matrix_upload.h"

#include "render/gl/context.h"
#include "render/matrix_texture.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace pairscope {

namespace {

constexpr std::int64_t slice_bytes = 1 << 20; // about 1 ms on llvmpipe

std::int64_t rows_per_slice(std::int64_t row_bytes) { return std::max<std::int64_t>(1, slice_bytes / row_bytes); }

Region whole(MatrixShape shape) { return {0, 0, shape.rows, shape.cols}; }

/// A texture of another size or format is created again; the old contents never matter.
void fit(gl::Texture& texture, gl::Format format, MatrixShape shape) {
    if (texture.width() != shape.cols || texture.height() != shape.rows || texture.format() != format) {
        texture = gl::Texture(); // its memory first
        texture = gl::Texture(format, shape.cols, shape.rows);
    }
}

/// Minimum, mean and maximum side by side, as the texture has them.
std::vector<float> interleaved(const Overview& overview, std::int64_t row, std::int64_t count) {
    std::vector<float> texels(static_cast<std::size_t>(count * overview.shape.cols * 4));
    const auto first = static_cast<std::size_t>(row * overview.shape.cols);
    for (std::size_t i = 0; i < texels.size() / 4; ++i) {
        texels[i * 4] = overview.min[first + i];
        texels[i * 4 + 1] = overview.mean[first + i];
        texels[i * 4 + 2] = overview.max[first + i];
        texels[i * 4 + 3] = 1.0f;
    }
    return texels;
}

/// A copy of a part of a matrix, which is kept when the rest is freed.
OutputBuffer copy_of(const OutputBuffer& entries, const Region& part) {
    const MatrixShape shape{part.rows, part.cols};
    auto storage = std::shared_ptr<float>(new float[static_cast<std::size_t>(part.rows * part.cols)],
                                          std::default_delete<float[]>());
    std::vector<float> room;
    for (std::int64_t row = 0; row < part.rows; ++row)
        std::ranges::copy(floats_of(entries.memory(), part.row + row, part.col, part.cols, room),
                          storage.get() + row * part.cols);
    return {
        .shape = shape, .backend = Backend::cpu, .guard = 0, .storage = std::move(storage), .entry = Entry::float32};
}

/// The same region, counted from the first entry of the region `all`, which contains it.
Region counted_within(const Region& part, const Region& all) {
    return {part.row - all.row, part.col - all.col, part.rows, part.cols};
}

/// One axis of a window: begins and counts cells around the visible ones.
struct WindowSpan {
    std::int64_t begin;
    std::int64_t count;
};
WindowSpan window_around(WindowSpan visible, std::int64_t cells, std::int64_t side) {
    const std::int64_t count = std::min(side, cells);
    const std::int64_t begin = visible.begin + visible.count / 2 - count / 2;
    return {std::clamp<std::int64_t>(begin, 0, cells - count), count};
}

/// Whether the window holds the visible cells and a quarter of the margin that a fresh window has: a new one is asked
/// for before its edge comes into view.
bool roomy(WindowSpan window, WindowSpan visible, std::int64_t cells) {
    const std::int64_t margin = std::max<std::int64_t>(0, (window.count - visible.count) / 4);
    const std::int64_t begin = std::max<std::int64_t>(0, visible.begin - margin);
    const std::int64_t end = std::min(cells, visible.begin + visible.count + margin);
    return window.begin <= begin && end <= window.begin + window.count;
}

} // namespace

std::int64_t upload_side() {
    const gl::ContextInfo info = gl::context_info();
    return std::min<std::int64_t>(info.software ? 2048 : 4096, info.max_texture_side);
}

TexelsIn usual_texels() { return gl::context_info().software ? TexelsIn::host_memory : TexelsIn::textures; }

MatrixUpload::MatrixUpload(std::int64_t side, TexelsIn texels) : side_(side), texels_in_(texels) {}

void MatrixUpload::show(HostMatrix next) {
    const MatrixShape shape = next.matrix.shape;
    if (shape.rows < 1 || shape.cols < 1) throw std::invalid_argument("a matrix to be shown has no entries");
    if (next.matrix.backend != Backend::cpu)
        throw std::invalid_argument("a matrix to be uploaded is not in host memory");
    if (needs_overview(shape) && !next.overview)
        throw std::invalid_argument("a large matrix to be shown has no overview");
    next_ = std::move(next);
}

void MatrixUpload::forget_matrix() {
    next_.reset();
    job_.reset();
    if (!shown_.matrix.storage) return;
    shown_.matrix.storage.reset();
    if (const auto kept = exact_in_host())
        host_exact_ = HostExact{copy_of(host_exact_->entries, counted_within(*kept, host_exact_->region)), *kept};
    else
        host_exact_.reset();
}

void MatrixUpload::look_at(const HeatmapView& view, Viewport viewport) { look_ = Look{view, viewport}; }

std::optional<Region> MatrixUpload::visible_exactly() const {
    const MatrixShape shape = shown_.matrix.shape;
    if (!look_ || !shown_.overview || !needs_overview(shape)) return std::nullopt;
    const bool overview_suffices = look_->view.pixels_per_cell * static_cast<double>(shown_.overview->factor) <= 1.0;
    const Region visible = visible_region(look_->view, look_->viewport, shape);
    const bool too_large = visible.rows > side_ || visible.cols > side_;
    if (overview_suffices || too_large || visible.rows == 0) return std::nullopt;
    return visible;
}

std::optional<Region> MatrixUpload::missing_window() const {
    const auto found = visible_exactly();
    if (!found || !shown_.matrix.storage) return std::nullopt;
    const Region visible = *found;
    const MatrixShape shape = shown_.matrix.shape;
    const WindowSpan rows{visible.row, visible.rows}, cols{visible.col, visible.cols};
    if (exact_.region && roomy({exact_.region->row, exact_.region->rows}, rows, shape.rows) &&
        roomy({exact_.region->col, exact_.region->cols}, cols, shape.cols)) {
        return std::nullopt;
    }
    const WindowSpan window_rows = window_around(rows, shape.rows, side_),
                     window_cols = window_around(cols, shape.cols, side_);
    return Region{window_rows.begin, window_cols.begin, window_rows.count, window_cols.count};
}

void MatrixUpload::show_at_once() {
    if (!next_) return;
    shown_ = *std::move(next_);
    next_.reset();
    host_exact_ = HostExact{shown_.matrix, whole(shown_.matrix.shape)};
}

std::optional<Region> MatrixUpload::exact_in_host() const {
    if (!host_exact_) return std::nullopt;
    return needs_overview(shown_.matrix.shape) ? visible_exactly() : host_exact_->region;
}

HostTexels MatrixUpload::texels(Shown::Kind what, Aggregate aggregate) const {
    if (texels_in_ == TexelsIn::textures) return {};
    if (what == Shown::Kind::exact) {
        const TexelLines lines{[entries = host_exact_->entries](std::int64_t row, std::int64_t first,
                                                                std::int64_t count, std::vector<float>& room) {
            return floats_of(entries.memory(), row, first, count, room);
        }};
        return {.shown = lines, .least = lines};
    }
    const auto lines = [this](Aggregate shown) -> TexelLines {
        return {[overview = shown_.overview, shown](std::int64_t row, std::int64_t first, std::int64_t count,
                                                    std::vector<float>& room) {
            return line_of(*overview, shown, row * overview->shape.cols + first, count, room);
        }};
    };
    return {.shown = lines(aggregate), .least = lines(Aggregate::minimum)};
}

bool MatrixUpload::begin_next() {
    if (next_) {
        Job job{*std::move(next_), false, std::nullopt};
        next_.reset();
        job.with_overview = needs_overview(job.source.matrix.shape);
        if (!job.with_overview) {
            job.region = whole(job.source.matrix.shape);
        } else if (exact_.region && job.source.matrix.shape == shown_.matrix.shape) {
            job.region = exact_.region; // what is seen exactly now stays exact
        }
        begin(std::move(job));
        return true;
    }
    if (const std::optional<Region> window = missing_window()) {
        begin({shown_, false, window});
        return true;
    }
    return false;
}

void MatrixUpload::begin(Job job) {
    try {
        if (job.with_overview) fit(spare_overview_, gl::Format::rgba32f, job.source.overview->shape);
        if (job.region)
            fit(spare_exact_.texture, format_of(job.source.matrix.entry), {job.region->rows, job.region->cols});
    } catch (...) {
        look_.reset(); // else the same window would fail again in every frame
        throw;
    }
    job_ = std::move(job);
}

void MatrixUpload::upload_slice() {
    Job& job = *job_;
    if (job.with_overview && job.overview_rows < job.source.overview->shape.rows) {
        const Overview& overview = *job.source.overview;
        const std::int64_t count =
            std::min(rows_per_slice(overview.shape.cols * 16), overview.shape.rows - job.overview_rows);
        const std::vector<float> texels = interleaved(overview, job.overview_rows, count);
        spare_overview_.upload(
            {0, static_cast<int>(job.overview_rows), spare_overview_.width(), static_cast<int>(count)}, texels.data(),
            overview.shape.cols);
        job.overview_rows += count;
    } else if (job.region && job.exact_rows < job.region->rows) {
        const LinearMemory memory = job.source.matrix.memory();
        const std::int64_t bytes = bytes_of(memory.entry);
        const std::int64_t count =
            std::min(rows_per_slice(job.region->cols * bytes), job.region->rows - job.exact_rows);
        const std::int64_t first = (job.region->row + job.exact_rows) * memory.pitch + job.region->col;
        gl::Texture& texture = spare_exact_.texture;
        texture.upload({0, static_cast<int>(job.exact_rows), texture.width(), static_cast<int>(count)},
                       reinterpret_cast<const std::byte*>(memory.data) + first * bytes, memory.pitch);
        job.exact_rows += count;
    }
}

void MatrixUpload::finish_if_complete() {
    Job& job = *job_;
    if (job.with_overview && job.overview_rows < job.source.overview->shape.rows) return;
    if (job.region && job.exact_rows < job.region->rows) return;
    if (job.with_overview) std::swap(overview_, spare_overview_);
    if (job.region) {
        std::swap(exact_, spare_exact_);
        exact_.region = job.region;
    } else {
        exact_.region.reset();
    }
    shown_ = std::move(job.source);
    job_.reset();
}

bool MatrixUpload::upload_some(double seconds) {
    if (texels_in_ == TexelsIn::host_memory) {
        show_at_once();
        return true;
    }
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    do {
        if (!job_ && !begin_next()) return true;
        upload_slice();
        finish_if_complete();
    } while (Clock::now() < end);
    return !job_ && !next_ && !missing_window();
}

MatrixPicture MatrixUpload::picture() const {
    MatrixPicture picture{shown_.matrix.shape, std::nullopt, std::nullopt};
    if (exact_.region) picture.exact = ExactTexture{exact_.texture.id(), *exact_.region};
    if (exact_in_host()) picture.exact = ExactTexture{0, host_exact_->region};
    if (shown_.overview && needs_overview(picture.shape)) {
        picture.overview = OverviewTexture{overview_.id(), shown_.overview->factor, shown_.overview->shape};
    }
    return picture;
}

} // namespace pairscope
