// SPDX-License-Identifier: MIT
#include "app/spine/files/settings.h"

#include "app/spine/files/own_files.h"
#include "app/spine/files/paths.h"
#include "app/spine/update/update.h"
#include "kernels/data/save.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <string>
#include <vector>

namespace pairscope::app {
namespace {

std::filesystem::path settings_file() { return config_folder() / "settings.json"; }

/// Settings as a file has them. A value that is missing, or of another type, is the usual one.
class Settings {
public:
    explicit Settings(const nlohmann::json& json) : json_(json) {}

    template <class T> [[nodiscard]] T value(const char* name, T usual) {
        const auto found = json_.find(name);
        if (found == json_.end()) return usual;
        try {
            return found->get<T>();
        } catch (const nlohmann::json::exception&) {
            wrong_.emplace_back(name);
            return usual;
        }
    }
    [[nodiscard]] const std::vector<std::string>& wrong() const { return wrong_; }

private:
    const nlohmann::json& json_;
    std::vector<std::string> wrong_;
};

/// A tour that was left, or that a start of the program has offered, never comes back by itself.
void read(TourState& tour, Settings& settings) {
    tour.offered = settings.value("tour_offered", false);
    tour.step = std::size_t(std::clamp(settings.value("tour_step", 0), 0, int(tour_steps) - 1));
    const auto done = settings.value("tour_done", std::vector<bool>{});
    for (std::size_t i = 0; i < std::min(done.size(), tour_steps); ++i) tour.done[i] = done[i];
}

void read(State& state, Settings& settings) {
    using std::string;
    const auto names = [&](const char* name) { return settings.value(name, std::vector<string>{}); };
    LookState& look = state.look;
    look.theme = value_named(theme_names, settings.value("theme", string())).value_or(Theme::dark);
    look.scale = std::clamp(settings.value("scale", 1.0f), 0.5f, 3.0f);
    look.hints = settings.value("hints", true);
    read(state.tour, settings);
    look.data_arrangement = settings.value("data_arrangement", false);
    look.charts_as_screen = settings.value("charts_as_screen", false);
    state.run.target = value_named(target_names, settings.value("output", string())).value_or(TargetKind::linear);
    look.bars = Bars(std::clamp(settings.value("bars", 0), 0, int(Bars::energy)));
    state.recordings.never_by_itself = settings.value("no_recording_by_itself", false);
    look.panels = settings.value("panels", std::map<string, bool>{});
    look.folded = settings.value("folded_groups", std::map<string, bool>{});
    ColourSettings& colours = state.view.colours;
    colours.colormap = settings.value("colormap", colours.colormap);
    colours.transform = Transform(std::clamp(settings.value("transform", 0), 0, int(Transform::logarithmic)));
    NeighbourState& neighbours = state.neighbours;
    neighbours.k = std::clamp(settings.value("neighbours", neighbours.k), 1, neighbours::most_neighbours);
    const double radius = settings.value("radius", 0.0);
    if (std::isfinite(radius) && radius > 0.0) neighbours.radius = radius;
    state.order.animated = settings.value("animate_order", state.order.animated);
    for (const string& path : names("recent")) state.data.recent.emplace_back(path);
    for (const string& path : names("recordings")) state.recordings.of_last_session.emplace_back(path);
    for (const string& path : names("hidden_recordings")) state.recordings.hidden.emplace(path);
}

/// Keeps the damaged file under another name, because the settings are saved under its name when the program ends. The
/// sentence `told` about the damage is ended by that name.
std::string with_kept_copy(const std::string& told) {
    std::filesystem::path copy = settings_file();
    copy += ".damaged";
    std::error_code failed;
    std::filesystem::copy_file(settings_file(), copy, std::filesystem::copy_options::overwrite_existing, failed);
    return failed ? told : fmt::format("{}; the file is kept as {}", told, copy.string());
}

} // namespace

void load_settings(State& state) {
    try {
        const auto text = text_of_own_file(settings_file());
        if (!text) return;
        const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
        if (!json.is_object()) {
            notify(state, Severity::warning,
                   with_kept_copy(fmt::format("{} is damaged: the default settings apply", settings_file().string())));
            return;
        }
        Settings settings(json);
        read(state, settings);
        if (settings.wrong().empty()) return;
        notify(state, Severity::warning,
               with_kept_copy(fmt::format("In {}, the values of {} are of the wrong type: the defaults apply",
                                          settings_file().string(), fmt::join(settings.wrong(), ", "))));
    } catch (const std::exception& error) { // the file is damaged
        notify(state, Severity::warning,
               fmt::format("The settings in {} could not be read, and the defaults apply: {}", settings_file().string(),
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
    const ColourSettings& colours =
        state.view.content == MatrixContent::values ? state.view.colours : state.view.kept_colours.front();
    const nlohmann::json json{{"theme", name_of(state.look.theme)},
                              {"scale", state.look.presentation ? state.look.scale_before : state.look.scale},
                              {"hints", state.look.hints},
                              {"tour_offered", true}, // this start of the program was the one that could offer it
                              {"tour_step", state.tour.step},
                              {"tour_done", state.tour.done},
                              {"charts_as_screen", state.look.charts_as_screen},
                              {"data_arrangement", state.look.data_arrangement},
                              {"bars", int(state.look.bars)},
                              {"panels", state.look.panels},
                              {"folded_groups", state.look.folded},
                              {"colormap", colours.colormap},
                              {"transform", int(colours.transform)},
                              {"neighbours", state.neighbours.k},
                              {"radius", state.neighbours.radius.value_or(0.0)}, // 0: none
                              {"animate_order", state.order.animated},
                              {"no_recording_by_itself", state.recordings.never_by_itself},
                              {"recent", recent},
                              {"output", name_of(state.run.target)},
                              {"recordings", recordings},
                              {"hidden_recordings", hidden}};
    try {
        std::filesystem::create_directories(config_folder());
        save_text(settings_file(), json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    } catch (const std::exception&) {
        return; // a read-only home folder is not an error
    }
}

} // namespace pairscope::app
