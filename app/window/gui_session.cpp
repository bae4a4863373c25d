// SPDX-License-Identifier: MIT
#include "app/window/gui_session.h"

#include "app/spine/files/ceiling_store.h"
#include "app/spine/files/own_files.h"
#include "app/spine/files/paths.h"
#include "app/spine/files/settings.h"
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/spine/worker/large_matrix.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matrix/minimap.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/marked_pair.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/tour/tour_panel.h"
#include "app/subjects/workshop/trusted_kernels.h"
#include "app/window/layout.h"
#include "app/window/log_file.h"
#include "app/window/panels.h"
#include "kernels/data/errors.h"
#include "kernels/data/overloaded.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>

#include <imgui_internal.h> // ImRect

namespace pairscope::app {
namespace {

constexpr double upload_budget = 0.006; // seconds of a frame
constexpr double short_run = 0.25;      // pictures faster than this are never cancelled by newer ones

} // namespace

GuiSession::GuiSession(const StartOptions& options, float display_scale, std::function<void()> wake)
    : options_(options), assets_(assets_folder()), colormaps_(load_colormaps(assets_ / "colormaps")),
      datasets_(shipped_datasets()), help_(help_pages(assets_ / "help")), native_files_(wake),
      display_scale_(display_scale), picture_(assets_ / "shaders"), two_pictures_(assets_ / "shaders"),
      gl_messages_([](const gl::Message& message) {
          if (message.is_error) spdlog::error("OpenGL: {}", message.text);
      }),
      files_(wake), runs_(wake), tries_(wake), kernel_files_(wake) {
    if (!options.fresh) {
        make_own_folders(state_);
        load_settings(state_);
        state_.workshop.trusted = trusted_kernels();
    }
    if (options.theme) state_.look.theme = *options.theme;
    if (options.scale > 0.0f) state_.look.scale = options.scale;
    if (options.fresh) state_.look.hints = false;
    state_.view.asked = options.view;
    if (options.second.other) use_second(state_, options.second);
    if (options.view && options.view->order.kind == OrderKind::as_loaded) state_.view.asked->order = options.view_order;
    state_.look.builtin_files = options.builtin_files;
    style_.fonts = load_fonts(assets_);
    restyle();
    state_.run.max_seconds = options.seconds;
    find_interop(options);
    if (!options.fresh) load_ceilings(state_);
    start_question(options);
    state_.view.order = options.view_order;
    for (InputFile& file : options_.files) {
        file = look_at(std::move(file), options.reader);
        file.header = options.header;
    }
    if (!options.points.path.empty()) options_.points = look_at(options.points, options.reader);
    options_.points.header = options.header;
    start_data(options_);
    start_recordings(options_);
}

GuiSession::~GuiSession() {
    runs_.cancel();
    files_.cancel();
    tries_.cancel();
    if (options_.fresh) return;
    save_settings();
    save_ceilings(state_);
}

void GuiSession::save_settings() const { pairscope::app::save_settings(state_); }

void GuiSession::set_display_scale(float scale) { display_scale_ = scale; }

void GuiSession::restyle() {
    const float scale = display_scale_ * state_.look.scale * (state_.look.presentation ? 1.35f : 1.0f);
    if (styled_theme_ == state_.look.theme && styled_scale_ == scale) return;
    styled_theme_ = state_.look.theme;
    styled_scale_ = scale;
    style_.palette = palette_of(state_.look.theme);
    style_.scale = scale;
    apply_style(style_.palette, scale);
}

void GuiSession::take_events() {
    for (const Event& event : files_.poll()) apply(state_, event);
    for (const Event& event : tries_.poll()) apply(state_, event);
    for (const Event& event : runs_.poll()) {
        posted_.reset();
        try {
            if (take_texture(event)) apply(state_, event);
        } catch (const std::exception& error) {
            notify(state_, Severity::error, fmt::format("Showing the matrix failed: {}", error.what()),
                   {Topic::picture, {}});
        }
    }
}

/// Shows the matrix that came with the event, or takes the texture back that was lent for it. False: the output failed
/// because there was too little memory, and is made again in another way.
bool GuiSession::take_texture(const Event& event) {
    const auto* made = event.what.as<event::OutputMade>();
    const bool is_picture = made != nullptr && !event.failure && made->written.kind == OutputKind::matrix;
    if (is_picture) {
        picture_.show(*made, event.lease);
        uploading_ |= !event.lease; // a lent texture is shown as it is
    } else if (event.lease) {
        picture_.give_back(*event.lease);
    }
    if (made == nullptr || !event.failure || !event.failure->out_of_memory) return true;
    if (needs_another_way(*made, event.lease.has_value())) return false;
    // Two matrices do not fit: let go of the one on the screen, and the next try has its place.
    const bool has_room_now = picture_.release_host();
    state_.output.values_gone |= has_room_now;
    return !has_room_now;
}

bool GuiSession::has_room_to_copy(const job::MakeOutput& job) const {
    const MatrixShape shape = job.question.words();
    return job.variant->writes_surface || shape.rows * shape.cols < too_many_to_copy_;
}

/// The memory of the GPU has no room for a matrix in linear memory beside the two textures. From now on, matrices of
/// this size and larger ones go through the host. The texture that is not shown is freed.
bool GuiSession::needs_another_way(const event::OutputMade& failed, bool was_lent) {
    const KernelVariant* variant = find_variant(failed.variant_id);
    if (!was_lent || variant == nullptr || variant->writes_surface) return false;
    const MatrixShape shape = state_.data.now.question.words();
    too_many_to_copy_ = std::min(too_many_to_copy_, shape.rows * shape.cols);
    picture_.free_spare();
    return true;
}

/// The texture that the job writes; absent: it writes memory.
std::optional<GuiSession::WantedTexture> GuiSession::texture_for(const Job& job) const {
    const auto wanted = [](const Question& question, const KernelVariant& variant) {
        return WantedTexture{question.words(), variant.entry};
    };
    const auto by_key = [&](const auto& asked) -> std::optional<WantedTexture> {
        if (asked.key.target != TargetKind::surface) return {};
        return wanted(asked.question, *asked.variant);
    };
    return job::All::visit(job.what, Overloaded{[&](const job::MakeOutput& j) -> std::optional<WantedTexture> {
                                                    if (!fills_texture(state_, *j.variant) || !has_room_to_copy(j))
                                                        return {};
                                                    return wanted(j.question, *j.variant);
                                                },
                                                [&](const job::Measure& j) -> std::optional<WantedTexture> {
                                                    if (j.device.backend != Backend::cuda) return {};
                                                    return by_key(j);
                                                },
                                                [&](const job::Count& j) { return by_key(j); },
                                                [&](const job::SampleLaunch& j) { return by_key(j); },
                                                [&](const job::SampleStalls& j) { return by_key(j); },
                                                [&](const job::Compare& j) -> std::optional<WantedTexture> {
                                                    if (j.key.a.target != TargetKind::surface) return {};
                                                    return wanted(j.question, *j.a);
                                                },
                                                [](const auto&) -> std::optional<WantedTexture> { return {}; }});
}

void GuiSession::make_room_for(const Job& job) {
    if ((is_large(picture_.shape()) || is_large(state_.data.now.question.words())) && needs_host_memory(job))
        state_.output.values_gone |= picture_.release_host();
}

void GuiSession::post(Job job) {
    try {
        if (auto* make = job.what.as<job::MakeOutput>()) make->exact_side = picture_.exact_side();
        if (const auto wanted = texture_for(job)) job.lease = picture_.lend(wanted->shape, wanted->entry);
    } catch (const MemoryError& error) {
        event::OutputMade none{};
        none.variant_id = state_.run.variant_id;
        none.revision = state_.data.revision;
        apply(state_, failed(none, {.message = error.what(), .out_of_memory = true}));
        state_.look.no_interop = fmt::format("The texture could not be allocated: {}", error.what());
        return;
    } catch (const std::exception& error) {
        state_.look.no_interop = fmt::format("Writing the texture directly failed: {}", error.what());
        notify(state_, Severity::warning, state_.look.no_interop + " The matrix is copied through the host instead.");
        return;
    }
    make_room_for(job);
    posted_ = job;
    runs_.post(std::move(job));
}

void GuiSession::give_work() {
    if (state_.data.revision != last_revision_) {
        last_revision_ = state_.data.revision;
        last_edit_ = Clock::now();
    }
    if (!runs_.idle()) {
        const auto* making = posted_ ? posted_->what.as<job::MakeOutput>() : nullptr;
        const bool stale = making != nullptr &&
                           (making->variant != selected_variant(state_) || making->revision != state_.data.revision);
        const auto activity = runs_.activity();
        const bool slow = activity && std::chrono::duration<double>(Clock::now() - activity->since).count() > short_run;
        if (stale && (slow || making->variant->id != state_.run.variant_id)) runs_.cancel();
        if (posted_ && gives_way(state_, *posted_)) runs_.cancel();
        const auto* tiles = posted_ ? posted_->what.as<job::MakeTiles>() : nullptr;
        if (tiles != nullptr && is_outdated(state_, *tiles)) runs_.cancel();
        return;
    }
    // A large matrix is read while it is uploaded or saved, and must not be written meanwhile.
    if (is_large(picture_.shape()) && (uploading_ || !files_.idle())) return;
    if (auto job = next_job(state_, Clock::now(), last_edit_)) {
        post(std::move(*job));
        take_quick_answer();
    }
}

/// An answer that takes a few milliseconds is shown in the frame that asked for it, not in the next one.
void GuiSession::take_quick_answer() {
    constexpr std::chrono::milliseconds patience{4};
    if (!posted_) return;
    const auto* tiles = posted_->what.as<job::MakeTiles>();
    const bool by_gpu = tiles != nullptr && tiles->device.backend == Backend::cuda;
    const bool was_quick =
        posted_->what.is<job::MakeOutput>() && state_.output.seconds <= std::chrono::duration<double>(patience).count();
    if (!by_gpu && !was_quick) return;
    runs_.wait_for_event(patience);
    take_events();
}

void GuiSession::mark() {
    if (is_deep(state_)) {
        deep_picture_.mark(state_);
        marked_for_.reset();
        return;
    }
    const auto cell = state_.view.hovered ? state_.view.hovered : state_.view.pinned;
    const MatrixShape shape = picture_.shape();
    const Workload workload = current_workload(state_);
    const MatrixShape wanted = asks_for_matrix(state_) ? MatrixShape{workload.rows, workload.cols} : MatrixShape{};
    const bool gone =
        !cell || cell->row >= std::min(wanted.rows, shape.rows) || cell->col >= std::min(wanted.cols, shape.cols);
    if (!gone && shape == wanted && state_.output.revision != state_.data.revision)
        return; // until the new picture is there
    if (gone || shape != wanted) {
        state_.view.marked.reset();
        marked_for_.reset();
        return;
    }
    MarkKey key{.cell = *cell,
                .revision = state_.output.revision,
                .variant = state_.output.variant_id,
                .content = state_.output.content,
                .k = state_.neighbours.k,
                .shown = state_.neighbours.shown,
                .table = found_neighbours(state_),
                .order = state_.output.order};
    if (marked_for_ == key) return;
    const Cell place = place_of(state_.output.order.get(), *cell);
    const std::vector<float> value = picture_.cells({place.row, place.col, 1, 1});
    if (value.empty()) return; // lent to the worker: the old mark stays
    state_.view.marked = marked_pair(state_, *cell, value.front());
    marked_for_ = std::move(key);
}

DrawnMatrix GuiSession::drawn(const HeatmapView& view, Viewport viewport) {
    state_.view.drawn_zoom = view.pixels_per_cell;
    const auto& p = style_.palette.background;
    const auto byte = [](float v) { return std::uint8_t(std::lround(v * 255.0f)); };
    HeatmapLook look{.view = view,
                     .viewport = viewport,
                     .colouring = {},
                     .aggregate = state_.view.colours.aggregate,
                     .outside = {byte(p.x), byte(p.y), byte(p.z), 255},
                     .outline_below = is_deep(state_) ? std::nullopt : outlined_radius(state_),
                     .dimming = state_.view.colours.dimming};
    const bool is_tiled = is_deep(state_), follows = state_.view.colours.range == RangeMode::in_sight;
    const MatrixPicture tiles = is_tiled ? deep_picture_.picture(state_, look) : MatrixPicture{};
    const HostTexels texels = is_tiled ? deep_picture_.texels() : HostTexels{};
    if (!follows)
        state_.view.seen.reset();
    else
        state_.view.seen = is_tiled ? picture_.range_in_sight(tiles, look, texels) : picture_.range_in_sight(look);
    look.colouring = shown_colouring(state_, colormaps_);
    last_look_ = look;
    const auto result = is_tiled ? picture_.draw(tiles, look, texels) : picture_.draw(look);
    return {result.texture, result.shown};
}

void GuiSession::draw(const Frame& frame) {
    handle_keys(frame);
    draw_menu_bar(frame);
    Frame behind = frame;
    behind.behind_dialog = state_.look.dialog != Dialog::none;
    draw_notice_strip(behind);
    draw_status_line(behind);
    lay_out(behind);
    draw_dialogs(frame);
    draw_hints(behind);
    draw_tour_panel(behind, [&](std::string_view name) { return rect_of_panel(behind, name); });
    offered_terms_.draw(frame);
    forget_lost_control();
}

bool GuiSession::frame() {
    take_events();
    carry_out();
    follow_recording();
    offer_recordings();
    tend_workshop();
    give_work();
    state_.run.activity = tries_.activity()  ? tries_.activity()
                          : runs_.activity() ? runs_.activity()
                                             : files_.activity();
    if (uploading_) uploading_ = !picture_.upload_some(upload_budget);
    uploading_two_ = !two_pictures_.upload_some(upload_budget);
    mark();
    use_tiles(state_);
    deep_picture_.begin_frame();
    update_minimap(state_, colormaps_);
    update_places(state_);
    update_label_groups(state_);
    update_clusters(state_);
    update_matches(state_);
    update_film(state_, std::chrono::steady_clock::now());
    textures_.forget_unused();
    restyle();
    const Frame frame{
        .state = state_,
        .commands = commands_,
        .style = style_,
        .colormaps = colormaps_,
        .datasets = datasets_,
        .help = help_,
        .source_view = source_view_,
        .kernel_editor = kernel_editor_,
        .drawn_vectors = drawn_vectors_,
        .matrix = [this](const HeatmapView& view, Viewport viewport) { return drawn(view, viewport); },
        .cells =
            [this](Region region) { return is_deep(state_) ? deep_entries(state_, region) : picture_.cells(region); },
        .two = [this](std::size_t which,
                      const HeatmapLook& look) { return two_pictures_.draw(state_.two.made, which, look); },
        .picture = [this](const auto& picture) { return textures_.texture_of(picture); },
        .native_files = &native_files_,
        .offered_terms = &offered_terms_};
    draw(frame);
    deep_picture_.end_frame(state_);
    state_.look.reset_layout = false;
    state_.look.focus.clear();
    state_.look.front.clear();
    state_.view.one_to_one = false;
    state_.view.reveal.reset();
    state_.view.reveal_region.reset();
    log_new_notices(state_, logged_);
    return uploading_ || uploading_two_ || !deep_picture_.is_complete() || !commands_.empty() || state_.data.dragging ||
           state_.trace.film.playing || is_slider_moving(state_);
}

bool GuiSession::picture_ready() const {
    if (asks_for_matrix(state_) && is_deep(state_))
        return !state_.data.loading && state_.deep.sight && tile_progress(state_).is_complete() &&
               deep_picture_.is_complete();
    return output_is_current(state_) && !uploading_ && !state_.data.loading;
}

bool GuiSession::at_rest() const {
    return !uploading_ && !uploading_two_ && deep_picture_.is_complete() && commands_.empty() && runs_.idle() &&
           files_.idle() && tries_.idle() && settled(state_);
}

} // namespace pairscope::app
