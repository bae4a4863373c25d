// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/messages.h"

#include "app/subjects/workshop/trace_messages.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <functional>
#include <stdexcept>

namespace pairscope::app::workshop {
namespace {

using nlohmann::json;

json with_version(json message) {
    message["version"] = message_version;
    return message;
}

json json_of(const SetInMemory& set) { return {{"offset", set.offset}, {"rows", set.rows}, {"dims", set.dims}}; }

constexpr std::int64_t most_bytes = std::int64_t{1} << 40, most_vectors = std::int64_t{1} << 32,
                       most_further_pitch = 1024, most_block = 1024;

SetInMemory set_of(const json& message) {
    return {.offset = whole(message, "offset", 0, most_bytes),
            .rows = whole(message, "rows", 0, most_vectors),
            .dims = whole(message, "dims", 0, most_vectors)};
}

/// A child cannot make its own judge lenient.
double tolerance_in(const json& message, const char* name) {
    constexpr double most = 1e-5;
    const double value = message.at(name).get<double>();
    if (!(value >= 0.0 && value <= most)) throw std::runtime_error(fmt::format("{} is {}", name, value));
    return value;
}

Described described_of(const json& message) {
    return {.writes_texture = message.at("writes_texture").get<bool>(),
            .blocks = message.at("blocks").get<std::vector<int>>(),
            .tolerance = tolerance_in(message, "tolerance"),
            .of_norms = tolerance_in(message, "of_norms"),
            .may_be_negative = message.at("may_be_negative").get<bool>()};
}

/// What the library throws becomes a sentence of ours.
template <class Value> Value read(const std::function<Value()>& reading) {
    try {
        return reading();
    } catch (const std::exception& error) {
        refuse_message(error);
    }
}

} // namespace

void refuse_message(const std::exception& error) {
    throw MessageError(fmt::format("the process of the kernel has sent what is no message ({}): a kernel must not "
                                   "write into files that it has not opened",
                                   error.what()));
}

json json_of(const BuildRequest& request) {
    return with_version({{"do", "build"},
                         {"shown_path", request.shown_path},
                         {"absolute_path", request.absolute_path},
                         {"folder", request.folder},
                         {"include", request.include},
                         {"compiler", request.compiler},
                         {"python", request.python},
                         {"cache", request.cache},
                         {"sliders", request.sliders}});
}

json json_of(const RunRequest& request) {
    json message{{"do", "run"},
                 {"memory_bytes", request.memory_bytes},
                 {"a", json_of(request.a)},
                 {"b", json_of(request.b)},
                 {"parameters", request.parameters},
                 {"origin", request.globe.origin},
                 {"latitude_first", request.globe.latitude_first},
                 {"out_offset", request.out_offset},
                 {"pitch", request.pitch},
                 {"further_input_pitch", request.further_input_pitch},
                 {"most_accesses", request.most_accesses},
                 {"is_followed", request.is_followed},
                 {"into_texture", request.into_texture},
                 {"block", request.block},
                 {"threads", request.threads}};
    if (const auto& asked = request.trace)
        message["trace"] = {{"few_blocks", asked->few_blocks},
                            {"chosen_block", asked->chosen_block},
                            {"chosen_warp", asked->chosen_warp},
                            {"warp_requests", asked->warp_requests},
                            {"block", asked->block},
                            {"most_seconds", asked->most_seconds},
                            {"most_entries", asked->most_entries}};
    if (request.writer_of) message["writer_of"] = {request.writer_of->first, request.writer_of->second};
    return with_version(std::move(message));
}

json json_of(const StopRequest&) { return with_version({{"do", "stop"}}); }

json json_of(const BuildReply& reply) {
    json message{{"stage", reply.stage},
                 {"errors", reply.errors},
                 {"notes", reply.notes},
                 {"compiler", reply.compiler},
                 {"why_network", reply.why_network}};
    if (const auto& described = reply.described)
        message["described"] = {{"writes_texture", described->writes_texture},
                                {"blocks", described->blocks},
                                {"tolerance", described->tolerance},
                                {"of_norms", described->of_norms},
                                {"may_be_negative", described->may_be_negative}};
    return with_version(std::move(message));
}

json json_of(const RunReply& reply) {
    json message{{"findings", json_of(reply.findings)},
                 {"warnings", json_of(reply.warnings)},
                 {"failed", reply.failed},
                 {"skipped", reply.skipped},
                 {"blocks", reply.blocks},
                 {"blocks_followed", reply.blocks_followed},
                 {"processor_seconds", reply.processor_seconds},
                 {"seconds_of_run", reply.seconds_of_run},
                 {"took_too_long", reply.took_too_long}};
    if (reply.writer) message["writer"] = json_of(*reply.writer);
    if (reply.traced) message["traced"] = json_of(*reply.traced);
    return with_version(std::move(message));
}

BuildRequest build_request_of(const json& message) {
    return read<BuildRequest>([&] {
        return BuildRequest{.shown_path = message.at("shown_path").get<std::string>(),
                            .absolute_path = message.at("absolute_path").get<std::string>(),
                            .folder = message.at("folder").get<std::string>(),
                            .include = message.at("include").get<std::string>(),
                            .compiler = message.at("compiler").get<std::string>(),
                            .python = message.at("python").get<std::string>(),
                            .cache = message.at("cache").get<std::string>(),
                            .sliders = message.at("sliders").get<std::map<std::string, std::int64_t>>()};
    });
}

RunRequest run_request_of(const json& message) {
    return read<RunRequest>([&] {
        RunRequest request{.memory_bytes = whole(message, "memory_bytes", 0, most_bytes),
                           .a = set_of(message.at("a")),
                           .b = set_of(message.at("b")),
                           .parameters = message.at("parameters").get<std::vector<double>>(),
                           .globe = {.origin = message.at("origin").get<std::array<double, 2>>(),
                                     .latitude_first = message.at("latitude_first").get<bool>()},
                           .out_offset = whole(message, "out_offset", 0, most_bytes),
                           .pitch = whole(message, "pitch", 0, most_vectors),
                           .further_input_pitch = whole(message, "further_input_pitch", 0, most_further_pitch),
                           .most_accesses = whole(message, "most_accesses", 0, most_bytes),
                           .is_followed = message.at("is_followed").get<bool>(),
                           .into_texture = message.at("into_texture").get<bool>(),
                           .block = static_cast<int>(whole(message, "block", 0, most_block)),
                           .threads = static_cast<int>(whole(message, "threads", 0, 1 << 16))};
        if (const auto found = message.find("writer_of"); found != message.end())
            request.writer_of = {found->at(0).get<std::int64_t>(), found->at(1).get<std::int64_t>()};
        if (const auto found = message.find("trace"); found != message.end())
            request.trace = TraceAsked{.few_blocks = found->at("few_blocks").get<bool>(),
                                       .chosen_block = whole(*found, "chosen_block", -1, most_bytes),
                                       .chosen_warp = whole(*found, "chosen_warp", 0, 1 << 20),
                                       .warp_requests = whole(*found, "warp_requests", 0, 1 << 20),
                                       .block = static_cast<int>(whole(*found, "block", 0, 1 << 20)),
                                       .most_seconds = found->at("most_seconds").get<double>(),
                                       .most_entries = whole(*found, "most_entries", 0, most_bytes)};
        return request;
    });
}

BuildReply build_reply_of(const json& message) {
    return read<BuildReply>([&] {
        BuildReply reply{.stage = message.at("stage").get<std::string>(),
                         .errors = message.at("errors").get<std::vector<std::string>>(),
                         .notes = message.at("notes").get<std::vector<std::string>>(),
                         .compiler = message.at("compiler").get<std::string>(),
                         .why_network = message.at("why_network").get<std::string>()};
        if (const auto found = message.find("described"); found != message.end())
            reply.described = described_of(*found);
        return reply;
    });
}

RunReply run_reply_of(const json& message) {
    return read<RunReply>([&] {
        RunReply reply{.findings = findings_of(message.at("findings")),
                       .warnings = findings_of(message.at("warnings")),
                       .failed = message.at("failed").get<std::string>(),
                       .skipped = message.at("skipped").get<std::string>(),
                       .blocks = whole(message, "blocks", 0, most_bytes),
                       .blocks_followed = whole(message, "blocks_followed", 0, most_bytes),
                       .processor_seconds = message.at("processor_seconds").get<double>(),
                       .seconds_of_run = message.at("seconds_of_run").get<double>(),
                       .took_too_long = message.at("took_too_long").get<bool>()};
        if (const auto found = message.find("writer"); found != message.end()) reply.writer = writer_of(*found);
        if (const auto found = message.find("traced"); found != message.end()) reply.traced = traced_of(*found);
        return reply;
    });
}

std::string framed(const json& message) {
    const std::string text = message.dump(-1, ' ', false, json::error_handler_t::replace);
    const auto bytes = static_cast<std::uint32_t>(text.size());
    std::array<char, sizeof bytes> length{};
    std::memcpy(length.data(), &bytes, sizeof bytes);
    return std::string(length.data(), length.size()) + text;
}

std::optional<json> take_message(std::string& arrived) {
    std::uint32_t bytes = 0;
    if (arrived.size() < sizeof bytes) return std::nullopt;
    std::memcpy(&bytes, arrived.data(), sizeof bytes);
    if (bytes > most_message_bytes)
        throw MessageError(
            "the process of the kernel has sent what is no message, because it is too long: a kernel must "
            "not write into files that it has not opened");
    if (arrived.size() < sizeof bytes + bytes) return std::nullopt;
    return read<json>([&] {
        json message = json::parse(arrived.substr(sizeof bytes, bytes));
        arrived.erase(0, sizeof bytes + bytes);
        if (whole(message, "version", 0, 1 << 30) != message_version)
            throw std::runtime_error("it has another version");
        return message;
    });
}

} // namespace pairscope::app::workshop
