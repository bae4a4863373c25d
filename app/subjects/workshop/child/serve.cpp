// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/child/serve.h"

#include "app/subjects/workshop/child/child_memory.h"
#include "app/subjects/workshop/child/cpu_run.h"
#include "app/subjects/workshop/child/no_network.h"
#include "app/subjects/workshop/child/serve_gpu.h"
#include "app/subjects/workshop/messages.h"
#include "kernels/data/errors.h"
#include "kernels/engines/cpu/endings.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/object.h"
#include "kernels/own/source_text.h"
#include "kernels/own/unit.h"
#include "profiling/time_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <spawn.h>
#include <stdexcept>
#include <stop_token>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace pairscope::app::workshop {
namespace {

namespace fs = std::filesystem;

/// The processor time that a block may take [s]: a try has few pairs.
constexpr double patience_of_a_try = 2.0;

void send(const nlohmann::json& message) {
    const std::string text = framed(message);
    for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t count = ::send(socket_of_child, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) ::_exit(1); // nobody listens
        sent += static_cast<std::size_t>(count);
    }
}

/// A message, and what ends the work on it early.
struct Asked {
    nlohmann::json message;
    std::stop_source stop;
};

/// Listens in a separate thread, so that the parent can stop a run.
class Inbox {
public:
    Inbox() {
        std::thread([this] { listen(); }).detach();
    }
    /// Absent: the socket was closed.
    std::optional<Asked> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
        if (waiting_.empty()) return std::nullopt;
        Asked asked = std::move(waiting_.front());
        waiting_.pop_front();
        return asked;
    }

private:
    void listen() {
        std::string arrived;
        try {
            for (;;) {
                while (auto message = take_message(arrived)) take(std::move(*message));
                char piece[4096];
                const ssize_t count = ::recv(socket_of_child, piece, sizeof piece, 0);
                if (count <= 0) break;
                arrived.append(piece, static_cast<std::size_t>(count));
            }
        } catch (const std::exception&) {
            // the parent sends no such message: nothing more is read
        }
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
        changed_.notify_all();
    }
    void take(nlohmann::json message) {
        const std::lock_guard lock(mutex_);
        if (message.value("do", "") == "stop") {
            last_.request_stop();
            return;
        }
        last_ = std::stop_source();
        waiting_.push_back({std::move(message), last_});
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Asked> waiting_;
    std::stop_source last_; ///< ends the work on the last message
    bool is_closed_ = false;
};

/// Ends the whole group of processes, compilers included, when the parent ends in whatever way: the other end of the
/// line is then closed.
void end_with_parent() {
    std::thread([] {
        char nothing = 0;
        while (::read(life_line_of_child, &nothing, 1) > 0) {
        }
        ::kill(0, SIGKILL);
    }).detach();
}

void write_text(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error(fmt::format("{} cannot be written: is the disk full?", path.string()));
}

/// What a program prints, which runs in this group of processes. Throws std::runtime_error if it cannot be started.
std::string output_of(const std::vector<std::string>& command) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("there is no pipe left for the compiler");
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    for (const int own : {socket_of_child, memory_of_child, life_line_of_child})
        posix_spawn_file_actions_addclose(&actions, own);
    pid_t process = 0;
    const int failed = ::posix_spawnp(&process, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    std::string text;
    char piece[4096];
    for (ssize_t count = 0; failed == 0 && (count = ::read(ends[0], piece, sizeof piece)) > 0;)
        text.append(piece, static_cast<std::size_t>(count));
    ::close(ends[0]);
    if (failed != 0) throw std::runtime_error(fmt::format("{} cannot be started", command[0]));
    int status = 0;
    ::waitpid(process, &status, 0);
    return text;
}

BuildReply compiled(const BuildRequest& request, const own::OwnFile& file, const fs::path& object) {
    const fs::path folder(request.folder), before = folder / "before", behind = folder / "behind";
    write_text(before, own::lines_before(file));
    write_text(behind, own::lines_behind(file));
    const fs::path script = fs::path(request.include) / "kernels/engines/simt/compile_own.py";
    const auto option = [](const char* name, const std::string& value) { return fmt::format("--{}={}", name, value); };
    const std::string told = output_of({request.python, "-B", "-S", script, option("compiler", request.compiler),
                                        option("include", request.include), option("cache", request.cache),
                                        option("path", request.absolute_path), option("shown", request.shown_path),
                                        option("text", folder / "text.cu"), option("before", before),
                                        option("behind", behind), option("object", object)});
    const auto answer = nlohmann::json::parse(told, nullptr, false);
    if (!answer.is_object() || !answer.contains("errors"))
        return {.stage = "compiled",
                .errors = {fmt::format("{} could not run {}: install the whole tree of the program", request.python,
                                       script.string())}};
    return {.stage = "compiled",
            .errors = answer.at("errors").get<std::vector<std::string>>(),
            .notes = answer.value("notes", std::vector<std::string>{}),
            .compiler = answer.value("compiler", "")};
}

/// A copy: the kernel must not change what its output is judged by.
/// What lies between the rows is not zero, so that a kernel which reads it is wrong.
std::vector<std::byte> copy_of(const SetInMemory& set, std::int64_t pitch, Element element, const Mapped& memory) {
    constexpr std::byte filling{0x5a};
    const std::int64_t size = bytes_of(element);
    std::vector<std::byte> bytes(static_cast<std::size_t>(set.rows * pitch * size), filling);
    for (std::int64_t row = 0; row < set.rows; ++row)
        std::copy_n(memory.at(set.offset) + row * set.dims * size, set.dims * size, bytes.begin() + row * pitch * size);
    return bytes;
}

/// The newest that kernels of the program are written for.
Device simulated_gpu() {
    Device device;
    device.backend = Backend::cuda;
    device.compute_capability = 90;
    return device;
}

TargetKind target_of(const RunRequest& asked) { return asked.into_texture ? TargetKind::surface : TargetKind::linear; }

/// Keeps every k-th entry of those that were written, about `most`; all of them where that is 0.
void keep_some(simt::TracedEntries& traced, std::int64_t most) {
    const auto count = std::ssize(traced.places);
    if (most == 0 || count <= most) return;
    const std::int64_t step = (count / most) | 1; // an odd step meets all columns of a tile
    std::size_t kept = 0;
    for (std::int64_t i = 0; i < count; i += step, ++kept) {
        traced.places[kept] = traced.places[static_cast<std::size_t>(i)];
        traced.values[kept] = traced.values[static_cast<std::size_t>(i)];
    }
    traced.places.resize(kept);
    traced.values.resize(kept);
}

class Server {
public:
    explicit Server(std::string why_network) : why_network_(std::move(why_network)) {}

    void build(const BuildRequest& request) {
        own::OwnFile file =
            own::own_file_of(request.shown_path, own::read_source(fs::path(request.folder) / "text.cu"));
        for (own::Slider& slider : file.sliders)
            if (const auto set = request.sliders.find(slider.name); set != request.sliders.end())
                slider.value = set->second;
        const fs::path object = fs::path(request.folder) / "kernel.so";
        BuildReply reply = compiled(request, file, object);
        reply.why_network = why_network_;
        send(json_of(reply));
        if (!reply.errors.empty()) return;
        const cpu::RunningVariant running(request.shown_path); // its constructors may end the program
        object_ = std::make_unique<own::OwnObject>(object, std::move(file));
        const KernelVariant& variant = object_->variant();
        send(json_of(BuildReply{.stage = "loaded",
                                .errors = {},
                                .described = Described{.writes_texture = variant.writes_surface,
                                                       .blocks = {variant.blocks.begin(), variant.blocks.end()},
                                                       .tolerance = variant.tolerance,
                                                       .of_norms = variant.of_norms,
                                                       .may_be_negative = variant.may_be_negative}}));
    }

    void build(const GpuBuildRequest& request) {
        if (!object_) throw std::runtime_error("nothing was built");
        gpu_.emplace();
        send(json_of(gpu_->build(request, *object_)));
    }

    void run(const GpuRequest& request, const std::stop_token& stop) {
        if (!gpu_) throw std::runtime_error("nothing was built for a GPU");
        send(json_of(gpu_->run(request, stop)));
    }

    void run(const RunRequest& request, const std::stop_token& stop) {
        if (!object_) throw std::runtime_error("nothing was built");
        RunReply reply;
        try {
            const Mapped memory(request.memory_bytes, object_->file().is_cpu);
            const cpu::RunningVariant running(object_->file().path);
            run_on(request, memory, stop, reply);
        } catch (const std::exception& error) {
            reply.failed = sentence_of(error);
        }
        reply.processor_seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
        send(json_of(reply));
    }

private:
    void run_on(const RunRequest& request, const Mapped& memory, const std::stop_token& stop, RunReply& reply) const {
        const KernelVariant& variant = object_->variant();
        const Element element = type_of(variant.workload).inputs.element;
        const std::int64_t pitch_a = request.a.dims + request.further_input_pitch;
        const std::int64_t pitch_b = request.b.dims + 2 * request.further_input_pitch; // it is no other set's pitch
        const std::vector<std::byte> a = copy_of(request.a, pitch_a, element, memory);
        const std::vector<std::byte> b = copy_of(request.b, pitch_b, element, memory);
        const auto input = [&](const std::vector<std::byte>& bytes, const SetInMemory& set, std::int64_t pitch) {
            return Input{.data = bytes.data(),
                         .element = element,
                         .rows = set.rows,
                         .dims = set.dims,
                         .pitch = pitch,
                         .globe = request.globe};
        };
        Inputs inputs{.a = input(a, request.a, pitch_a), .b = {}, .parameters = request.parameters};
        inputs.b = request.a.offset == request.b.offset ? inputs.a : input(b, request.b, pitch_b);
        if (variant.why_not != nullptr)
            reply.skipped = variant.why_not(workload_of(variant.workload, inputs), simulated_gpu());
        if (!reply.skipped.empty()) return;
        if (object_->file().is_cpu && (request.trace || request.writer_of)) return; // nobody has watched it
        if (request.trace) return trace(request, inputs, stop, reply);
        if (request.writer_of) return find_writer(request, inputs, stop, reply);
        follow_and_run(request, inputs, memory, stop, reply);
    }

    void trace(const RunRequest& request, const Inputs& inputs, const std::stop_token& stop, RunReply& reply) const {
        const TraceAsked& asked = *request.trace;
        std::optional<profiling::TimeLimit> limit;
        if (asked.most_seconds > 0) limit.emplace(asked.most_seconds, stop);
        const simt::TraceOptions options{.target = target_of(request),
                                         .block = asked.block,
                                         .most_accesses = request.most_accesses,
                                         .chosen_block = asked.chosen_block,
                                         .chosen_warp = static_cast<int>(asked.chosen_warp),
                                         .warp_requests = static_cast<int>(asked.warp_requests),
                                         .patience = patience_of_a_try,
                                         .stop = limit ? limit->token() : stop};
        if (asked.few_blocks)
            reply.traced = simt::trace_few_blocks(object_->variant(), inputs, options);
        else
            reply.traced = simt::TracedEntries{
                .trace = simt::trace(object_->variant(), inputs, options), .places = {}, .values = {}};
        reply.took_too_long = options.stop.stop_requested();
        keep_some(*reply.traced, asked.most_entries);
    }

    void find_writer(const RunRequest& request, const Inputs& inputs, const std::stop_token& stop,
                     RunReply& reply) const {
        const auto& [row, col] = *request.writer_of;
        reply.writer = simt::find_writer(
            object_->variant(), inputs,
            {.target = target_of(request), .block = request.block, .patience = patience_of_a_try, .stop = stop},
            {static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)});
    }

    /// Where all blocks were followed the output is complete. Else they run once more, without being followed.
    void follow_and_run(const RunRequest& request, const Inputs& inputs, const Mapped& memory,
                        const std::stop_token& stop, RunReply& reply) const {
        auto* const out = reinterpret_cast<float*>(memory.at(request.out_offset));
        if (object_->file().is_cpu) {
            run_on_cpu(object_->variant(), inputs, {out, request.pitch}, request.threads, stop, reply);
            return;
        }
        if (request.is_followed) {
            const simt::TracedRun traced = simt::traced_run(object_->variant(), inputs,
                                                            {.target = target_of(request),
                                                             .block = request.block,
                                                             .most_accesses = request.most_accesses,
                                                             .patience = patience_of_a_try,
                                                             .stop = stop});
            reply.findings = traced.trace.findings;
            reply.warnings = traced.trace.warnings;
            reply.blocks = traced.trace.blocks();
            reply.blocks_followed = traced.trace.blocks_traced();
            if (!reply.findings.empty() || reply.blocks == reply.blocks_followed) {
                std::ranges::copy(traced.output, out);
                return;
            }
        }
        own::run(object_->variant(), inputs,
                 {.out = {out, request.pitch}, .block = request.block, .patience = patience_of_a_try, .stop = stop});
    }

    std::string why_network_; ///< see BuildReply
    std::unique_ptr<own::OwnObject> object_;
    std::optional<GpuServer> gpu_;
};

/// What is done about one message, and how its failure is said.
void answer(Server& server, const Asked& asked) {
    const nlohmann::json& message = asked.message;
    const std::string what = message.value("do", "");
    const auto stop = asked.stop.get_token();
    try {
        if (what == "build")
            server.build(build_request_of(message));
        else if (what == "build for a GPU")
            server.build(gpu_build_request_of(message));
        else if (what == "run on a GPU")
            server.run(gpu_request_of(message), stop);
        else
            server.run(run_request_of(message), stop);
    } catch (const std::exception& error) {
        const std::string sentence = sentence_of(error);
        if (what == "build")
            send(json_of(BuildReply{.stage = "failed", .errors = {sentence}}));
        else if (what == "build for a GPU")
            send(json_of(GpuBuildReply{.why_not = sentence}));
        else if (what == "run on a GPU")
            send(json_of(GpuReply{.failed = sentence}));
        else
            send(json_of(RunReply{.findings = {}, .failed = sentence}));
    }
}

} // namespace

int serve_own_kernel() {
    std::string why_network = leave_network(); // before there are threads
    end_with_parent();
    limit_resources();
    Server server(std::move(why_network));
    static Inbox inbox; // its thread goes on until the process ends
    while (const auto asked = inbox.next()) answer(server, *asked);
    return 0;
}

} // namespace pairscope::app::workshop
