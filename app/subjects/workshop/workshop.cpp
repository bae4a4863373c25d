// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/workshop.h"

#include "app/spine/files/paths.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/workshop/remote_kernel.h"
#include "app/subjects/workshop/tries.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "kernels/own/copy_of_rung.h"
#include "kernels/own/new_file.h"
#include "kernels/own/source_text.h"
#include "profiling/check_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto rest_of_slider = 200ms;
constexpr auto most_rest_of_child = 60s;

template <class AnyState> auto* find(AnyState& state, const fs::path& path) {
    const auto found = std::ranges::find(state.workshop.kernels, path, &OwnKernel::path);
    return found == state.workshop.kernels.end() ? nullptr : &*found;
}

/// Null also where a later try of the file has begun.
template <class AnyState> auto* find(AnyState& state, const fs::path& path, int number) {
    auto* const kernel = find(state, path);
    return kernel != nullptr && kernel->number == number ? kernel : nullptr;
}

/// "own/mine", with a hash of the path where another open file has the same name.
std::string id_for(const State& state, const fs::path& path) {
    const std::string id = fmt::format("{}{}", own_prefix, path.stem().string());
    if (std::ranges::find(state.workshop.kernels, id, &OwnKernel::id) == state.workshop.kernels.end()) return id;
    return fmt::format("{}-{:04x}", id, std::hash<std::string>{}(path.string()) & 0xffff);
}

void open_or_show(State& state, const fs::path& given, Effects& effects) {
    const fs::path path = fs::absolute(given).lexically_normal();
    WorkshopState& shop = state.workshop;
    state.look.front = "Workshop";
    auto found = std::ranges::find(shop.kernels, path, &OwnKernel::path);
    if (found == shop.kernels.end()) {
        OwnKernel kernel;
        kernel.path = path;
        kernel.id = id_for(state, path);
        shop.kernels.push_back(std::move(kernel));
        effects.files.emplace_back(job::ReadKernel{path});
        found = std::prev(shop.kernels.end());
    }
    shop.shown = static_cast<std::size_t>(found - shop.kernels.begin());
}

void save(OwnKernel& kernel, Effects& effects) {
    if (is_edited(kernel)) effects.files.emplace_back(job::SaveKernel{kernel.path, kernel.text});
    kernel.elsewhere.reset();
}

/// A name that no file of the folder has.
fs::path free_path(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    for (int number = 1;; ++number) {
        fs::path path = folder / fmt::format("{}{}.cu", name, number == 1 ? "" : std::to_string(number));
        if (!fs::exists(path, ignored)) return path;
    }
}

void trust(State& state, const fs::path& path) {
    if (state.workshop.trusted.insert(path.string()).second) state.workshop.is_trust_new = true;
}

/// Opens a file that does not exist yet, with a text that is saved there.
void write_new(State& state, const fs::path& path, std::string text, Effects& effects, const std::string& parent = {}) {
    OwnKernel kernel;
    kernel.path = path;
    kernel.id = id_for(state, path);
    kernel.parent = parent;
    kernel.text = text;
    kernel.is_read = true;
    kernel.version = 1;
    trust(state, path);
    effects.files.emplace_back(job::SaveKernel{path, std::move(text), true});
    state.workshop.kernels.push_back(std::move(kernel));
    state.workshop.shown = state.workshop.kernels.size() - 1;
    start_try(state, state.workshop.kernels.back(), effects);
    state.look.front = "Workshop";
}

/// The workload that the text names; empty: it names none.
std::string workload_in(const OwnKernel& kernel) {
    try {
        return own::own_file_of(shown(kernel.path.filename()), kernel.text).workload;
    } catch (const InputError&) {
        return {}; // a try says why
    }
}

} // namespace

const OwnKernel* shown_kernel(const State& state) {
    const WorkshopState& shop = state.workshop;
    return shop.shown < shop.kernels.size() ? &shop.kernels[shop.shown] : nullptr;
}

const OwnKernel* kernel_of(const State& state, std::string_view id) {
    const auto found = std::ranges::find(state.workshop.kernels, id, &OwnKernel::id);
    return found == state.workshop.kernels.end() ? nullptr : &*found;
}

bool is_trusted(const State& state, const OwnKernel& kernel) {
    return state.workshop.trusted.contains(kernel.path.string());
}

bool is_trying(const State& state) { return std::ranges::any_of(state.workshop.kernels, is_in_progress); }

fs::path new_kernel_folder(const State& state) {
    const OwnKernel* const kernel = shown_kernel(state);
    return kernel != nullptr ? kernel->path.parent_path() : data_folder() / "kernels";
}

std::string why_no_try(const State& state) {
    const OwnKernel* const kernel = shown_kernel(state);
    if (kernel == nullptr) return "No kernel of your own is open.";
    return kernel->is_read ? "" : "The file was not read.";
}

void update_workshop(State& state, Clock::time_point now, Effects& effects) {
    for (OwnKernel& kernel : state.workshop.kernels) {
        if (kernel.stage == TryStage::ended) kernel.built.reset(); // else it would keep the child
        if (kernel.runs) kernel.runs->rest_if_unused_for(most_rest_of_child);
        const bool rests = kernel.slider_moved && now - *kernel.slider_moved >= rest_of_slider;
        const bool was_read = std::exchange(kernel.wants_try, false) && is_trusted(state, kernel);
        if (rests || was_read) start_try(state, kernel, effects);
    }
}

bool is_slider_moving(const State& state) {
    return std::ranges::any_of(state.workshop.kernels,
                               [](const OwnKernel& kernel) { return kernel.slider_moved.has_value(); });
}

std::optional<Job> try_job(const State& state) {
    const Device* const gpu = chosen_gpu(state.run);
    for (const OwnKernel& kernel : state.workshop.kernels)
        if (kernel.stage == TryStage::waiting)
            return job::TryKernel{.file = *kernel.file, .path = kernel.path, .number = kernel.number};
    for (const OwnKernel& kernel : state.workshop.kernels)
        if (kernel.stage == TryStage::judged)
            return job::CheckKernel{.made = kernel.built,
                                    .path = kernel.path,
                                    .number = kernel.number,
                                    .gpu = gpu == nullptr || kernel.file->is_cpu ? std::nullopt : std::optional(*gpu)};
    return {};
}

void note_wrong_run(State& state, std::string_view id, const Workload& size, const profiling::CheckVerdict& verdict) {
    const auto found = std::ranges::find(state.workshop.kernels, id, &OwnKernel::id);
    if (found == state.workshop.kernels.end() || found->number == 0 || found->report.wrong_at) return;
    workshop::Judged judged{.reply = {}, .comparison = verdict.comparison};
    if (judged.comparison->right() && verdict.examination && !verdict.examination->findings.empty())
        judged.reply.failed = verdict.examination->findings.front();
    found->wrong_in_window = workshop::TryReport::At{size, "the data of the window", std::move(judged)};
    found->report.wrong_at = found->wrong_in_window;
    note_try(*found);
}

void note_try_begun(State& state, const Job& job) {
    if (const auto* tried = job.what.as<job::TryKernel>())
        if (OwnKernel* kernel = find(state, tried->path, tried->number)) kernel->stage = TryStage::building;
    if (const auto* checked = job.what.as<job::CheckKernel>())
        if (OwnKernel* kernel = find(state, checked->path, checked->number)) kernel->stage = TryStage::checking;
}

/// The first verdict of another file comes before a full check.
static bool is_awaited(const State& state) {
    return std::ranges::any_of(state.workshop.kernels,
                               [](const OwnKernel& kernel) { return kernel.stage == TryStage::waiting; });
}

bool is_outdated_try(const State& state, const Job& job) {
    if (const auto* tried = job.what.as<job::TryKernel>()) return find(state, tried->path, tried->number) == nullptr;
    if (const auto* checked = job.what.as<job::CheckKernel>())
        return is_awaited(state) || find(state, checked->path, checked->number) == nullptr;
    return false;
}

namespace command {

void carry_out(const OpenKernel& c, State& state, Effects& effects) { open_or_show(state, c.path, effects); }

void carry_out(const CloseKernel& c, State& state, Effects& effects) {
    OwnKernel* const kernel = find(state, c.path);
    if (kernel == nullptr) return;
    save(*kernel, effects);
    if (kernel->runs) kernel->runs->close();
    const std::string id = kernel->id;
    std::erase_if(state.workshop.kernels, [&](const OwnKernel& open) { return open.id == id; });
    state.workshop.shown = state.workshop.kernels.empty() ? 0 : state.workshop.kernels.size() - 1;
    if (state.run.variant_id == id) {
        state.run.variant_id = state.run.proposed; // so that the usual one is proposed
        propose_variant(state);
    }
    withdraw_own_variant(id);
}

void carry_out(const ShowKernel& c, State& state, Effects& effects) { open_or_show(state, c.path, effects); }

void carry_out(const EditKernel& c, State& state, Effects&) {
    if (OwnKernel* kernel = find(state, c.path)) kernel->text = c.text;
}

void carry_out(const TryKernel& c, State& state, Effects& effects) {
    OwnKernel* const kernel = find(state, c.path);
    if (kernel == nullptr || !kernel->is_read) return;
    if (c.is_trusted) trust(state, kernel->path);
    if (!is_trusted(state, *kernel)) {
        state.look.front = "Workshop"; // it asks there
        return;
    }
    save(*kernel, effects);
    start_try(state, *kernel, effects);
}

void carry_out(const SetKernelSlider& c, State& state, Effects&) {
    OwnKernel* const kernel = find(state, c.path);
    if (kernel == nullptr) return;
    for (own::Slider& slider : kernel->sliders) {
        if (slider.name != c.name) continue;
        slider.value = std::clamp(c.value, slider.least, slider.most);
        kernel->chosen[slider.name] = {slider.value, slider.in_text};
        kernel->slider_moved = Clock::now();
    }
}

void carry_out(const NewKernel& c, State& state, Effects& effects) {
    const WorkloadType& now = current_type(state);
    const WorkloadType& type = now.plain != nullptr ? now : workload_types().front();
    const fs::path path = free_path(c.folder, "mine");
    write_new(state, path, own::new_file(type, path.stem().string()), effects);
}

void carry_out(const EditCopy& c, State& state, Effects& effects) {
    const KernelVariant* const variant = find_variant(c.variant);
    if (variant == nullptr || variant->backend != Backend::cuda) return;
    const fs::path path = free_path(c.folder, fmt::format("my_{}", short_name(variant->id)));
    own::CopyOfRung copy = own::copy_of_rung(*variant, path.stem().string());
    notify(state, Severity::info, fmt::format("{} It is saved as {}.", copy.sentence, shown(path)),
           {Topic::saving, {}});
    write_new(state, path, std::move(copy.text), effects, std::string(variant->id));
}

void carry_out(const ReadKernelAgain& c, State& state, Effects& effects) {
    if (find(state, c.path) != nullptr) effects.files.emplace_back(job::ReadKernel{c.path});
}

void carry_out(const SettleKernel& c, State& state, Effects& effects) {
    OwnKernel* const kernel = find(state, c.path);
    if (kernel == nullptr || !kernel->elsewhere) return;
    if (!c.takes_file) {
        save(*kernel, effects);
        return;
    }
    kernel->text = kernel->saved = *std::exchange(kernel->elsewhere, {});
    ++kernel->version;
    if (is_trusted(state, *kernel)) start_try(state, *kernel, effects);
}

} // namespace command

namespace event {

void take(const KernelRead& event, State& state) {
    OwnKernel* const kernel = find(state, event.path);
    if (kernel == nullptr) return;
    kernel->is_gone = !event.text;
    kernel->unread.clear();
    if (!event.text || (kernel->is_read && *event.text == kernel->saved)) return;
    const bool keeps_edit = is_edited(*kernel) && *event.text != kernel->text;
    kernel->saved = *event.text;
    if (keeps_edit) {
        kernel->elsewhere = event.text;
        return;
    }
    const bool was_read = std::exchange(kernel->is_read, true), is_new = kernel->text != *event.text;
    kernel->elsewhere.reset();
    kernel->text = *event.text;
    kernel->version += is_new || !was_read ? 1 : 0;
    if (kernel->number == 0) kernel->workload = workload_in(*kernel);
    if (kernel->number == 0 || is_new) kernel->wants_try = true;
}

void take_failure(const KernelRead& event, const Failure& failure, State& state) {
    if (OwnKernel* kernel = find(state, event.path)) kernel->unread = failure.message;
}

void take(const KernelSaved& event, State& state) {
    OwnKernel* const kernel = find(state, event.path);
    if (kernel == nullptr) return;
    kernel->saved = event.text;
    kernel->is_gone = false;
}

void take_failure(const KernelSaved&, const Failure& failure, State& state) {
    notify(state, Severity::error, failure.message, {Topic::saving, {}});
}

void take(const KernelTried& event, State& state) {
    OwnKernel* const kernel = find(state, event.path, event.number);
    if (kernel == nullptr) return;
    kernel->report = event.report;
    kernel->built = event.made;
    const bool is_right = event.report.first && event.report.first->right();
    kernel->stage = is_right ? TryStage::judged : TryStage::ended;
    const bool still_runs = event.made && event.report.first && event.report.first->ended.empty();
    if (still_runs) publish_version(state, *kernel);
    kernel->was_stopped = event.report.is_stopped && !event.report.first;
    note_try(*kernel);
}

void take_failure(const KernelTried& event, const Failure& failure, State& state) {
    OwnKernel* const kernel = find(state, event.path, event.number);
    if (kernel == nullptr) return;
    kernel->stage = TryStage::ended;
    kernel->was_stopped = failure.message.empty();
    kernel->refused = failure.message;
    note_try(*kernel);
}

void take(const KernelChecked& event, State& state) {
    OwnKernel* const kernel = find(state, event.path, event.number);
    if (kernel == nullptr) return;
    kernel->report = event.report;
    if (!kernel->report.wrong_at) kernel->report.wrong_at = kernel->wrong_in_window;
    const workshop::TryReport& report = kernel->report;
    if (!report.gpu_compiler.empty() && kernel->runs)
        kernel->compiler = fmt::format("{}; {}", kernel->built->workshop()->compiler(), report.gpu_compiler);
    kernel->stage = TryStage::ended;
    const bool is_complete = report.wrong_at || report.took_too_long || report.tried == report.planned;
    if (!is_complete && is_awaited(state))
        kernel->stage = TryStage::judged; // it goes on later
    else if (!is_complete)
        kernel->report.is_stopped = true;
    note_try(*kernel);
}

void take_failure(const KernelChecked& event, const Failure& failure, State& state) {
    OwnKernel* const kernel = find(state, event.path, event.number);
    if (kernel == nullptr) return;
    kernel->stage = TryStage::ended;
    kernel->refused = failure.message;
    note_try(*kernel);
}

} // namespace event
} // namespace pairscope::app
