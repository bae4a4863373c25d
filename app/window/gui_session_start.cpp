// SPDX-License-Identifier: MIT
// How a session begins: the device that draws, the data, and the recordings; and how it opens files later.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/load_points.h"
#include "app/subjects/recordings/recordings.h"
#include "app/window/gui_session.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/registry.h"
#include "render/gl/context.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pairscope::app {
namespace {

bool is_recording_file(const InputFile& file) { return file.is(FileFormat::recording); }

/// Did the user say what to open, besides recordings?
bool names_data(const StartOptions& options) {
    const bool has_table = !std::ranges::all_of(options.files, is_recording_file);
    return has_table || !options.points.path.empty() || options.generator || options.n ||
           (options.vectors && *options.vectors != VectorSource{});
}

/// Only the first of several tables is opened. The others are one click away.
void say_what_is_not_opened(State& state, const std::vector<InputFile>& tables) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < tables.size(); ++i) names.push_back(shown(tables[i].path.filename()));
    if (names.empty()) return;
    for (std::size_t i = tables.size(); i-- > 1;) remember_recent(state.data, tables[i].path);
    notify(state, Severity::warning,
           fmt::format("The window shows one table at a time, so these files were not opened: {}. The list of recent "
                       "files in the Data panel has them.",
                       fmt::join(names, ", ")));
}

std::vector<InputFile> tables_among(const std::vector<InputFile>& files) {
    std::vector<InputFile> tables;
    std::ranges::remove_copy_if(files, std::back_inserter(tables), is_recording_file);
    return tables;
}

} // namespace

void GuiSession::start_question(const StartOptions& options) {
    for (const auto& path : options.kernels) push(command::OpenKernel{path});
    const KernelVariant* wanted = find_variant(options.variant);
    Question& question = state_.data.now.question;
    if (!options.workload.empty())
        question.workload = type_of(options.workload).id;
    else if (wanted != nullptr)
        question.workload = wanted->workload;
    question.parameters =
        options.parameters.empty() ? usual_parameters(type_of(question.workload)) : options.parameters;
    if (wanted != nullptr) state_.run.variant_id = wanted->id;
    propose_variant(state_);
    state_.look.front = output_panel(state_); // whatever was in front at the end of the last session
}

void GuiSession::start_data(const StartOptions& options) {
    std::vector<InputFile> tables = tables_among(options.files);
    say_what_is_not_opened(state_, tables);
    if (options.generator) {
        push(command::SetSource{*options.generator});
        return;
    }
    const WorkloadType& type = current_type(state_);
    const bool begins_with_vectors = type.example_vectors != nullptr && tables.empty() && options.points.path.empty();
    if (options.vectors || !takes_points(type) || begins_with_vectors) {
        const bool is_chosen = options.vectors && *options.vectors != VectorSource{};
        // A workload that was named decides: the command line says so by read_as.
        const bool may_be_distances = is_chosen && options.read_as == ReadAs::proposed &&
                                      options.vectors->as == ReadAs::proposed &&
                                      !reading_of(*options.vectors).is_told() && options.vectors->b.empty() &&
                                      !options.vectors->a.empty() && options.vectors->columns.names.empty();
        push(command::SetSource{.source = is_chosen ? DataSource(*options.vectors) : first_data(state_.run, type),
                                .may_be_distances = may_be_distances,
                                .files = options.vector_files});
        return;
    }
    if (!options.points.path.empty()) tables = {options.points};
    const bool whole = !options.n && !tables.empty();
    push(command::SetSource{.source = FileSource{.path = tables.empty() ? default_dataset() : tables.front().path,
                                                 .columns = options.columns,
                                                 .n = options.n.value_or(usual_rows(state_.run)),
                                                 .order = options.order.value_or(usual_order(options.points)),
                                                 .as = options.read_as,
                                                 .whole = whole,
                                                 .reader = options.reader,
                                                 .header = options.header,
                                                 .tracks = options.tracks},
                            .asked_rows = options.n,
                            .files = tables});
}

/// Opens the recordings of the last session, and those that were asked for.
void GuiSession::start_recordings(const StartOptions& options) {
    state_.recordings.shipped = shipped_recordings();
    for (const auto& file : state_.recordings.of_last_session)
        if (std::error_code ignored; std::filesystem::exists(file, ignored))
            push(command::OpenRecording{file});
        else
            notify(state_, Severity::info, fmt::format("The recording {} is no longer there.", shown(file)));
    bool follow = options.follow_recording, with_data = !names_data(options);
    for (const auto& file : options.files) {
        if (!is_recording_file(file)) continue;
        push(command::OpenRecording{
            .path = file.path, .follow = std::exchange(follow, false), .with_data = std::exchange(with_data, false)});
    }
}

void GuiSession::open(const std::vector<std::filesystem::path>& paths) {
    std::vector<InputFile> files;
    for (const auto& path : paths)
        if (is_kernel_file(path))
            push(command::OpenKernel{path});
        else
            files.push_back(look_at(path));
    // Recordings lie side by side; of tables there can be one.
    bool table = false, followed = false; // the first recording says which workload is shown
    const std::vector<InputFile> tables = tables_among(files);
    for (const InputFile& file : files) {
        const bool is_first = !followed;
        if (is_recording_file(file)) {
            push(
                command::OpenRecording{.path = file.path, .follow = is_first, .with_data = is_first && tables.empty()});
            followed = true;
        } else if (!std::exchange(table, true)) {
            push(command::OpenFile{file});
        }
    }
    say_what_is_not_opened(state_, tables);
}

/// Its data come with its workload. Otherwise the workload keeps the points where it can; what the workload before was
/// asked about is there again on the way back.
void GuiSession::follow_recording() {
    if (const auto id = std::exchange(state_.recordings.data_to_open, {})) push(command::UseRecordedPoints{*id});
    const std::string_view workload = std::exchange(state_.recordings.workload_to_select, {});
    if (!workload.empty() && workload != current_type(state_).id) push(command::ChooseWorkload{std::string(workload)});
}

/// A file may choose the workload when it is read, so nothing is offered before.
void GuiSession::offer_recordings() {
    if (!options_.offer_recording || state_.data.loading || state_.recordings.offered_for == current_type(state_).id)
        return;
    state_.recordings.offered_for = current_type(state_).id;
    const auto is_asked = [&](const std::filesystem::path& file) { // it may not be open yet
        const auto is_same = [&](const std::filesystem::path& other) { return is_same_file(file, other); };
        return std::ranges::any_of(options_.files, is_same, &InputFile::path) ||
               std::ranges::any_of(state_.recordings.of_last_session, is_same);
    };
    for (const auto& file : recordings_to_offer(state_))
        if (!is_asked(file)) push(command::OpenRecording{file, true});
}

void GuiSession::find_interop(const StartOptions& options) {
    state_.look.gl_renderer = gl::context_info().renderer;
    state_.run.devices = devices();
    state_.run.no_gpu = why_no_gpu();
    state_.run.device = 0;
    const GlDevice drawing = gl_device();
    const auto& all = state_.run.devices;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (drawing.ordinal && all[i].backend == Backend::cuda && all[i].ordinal == *drawing.ordinal) {
            state_.run.interop_device = int(i);
            state_.run.device = i;
        }
    }
    state_.look.no_interop = drawing.why_not;
    if (options.no_interop && drawing.ordinal)
        state_.look.no_interop = "Writing the texture directly was switched off with --no-interop.";
    for (std::size_t i = 0; i < all.size(); ++i)
        if (device_id(all[i]) == options.device) state_.run.device = i;
}

} // namespace pairscope::app
