// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/built_kernel.h"

#include "app/spine/files/paths.h"
#include "app/subjects/workshop/shared_inputs.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/host_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace pairscope::app::workshop {
namespace {

namespace fs = std::filesystem;

constexpr Patience limit_of_the_compiler{.processor = 30, .clock = 120}, limit_of_loading{.processor = 5, .clock = 20};

/// For what is compiled once for all tries; empty: the user has no such folder.
std::string folder_of_headers() {
    try {
        return (cache_folder() / "headers").string();
    } catch (const std::runtime_error&) {
        return {};
    }
}

/// Empty: no folder of PATH has it.
std::string find_program(const char* name) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::string program = folder + "/" + name;
        if (!folder.empty() && ::access(program.c_str(), X_OK) == 0) return program;
    }
    return {};
}

} // namespace

TemporaryFolder::TemporaryFolder() {
    std::error_code ignored;
    const fs::path temporary = fs::temp_directory_path(ignored);
    const fs::path parent = temporary.empty() ? fs::path("/tmp") : temporary;
    remove_left_folders(parent);
    std::string name = (parent / fmt::format("{}XXXXXX", name_of_folders)).string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::runtime_error(
            fmt::format("no temporary folder can be made in {}: is the disk full?", temporary.string()));
    path_ = name;
    lock_.emplace(path_);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

Tools find_tools() {
    Tools found{.compiler = find_program("g++"), .python = find_program("python3")};
    if (found.compiler.empty()) found.compiler = find_program("clang++");
    if (found.compiler.empty())
        throw std::runtime_error("no compiler was found: a try needs g++ or clang++ in a folder of PATH");
    if (found.python.empty())
        throw std::runtime_error("python3 was not found: a try needs it in a folder of PATH, beside a compiler");
    return found;
}

Workshop::Workshop(own::OwnFile file, std::stop_token stop)
    : file_(std::move(file)), child_(memory_, Limits{.stop = std::move(stop)}) {}

std::vector<std::string> Workshop::build() {
    const Tools tools = find_tools();
    try {
        if (!file_.is_cpu && file_.variant.empty()) own::refuse_host_code_of_headers(file_.path, file_.text);
    } catch (const InputError& error) {
        return {error.what()};
    }
    std::ofstream text(folder_.path() / "text.cu", std::ios::binary);
    text << file_.text;
    if (!text.flush())
        throw std::runtime_error(fmt::format("{} cannot be written: is the disk full?", folder_.path().string()));
    BuildRequest request{.shown_path = file_.path,
                         .absolute_path = fs::absolute(file_.path).lexically_normal().string(),
                         .folder = folder_.path().string(),
                         .include = (assets_folder() / "include").string(),
                         .compiler = tools.compiler,
                         .python = tools.python,
                         .cache = folder_of_headers(),
                         .sliders = {}};
    for (const own::Slider& slider : file_.sliders) request.sliders[slider.name] = slider.value;
    child_.send(json_of(request));
    const auto compiled = child_.receive(limit_of_the_compiler);
    if (!compiled) return {fmt::format("{}: the compiler {}", file_.path, child_.ended().why)};
    BuildReply compiling = build_reply_of(*compiled);
    why_network_ = std::move(compiling.why_network);
    if (!compiling.errors.empty()) return std::move(compiling.errors);
    compiler_ = std::move(compiling.compiler);
    notes_ = std::move(compiling.notes);
    const auto loaded = child_.receive(limit_of_loading);
    if (!loaded) {
        const Ended& ended = child_.ended();
        return {ended.said.empty()
                    ? fmt::format("{}: loading it, which runs its constructors, {}", file_.path, ended.why)
                    : with_paths(ended.said)};
    }
    BuildReply reply = build_reply_of(*loaded);
    if (reply.described) described_ = std::move(*reply.described);
    std::vector<std::string> errors = std::move(reply.errors);
    for (std::string& error : errors)
        if (!error.starts_with(file_.path + ":")) error = fmt::format("{}: {}", file_.path, with_paths(error));
    return errors;
}

/// The object knows the folder of the file as own/.
std::string Workshop::with_paths(std::string text) const {
    const std::string folder =
        fs::path(file_.path).has_parent_path() ? fs::path(file_.path).parent_path().string() + "/" : "";
    for (std::size_t at = text.find(own_prefix); at != std::string::npos; at = text.find(own_prefix, at)) {
        const bool begins_word = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
        if (begins_word) text.replace(at, own_prefix.size(), folder);
        at += begins_word ? folder.size() : own_prefix.size();
    }
    return text;
}

void Workshop::name_files(RunReply& reply) const {
    reply.failed = with_paths(reply.failed);
    if (reply.writer) reply.writer->file = with_paths(reply.writer->file);
    for (std::vector<simt::Finding>* list : {&reply.findings, &reply.warnings})
        for (simt::Finding& finding : *list) {
            finding.file = with_paths(finding.file);
            finding.told = with_paths(finding.told);
        }
}

Judged Workshop::judged(const Trial& trial) {
    const std::lock_guard lock(mutex_);
    Trial asked = trial;
    asked.accuracy.tolerance = type_of(file_.workload).plain->tolerance;
    if (!file_.variant.empty())
        asked.accuracy = {.tolerance = described_.tolerance,
                          .of_norms = described_.of_norms,
                          .may_be_negative = described_.may_be_negative};
    Judged found = workshop::judged(child_, memory_, asked);
    found.ended = with_paths(found.ended);
    name_files(found.reply);
    return found;
}

void Workshop::build_for_gpu(const Device& device) {
    const std::lock_guard lock(mutex_);
    OnGpu made{.device = device};
    child_.send(json_of(GpuBuildRequest{.absolute_path = fs::absolute(file_.path).lexically_normal().string(),
                                        .folder = folder_.path().string(),
                                        .include = (assets_folder() / "include").string(),
                                        .ordinal = device.ordinal,
                                        .compute_capability = device.compute_capability}));
    try {
        const auto message = child_.receive(limit_of_the_compiler);
        if (!message) {
            made.why_not = fmt::format("the compiler for the GPU {}", child_.ended().why);
        } else {
            GpuBuildReply reply = gpu_build_reply_of(*message);
            made.compiler = std::move(reply.compiler);
            made.why_not = with_paths(std::move(reply.why_not));
        }
    } catch (const MessageError& error) {
        made.why_not = error.what();
    }
    const std::lock_guard of_gpu(of_gpu_mutex_);
    on_gpu_ = std::move(made);
}

Workshop::OnGpu Workshop::on_gpu() const {
    const std::lock_guard lock(of_gpu_mutex_);
    return on_gpu_;
}

GpuReply Workshop::ask_gpu(GpuRequest request, const Inputs& inputs, std::uint64_t number, const std::stop_token& stop,
                           const std::function<void(const SharedMemory&)>& take) {
    constexpr Patience limit{.processor = 20, .clock = 20}; // a GPU that hangs is free again once the child has ended
    const std::lock_guard lock(mutex_);
    request.has_inputs = number == 0 || number != sent_number_;
    if (request.has_inputs || request.is_sent) put_inputs(memory_, request.run, inputs);
    sent_number_ = 0;
    child_.send(json_of(request));
    const std::stop_callback on_stop(stop, [this] { child_.send(json_of(StopRequest{})); });
    const auto message = child_.receive(limit);
    if (!message) throw std::runtime_error(with_paths(told(child_.ended())));
    GpuReply reply = gpu_reply_of(*message);
    // The advice is for a user of this program, which goes on.
    constexpr std::string_view advice = "The GPU takes no more work from this process";
    if (const std::size_t at = reply.failed.find(advice); at != std::string::npos && at >= 2)
        reply.failed.erase(at - 2);
    if (!reply.failed.empty()) throw std::runtime_error(with_paths(std::move(reply.failed)));
    sent_number_ = number;
    if (take) take(memory_);
    return reply;
}

RunReply Workshop::ask(const RunRequest& request, const Inputs& inputs, const std::stop_token& stop,
                       const std::function<void(const SharedMemory&)>& take) {
    constexpr Patience limit{.processor = 600, .clock = 1200}; // blocks have their own, and the user can stop it
    const std::lock_guard lock(mutex_);
    put_inputs(memory_, request, inputs);
    child_.send(json_of(request));
    const std::stop_callback on_stop(stop, [this] { child_.send(json_of(StopRequest{})); });
    const auto message = child_.receive(limit);
    if (!message) throw std::runtime_error(with_paths(told(child_.ended())));
    RunReply reply = run_reply_of(*message);
    name_files(reply);
    if (!reply.failed.empty()) throw std::runtime_error(reply.failed);
    if (take) take(memory_);
    return reply;
}

std::string fault_of(const Judged& judged) {
    if (!judged.ended.empty()) return judged.ended;
    if (!judged.reply.failed.empty()) return judged.reply.failed;
    if (!judged.reply.skipped.empty()) return judged.reply.skipped;
    if (!judged.reply.findings.empty()) return simt::describe(judged.reply.findings.front());
    if (!judged.comparison || judged.comparison->right()) return {};
    const std::string found = describe(*judged.comparison);
    if (!judged.reply.writer) return found;
    const auto& [block, thread, file, line] = *judged.reply.writer;
    return fmt::format("{}; thread ({}, {}, {}) of block ({}, {}, {}) has written it in {}, line {}", found, thread.x,
                       thread.y, thread.z, block.x, block.y, block.z, file, line);
}

} // namespace pairscope::app::workshop
