// SPDX-License-Identifier: MIT
// pairscope info: the machine as the program sees it, and the folders it uses; or the contents of a recording.
#include "app/cli/options/option_values.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/device_text.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/recording_info.h"
#include "app/cli/verbs/scale/on_ranks.h"
#include "app/cli/verbs/verbs.h"
#include "app/spine/files/paths.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/input_file.h"
#include "kernels/data/text.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/device.h"
#include "kernels/ladder/no_cuda.h"
#include "kernels/scale/ranks/run_on_ranks.h"
#include "profiling/recording/file.h"
#include "render/gl/headless.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

#include <unistd.h>

namespace pairscope::cli {
namespace {

/// What can be found out, or why not.
struct Finding {
    std::string text;
    std::string why_not;
};

Finding opengl() {
    try {
        return {gl::HeadlessContext().description(), {}};
    } catch (const std::exception& error) {
        return {{}, error.what()};
    }
}

Finding assets() {
    try {
        return {app::assets_folder().string(), {}};
    } catch (const std::exception& error) {
        return {{}, error.what()};
    }
}

std::string or_none(const Finding& finding) {
    return finding.why_not.empty() ? finding.text : "none: " + finding.why_not;
}

std::string as_text() {
    std::string text = fmt::format("version       {}\n", PAIRSCOPE_VERSION);
    for (const Device& device : devices()) text += fmt::format("{:<13} {}\n", device_id(device), device_text(device));
    if (const std::string reason = why_no_gpu(); !reason.empty()) text += fmt::format("no GPU        {}\n", reason);
    text += fmt::format("CUDA built    {}\n", why_no_cuda().empty() ? "yes" : "no");
    text += fmt::format("window built  {}\n", PAIRSCOPE_HAS_GUI ? "yes" : "no");
    text += fmt::format("OpenGL        {}\n", or_none(opengl()));
    text += fmt::format("assets        {}\n", or_none(assets()));
    text += fmt::format("settings      {}\nlogs          {}\ncache         {}\ndata          {}\n",
                        app::config_folder().string(), app::state_folder().string(), app::cache_folder().string(),
                        app::data_folder().string());
    return text;
}

nlohmann::ordered_json json_text() {
    const Finding gl = opengl(), data = assets();
    auto list = nlohmann::ordered_json::array();
    for (const Device& device : devices())
        list.push_back({{"id", device_id(device)},
                        {"name", device.name},
                        {"units", device.units},
                        {"compute_capability", device.compute_capability},
                        {"memory_bytes", device.memory_bytes},
                        {"cache_bytes", device.cache_bytes > 0 ? app::Json(device.cache_bytes) : app::Json()},
                        {"max_surface", device.max_surface},
                        {"driver", device.driver}});
    return {{"version", PAIRSCOPE_VERSION},
            {"devices", list},
            {"why_no_gpu", app::or_null(why_no_gpu())},
            {"cuda_built", why_no_cuda().empty()},
            {"window_built", bool(PAIRSCOPE_HAS_GUI)},
            {"opengl", app::or_null(gl.text)},
            {"why_no_opengl", app::or_null(gl.why_not)},
            {"assets", app::or_null(data.text)},
            {"settings", app::config_folder().string()},
            {"logs", app::state_folder().string()},
            {"cache", app::cache_folder().string()},
            {"data", app::data_folder().string()}};
}

/// The memory of this host [B].
std::int64_t host_memory() { return std::int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE); }

/// What a rank says of itself: its host, its devices, its cores, its memory and its version.
nlohmann::ordered_json rank_json(const scale::RankGroup& ranks) {
    auto list = nlohmann::ordered_json::array();
    for (const Device& device : devices()) list.push_back({{"id", device_id(device)}, {"text", device_text(device)}});
    return {{"rank", ranks.rank()},
            {"host", ranks.host()},
            {"version", PAIRSCOPE_VERSION},
            {"threads", cpu::hardware_threads()},
            {"mpi", ranks.library()},
            {"host_memory_bytes", host_memory()},
            {"devices", list}};
}

/// All ranks, on rank 0.
nlohmann::ordered_json ranks_json(scale::RankGroup& ranks) {
    auto all = nlohmann::ordered_json::array();
    for (const std::string& one : scale::gathered(ranks, rank_json(ranks).dump()))
        all.push_back(nlohmann::ordered_json::parse(one));
    return all;
}

/// What a verb on these ranks would refuse; empty: nothing.
std::string refusal_of(const nlohmann::ordered_json& ranks) {
    for (const auto& rank : ranks)
        if (rank.at("version") != ranks[0].at("version"))
            return fmt::format("rank {} is version {}, and rank 0 is version {}: a verb on these ranks is refused",
                               rank.at("rank").get<int>(), rank.at("version").get<std::string>(),
                               ranks[0].at("version").get<std::string>());
    return {};
}

std::string ranks_text(const nlohmann::ordered_json& ranks) {
    TextTable table({{"rank", app::Align::left},
                     {"host"},
                     {"version"},
                     {"threads", app::Align::right},
                     {"memory of the host", app::Align::right},
                     {"devices"}});
    for (const auto& rank : ranks) {
        std::string described;
        for (const auto& device : rank.at("devices"))
            described += fmt::format("{}{}: {}", described.empty() ? "" : "; ", device.at("id").get<std::string>(),
                                     device.at("text").get<std::string>());
        table.add({fmt::format("{}", rank.at("rank").get<int>()), rank.at("host").get<std::string>(),
                   rank.at("version").get<std::string>(), fmt::format("{}", rank.at("threads").get<int>()),
                   bytes_in_words(rank.at("host_memory_bytes").get<double>()), described});
    }
    const std::string refusal = refusal_of(ranks);
    return fmt::format("\n{} by {}\n{}{}", counted(std::ssize(ranks), "rank"), ranks[0].at("mpi").get<std::string>(),
                       table.text(), refusal.empty() ? "" : refusal + "\n");
}

ExitCode tell(const Format& format, const PieceRun& run) {
    if (run.ranks == nullptr) {
        print(format.json ? dumped(json_text()) : as_text(), format);
        return ExitCode::ok;
    }
    const nlohmann::ordered_json ranks = ranks_json(*run.ranks);
    if (!run.prints()) return ExitCode::ok;
    nlohmann::ordered_json json = json_text();
    json["ranks"] = ranks;
    json["why_ranks_are_refused"] = app::or_null(refusal_of(ranks));
    print(format.json ? dumped(json) : as_text() + ranks_text(ranks), format);
    return ExitCode::ok;
}

/// Describes one recording.
std::string recording_text(const std::filesystem::path& file, const Format& format) {
    if (is_there(file) && !look_at(file).may_be(FileFormat::recording))
        throw InputError(fmt::format("cannot describe {}, because it is not a recording: give a file that pairscope "
                                     "record or File > Save recording wrote",
                                     shown(file)));
    const profiling::Recording recording = profiling::load_recording(file);
    return format.json ? json_of(recording, file) : text_of(recording, file);
}

} // namespace

void add_info(CLI::App& program, Verb& chosen) {
    const auto format = std::make_shared<Format>();
    const auto recording = std::make_shared<std::string>();
    CLI::App* verb =
        program.add_subcommand("info", "Show devices, drivers, OpenGL, folders and version, or what a recording holds");
    verb->footer(std::string(exit_code_help));
    verb->add_option("RECORDING", *recording,
                     "The recording to describe: device, date, data, sizes, variants, failed checks")
        ->type_name("");
    add_json(*verb, *format);
    verb->callback([&chosen, format, recording] {
        chosen = [format, recording] {
            if (recording->empty()) return on_ranks(0, [&](const PieceRun& run) { return tell(*format, run); });
            print(recording_text(*recording, *format), *format);
            return ExitCode::ok;
        };
    });
}

} // namespace pairscope::cli
