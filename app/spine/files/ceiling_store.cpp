// SPDX-License-Identifier: MIT
#include "app/spine/files/ceiling_store.h"

#include "app/spine/commands.h"
#include "app/spine/files/ceilings_json.h"
#include "app/spine/files/own_files.h"
#include "app/spine/files/paths.h"
#include "app/spine/update/update.h"
#include "kernels/data/save.h"

#include <algorithm>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

using Json = nlohmann::ordered_json;
constexpr int format_version = 1;

/// Two equal GPUs differ by their place on the bus; their ordinals change with what a process may see.
bool is_of(const Json& entry, const Device& device) {
    const bool same_place = device.bus.empty() ? entry.at("id") == device_id(device) : true;
    return same_place && entry.value("bus", "") == device.bus && entry.at("name") == device.name &&
           entry.at("driver") == device.driver && entry.at("units") == device.units;
}

/// The entries of the file; none if there is no file, or one of another version. Throws what JSON throws, InputError.
Json stored_entries() {
    const auto text = text_of_own_file(ceilings_file());
    if (!text) return Json::array();
    const Json json = Json::parse(*text);
    if (json.at("version") != format_version) return Json::array();
    return json.at("devices");
}

} // namespace

std::filesystem::path ceilings_file() { return cache_folder() / "ceilings.json"; }

StoredCeilings stored_ceilings(const std::vector<Device>& devices) {
    StoredCeilings stored;
    try {
        for (const Json& entry : stored_entries())
            for (const Device& device : devices)
                if (is_of(entry, device)) stored.found.push_back(ceilings_of(entry, device));
    } catch (const std::exception& error) {
        stored.found.clear();
        stored.problem = fmt::format("The ceilings kept in {} could not be read and are measured again: {}",
                                     ceilings_file().string(), error.what());
    }
    return stored;
}

void store_ceilings(const std::vector<profiling::Ceilings>& measured) {
    if (measured.empty()) return;
    Json kept = Json::array();
    try {
        for (Json& entry : stored_entries())
            if (std::ranges::none_of(measured, [&](const auto& ceilings) { return is_of(entry, ceilings.device); }))
                kept.push_back(std::move(entry));
    } catch (const std::exception&) {
        kept = Json::array(); // a damaged file is written anew
    }
    for (const profiling::Ceilings& ceilings : measured) kept.push_back(json_of(ceilings));
    const Json json{{"version", format_version}, {"devices", std::move(kept)}};
    try {
        std::filesystem::create_directories(cache_folder());
        save_text(ceilings_file(), json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    } catch (const std::exception&) {
        return; // a read-only home folder is not an error
    }
}

void load_ceilings(State& state) {
    StoredCeilings stored = stored_ceilings(state.run.devices);
    for (std::size_t i = 0; i < state.run.devices.size(); ++i)
        for (profiling::Ceilings& ceilings : stored.found)
            if (ceilings.device == state.run.devices[i]) {
                state.run.ceilings[i] = {.figures = std::move(ceilings), .stored = true};
                break;
            }
    if (!stored.problem.empty()) notify(state, Severity::info, stored.problem);
}

void save_ceilings(const State& state) {
    std::vector<profiling::Ceilings> measured;
    for (const auto& [index, known] : state.run.ceilings)
        if (const auto* ceilings = measured_now(known); ceilings != nullptr && !ceilings->found.empty())
            measured.push_back(*ceilings);
    store_ceilings(measured);
}

} // namespace pairscope::app
