// SPDX-License-Identifier: MIT
#include "app/state/files/settings.h"

#include "app/state/files/own_files.h"
#include "app/state/files/paths.h"
#include "app/state/update/update.h"
#include "kernels/core/save.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exception>

namespace pairscope::app {
namespace {

std::filesystem::path settings_file() { return config_folder() / "settings.json"; }

void read(State& state, const nlohmann::json& json) {
    LookState& look = state.look;
    look.theme = value_named(theme_names, json.value("theme", "")).value_or(Theme::dark);
    look.scale = std::clamp(json.value("scale", 1.0f), 0.5f, 3.0f);
    look.hints = json.value("hints", true);
    look.charts_as_screen = json.value("charts_as_screen", false);
    state.run.target = value_named(target_names, json.value("output", "")).value_or(TargetKind::linear);
    look.bars = Bars(std::clamp(json.value("bars", 0), 0, int(Bars::speedup)));
    state.recordings.never_by_itself = json.value("no_recording_by_itself", false);
    look.panels = json.value("panels", std::map<std::string, bool>{});
    ColourSettings& colours = state.view.colours;
    colours.colormap = json.value("colormap", colours.colormap);
    colours.transform = Transform(std::clamp(json.value("transform", 0), 0, int(Transform::logarithmic)));
    for (const std::string& path : json.value("recent", std::vector<std::string>{}))
        state.data.recent.emplace_back(path);
    for (const std::string& path : json.value("recordings", std::vector<std::string>{}))
        state.recordings.of_last_session.emplace_back(path);
    for (const std::string& path : json.value("hidden_recordings", std::vector<std::string>{}))
        state.recordings.hidden.emplace(path);
}

} // namespace

void load_settings(State& state) {
    try {
        if (const auto text = text_of_own_file(settings_file())) read(state, nlohmann::json::parse(*text));
    } catch (const std::exception& error) { // of JSON, or of the file
        notify(state, Severity::warning,
               fmt::format("The settings in {} could not be read and are set anew: {}", settings_file().string(),
                           error.what()));
    }
}

void save_settings(const State& state) {
    std::vector<std::string> recent;
    for (const auto& path : state.data.recent) recent.push_back(path.string());
    std::vector<std::string> recordings, hidden; // one that came by itself comes again by itself
    for (const ShownRecording& shown : state.recordings.shown) {
        if (!shown.by_itself) recordings.push_back(std::filesystem::absolute(shown.path).string());
        if (!shown.visible) hidden.push_back(shown.path.string());
    }
    const nlohmann::json json{{"theme", name_of(state.look.theme)},
                              {"scale", state.look.presentation ? state.look.scale_before : state.look.scale},
                              {"hints", state.look.hints},
                              {"charts_as_screen", state.look.charts_as_screen},
                              {"bars", int(state.look.bars)},
                              {"panels", state.look.panels},
                              {"colormap", state.view.colours.colormap},
                              {"transform", int(state.view.colours.transform)},
                              {"no_recording_by_itself", state.recordings.never_by_itself},
                              {"recent", recent},
                              {"output", name_of(state.run.target)},
                              {"recordings", recordings},
                              {"hidden_recordings", hidden}};
    try {
        std::filesystem::create_directories(config_folder());
        save_text(settings_file(), json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    } catch (const std::exception&) {
        return; // a read-only home is no reason to fail
    }
}

} // namespace pairscope::app
