// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/gpu_messages.h"

#include "app/subjects/workshop/trace_messages.h"

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace pairscope::app::workshop {
namespace {

using nlohmann::json;
using profiling::CounterChoice;

constexpr std::int64_t most_launches = 1 << 20, most_number = std::int64_t{1} << 31;

json versioned(json message) {
    message["version"] = message_version;
    return message;
}

template <class Value, class Reading> Value message_by(const Reading& reading) {
    try {
        return reading();
    } catch (const std::exception& error) {
        refuse_message(error);
    }
}

json json_of_facts(const LaunchFacts& facts) {
    return {{"kernel", facts.kernel},
            {"grid", facts.grid},
            {"block", facts.block},
            {"registers", facts.registers},
            {"shared_bytes", facts.shared_bytes},
            {"blocks_per_unit", facts.blocks_per_unit},
            {"occupancy", facts.occupancy}};
}

std::array<int, 3> sides_in(const json& message) {
    std::array<int, 3> sides{};
    for (std::size_t i = 0; i < sides.size(); ++i) {
        sides[i] = message.at(i).get<int>();
        if (sides[i] < 1) throw std::runtime_error("a grid has no blocks");
    }
    return sides;
}

LaunchFacts facts_in(const json& message) {
    const double occupancy = message.at("occupancy").get<double>();
    if (!(occupancy >= 0.0 && occupancy <= 1.0)) throw std::runtime_error("an occupancy is no share");
    return {.kernel = message.at("kernel").get<std::string>(),
            .grid = sides_in(message.at("grid")),
            .block = sides_in(message.at("block")),
            .registers = static_cast<int>(whole(message, "registers", 0, 1 << 20)),
            .shared_bytes = whole(message, "shared_bytes", 0, most_number),
            .blocks_per_unit = static_cast<int>(whole(message, "blocks_per_unit", 0, 1 << 20)),
            .occupancy = occupancy};
}

json json_of_choice(const CounterChoice& choice) {
    json sets = json::array();
    for (const auto set : choice.sets) sets.push_back(static_cast<int>(set));
    return {{"sets", std::move(sets)}, {"counters", choice.counters}};
}

CounterChoice choice_in(const json& message) {
    CounterChoice choice;
    for (const json& set : message.at("sets"))
        if (const auto place = set.get<std::size_t>(); place < profiling::counter_sets().size())
            choice.sets.push_back(profiling::counter_sets()[place]);
        else
            throw std::runtime_error("there is no such set of counters");
    choice.counters = message.at("counters").get<std::vector<std::string>>();
    return choice;
}

double figure_in(const json& message) {
    const double value = message.get<double>();
    if (!std::isfinite(value)) throw std::runtime_error("a figure is no number");
    return value;
}
double time_in(const json& message) {
    const double value = figure_in(message);
    if (value < 0.0) throw std::runtime_error("a time is below 0");
    return value;
}

json json_of_counts(const profiling::RunCounts& counts) {
    json message{{"activity_seconds", counts.activity_seconds},
                 {"kernel_times", json::array()},
                 {"absent", counts.counted.absent},
                 {"why_not", counts.counted.why_not},
                 {"cancelled", counts.cancelled}};
    for (const auto& [kernel, seconds] : counts.kernel_times)
        message["kernel_times"].push_back({{"kernel", kernel}, {"seconds", seconds}});
    const auto& counters = counts.counted.counters;
    if (!counters) return message;
    json list = json::array();
    for (const auto& [name, counter, value] : counters->counts)
        list.push_back({{"name", name}, {"counter", counter}, {"value", value}});
    message["counters"] = {{"chip", counters->chip}, {"passes", counters->passes}, {"counts", std::move(list)}};
    return message;
}

profiling::RunCounts counts_in(const json& message) {
    profiling::RunCounts counts;
    for (const json& seconds : message.at("activity_seconds")) counts.activity_seconds.push_back(time_in(seconds));
    for (const json& time : message.at("kernel_times"))
        counts.kernel_times.push_back({time.at("kernel").get<std::string>(), time_in(time.at("seconds"))});
    counts.counted.absent = message.at("absent").get<std::vector<std::string>>();
    counts.counted.why_not = message.at("why_not").get<std::string>();
    counts.cancelled = message.at("cancelled").get<bool>();
    const auto found = message.find("counters");
    if (found == message.end()) return counts;
    profiling::Counters& counters = counts.counted.counters.emplace();
    counters.chip = found->at("chip").get<std::string>();
    counters.passes = static_cast<int>(whole(*found, "passes", 0, 1 << 20));
    for (const json& count : found->at("counts"))
        counters.counts.push_back({count.at("name").get<std::string>(), count.at("counter").get<std::string>(),
                                   figure_in(count.at("value"))});
    return counts;
}

} // namespace

json json_of(const GpuBuildRequest& request) {
    return versioned({{"do", "build for a GPU"},
                      {"absolute_path", request.absolute_path},
                      {"folder", request.folder},
                      {"include", request.include},
                      {"ordinal", request.ordinal},
                      {"compute_capability", request.compute_capability}});
}

GpuBuildRequest gpu_build_request_of(const json& message) {
    return message_by<GpuBuildRequest>([&] {
        return GpuBuildRequest{.absolute_path = message.at("absolute_path").get<std::string>(),
                               .folder = message.at("folder").get<std::string>(),
                               .include = message.at("include").get<std::string>(),
                               .ordinal = static_cast<int>(whole(message, "ordinal", 0, 1 << 10)),
                               .compute_capability =
                                   static_cast<int>(whole(message, "compute_capability", 0, 1 << 10))};
    });
}

json json_of(const GpuBuildReply& reply) {
    return versioned({{"why_not", reply.why_not}, {"compiler", reply.compiler}});
}

GpuBuildReply gpu_build_reply_of(const json& message) {
    return message_by<GpuBuildReply>([&] {
        return GpuBuildReply{.why_not = message.at("why_not").get<std::string>(),
                             .compiler = message.at("compiler").get<std::string>()};
    });
}

json json_of(const GpuRequest& request) {
    json message{
        {"do", "run on a GPU"},           {"run", json_of(request.run)}, {"has_inputs", request.has_inputs},
        {"is_turned", request.is_turned}, {"is_sent", request.is_sent},  {"is_poisoned", request.is_poisoned},
        {"launches", request.launches},   {"variant", request.variant},  {"asks_for_facts", request.asks_for_facts}};
    if (request.count) message["count"] = json_of_choice(*request.count);
    return versioned(std::move(message));
}

GpuRequest gpu_request_of(const json& message) {
    return message_by<GpuRequest>([&] {
        GpuRequest request{.run = run_request_of(message.at("run")),
                           .has_inputs = message.at("has_inputs").get<bool>(),
                           .is_turned = message.at("is_turned").get<bool>(),
                           .is_sent = message.at("is_sent").get<bool>(),
                           .is_poisoned = message.at("is_poisoned").get<bool>(),
                           .launches = static_cast<int>(whole(message, "launches", 1, most_launches)),
                           .variant = message.at("variant").get<std::string>(),
                           .asks_for_facts = message.at("asks_for_facts").get<bool>()};
        if (const auto found = message.find("count"); found != message.end()) request.count = choice_in(*found);
        return request;
    });
}

json json_of(const GpuReply& reply) {
    json kernels = json::array();
    for (const LaunchFacts& facts : reply.kernels) kernels.push_back(json_of_facts(facts));
    return versioned({{"failed", reply.failed},
                      {"seconds", reply.seconds},
                      {"kernels", std::move(kernels)},
                      {"counts", json_of_counts(reply.counts)}});
}

GpuReply gpu_reply_of(const json& message) {
    return message_by<GpuReply>([&] {
        GpuReply reply{.failed = message.at("failed").get<std::string>(), .seconds = time_in(message.at("seconds"))};
        for (const json& facts : message.at("kernels")) reply.kernels.push_back(facts_in(facts));
        reply.counts = counts_in(message.at("counts"));
        return reply;
    });
}

} // namespace pairscope::app::workshop
