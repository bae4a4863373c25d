// SPDX-License-Identifier: MIT
// What the program and the child that runs own kernels say to each other: JSON with its length before it. The child
// holds a user's code, so that what comes from it is checked like a file.
#pragma once

#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/workload.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace pairscope::app::workshop {

constexpr int message_version = 2;
constexpr std::size_t most_message_bytes = 64 << 20; ///< a trace has up to 20 000 requests of 32 lanes

/// What the child is started with beside its streams.
constexpr int socket_of_child = 3, memory_of_child = 4, life_line_of_child = 5;
inline constexpr const char* verb_of_child = "serve-own-kernel";

/// Compile the file and load it. The text of the file lies in `folder`, so that nobody replaces it meanwhile.
struct BuildRequest {
    std::string shown_path;    ///< as the user wrote it
    std::string absolute_path; ///< for the headers beside it
    std::string folder;        ///< for what is made; "text.cu" in it holds the file
    std::string include;       ///< the folder of the headers of the program
    std::string compiler, python;
    std::string cache; ///< the folder for headers that are compiled once; empty: they are always compiled again
    std::map<std::string, std::int64_t> sliders;
};

/// A set of vectors in the shared memory, row-major.
struct SetInMemory {
    std::int64_t offset = 0, rows = 0, dims = 0; ///< the offset in bytes
};

/// Trace the kernels, and write no output. See simt::TraceOptions.
struct TraceAsked {
    bool few_blocks = false;
    std::int64_t chosen_block = -1, chosen_warp = 0, warp_requests = 0;
    int block = 0;
    double most_seconds = 0;       ///< processor time, after which it is stopped; 0: no limit
    std::int64_t most_entries = 0; ///< a sample of those that few blocks have written is sent
};

/// Run the kernels on inputs in shared memory, and write the output there.
struct RunRequest {
    std::int64_t memory_bytes = 0; ///< how large the shared memory is
    SetInMemory a, b;              ///< equal where there is one set
    std::vector<double> parameters;
    GlobeAxes globe; ///< how both sets are read
    std::int64_t out_offset = 0, pitch = 0;
    std::int64_t further_input_pitch = 0; ///< by how many coordinates a row of an input is longer than its vector
    std::int64_t most_accesses = 0;       ///< that are followed; 0: all
    bool is_followed = true;              ///< false: only run
    bool into_texture = false;            ///< every block is followed then
    int block = 0;                        ///< threads, of a file that describes a variant; 0: the usual number
    int threads = 0;                      ///< that call a function for the CPU; 0: as many as the machine has
    /// Set: nothing is written, and the thread that writes this entry is looked for.
    std::optional<std::pair<std::int64_t, std::int64_t>> writer_of{};
    std::optional<TraceAsked> trace{};
};

/// The run in progress is not wanted any more.
struct StopRequest {};

/// What the object says of itself, once it is loaded.
struct Described {
    bool writes_texture = false;
    std::vector<int> blocks{};             ///< threads of a block, the usual number first; empty: they are fixed
    double tolerance = 1e-6, of_norms = 0; ///< see Accuracy
    bool may_be_negative = false;
};

/// What the child answers to a build, once for each stage, or with errors.
struct BuildReply {
    std::string stage; ///< "compiled" or "loaded"
    std::vector<std::string> errors;
    std::vector<std::string> notes{};     ///< what the compiler warns of, once it has compiled
    std::string compiler{};               ///< with its flags, once it has compiled
    std::string why_network{};            ///< why the child can use the network, one sentence; empty: it cannot
    std::optional<Described> described{}; ///< with the stage "loaded"
};

struct RunReply {
    std::vector<simt::Finding> findings;
    std::vector<simt::Finding> warnings{}; ///< see simt::Trace
    std::string failed{};                  ///< one sentence; empty: it ran
    std::string skipped{};                 ///< why the variant cannot be asked about this size; empty: it can
    std::optional<simt::EntryWriter> writer{};
    std::optional<simt::TracedEntries> traced{};
    std::int64_t blocks = 0, blocks_followed = 0;
    double processor_seconds = 0;
    double seconds_of_run = 0;  ///< which a function for the CPU took
    bool took_too_long = false; ///< TraceAsked::most_seconds were over
};

[[nodiscard]] nlohmann::json json_of(const BuildRequest& request);
[[nodiscard]] nlohmann::json json_of(const RunRequest& request);
[[nodiscard]] nlohmann::json json_of(const StopRequest& request);
[[nodiscard]] nlohmann::json json_of(const BuildReply& reply);
[[nodiscard]] nlohmann::json json_of(const RunReply& reply);

/// What has arrived is no message. The kernel's code has written into the socket, or runs in an unknown state.
struct MessageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws MessageError about what a library has thrown while it read a message.
[[noreturn]] void refuse_message(const std::exception& error);

/// All of these throw MessageError for what is no such message.
[[nodiscard]] BuildRequest build_request_of(const nlohmann::json& json);
[[nodiscard]] RunRequest run_request_of(const nlohmann::json& json);
[[nodiscard]] BuildReply build_reply_of(const nlohmann::json& json);
[[nodiscard]] RunReply run_reply_of(const nlohmann::json& json);

/// With the length before it.
[[nodiscard]] std::string framed(const nlohmann::json& message);
/// Takes a message from the begin of what has arrived; absent: it is not complete. Throws MessageError for one that
/// is too long, no JSON, or of another version.
[[nodiscard]] std::optional<nlohmann::json> take_message(std::string& arrived);

} // namespace pairscope::app::workshop
