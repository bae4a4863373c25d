// SPDX-License-Identifier: MIT
// The workshop: a user's own kernels are compiled, run and judged, without a rebuild of the program.
#pragma once

#include "app/spine/files/left_folders.h"
#include "app/subjects/workshop/gpu_messages.h"
#include "app/subjects/workshop/judge.h"
#include "kernels/own/own_file.h"

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::app::workshop {

/// A folder for the files of one try, gone afterwards.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    std::optional<FolderLock> lock_;
};

/// What a try needs that is not part of the program.
struct Tools {
    std::string compiler, python; ///< paths
};
/// Looks in the folders of PATH. Throws std::runtime_error, which names what is missing.
[[nodiscard]] Tools find_tools();

/// One version of a file: built once, then run as often as somebody asks, from any thread.
class Workshop {
public:
    explicit Workshop(own::OwnFile file, std::stop_token stop = {});

    /// Compiles and loads the kernels. Returns a sentence about each error; none: they can be run. Throws
    /// std::runtime_error where tools or resources are missing.
    [[nodiscard]] std::vector<std::string> build();
    [[nodiscard]] Judged judged(const Trial& trial);
    /// Compiles the kernels for this GPU, too, after build(). on_gpu() then says what has come of it.
    void build_for_gpu(const Device& device);
    /// Has the child run the kernels there. `number` is that of the inputs: those of the same number are sent once.
    /// `take` as below. Throws std::runtime_error where it failed or the child has ended, and MemoryError.
    [[nodiscard]] GpuReply ask_gpu(GpuRequest request, const Inputs& inputs, std::uint64_t number,
                                   const std::stop_token& stop,
                                   const std::function<void(const SharedMemory&)>& take = {});
    /// Has the child do something else with inputs, which are put where the request says. `take` reads the shared
    /// memory before anybody else may write there. Throws std::runtime_error where it failed or the child has ended,
    /// and MemoryError. A requested stop ends the run, and not the child.
    [[nodiscard]] RunReply ask(const RunRequest& request, const Inputs& inputs, const std::stop_token& stop,
                               const std::function<void(const SharedMemory&)>& take = {});

    /// Writes paths as the user did, where a reply of the child names the file or one beside it.
    void name_files(RunReply& reply) const;

    [[nodiscard]] const own::OwnFile& file() const { return file_; }
    /// What the kernels need to be judged by, after build().
    [[nodiscard]] const Described& described() const { return described_; }
    /// The compiler that has compiled it, with its flags. Empty before that.
    [[nodiscard]] const std::string& compiler() const { return compiler_; }
    /// What has come of build_for_gpu().
    struct OnGpu {
        std::optional<Device> device{}; ///< absent: it was not asked for
        std::string compiler{};         ///< see GpuBuildReply; empty: it does not run there
        std::string why_not{};
    };
    [[nodiscard]] OnGpu on_gpu() const;
    /// Why the kernels can use the network, after build(), one sentence; empty: they cannot.
    [[nodiscard]] const std::string& why_network() const { return why_network_; }
    /// What the compiler warns of, in sentences.
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
    /// What the compiler and the kernels have printed.
    [[nodiscard]] const std::string& printed() const { return child_.printed(); }

private:
    [[nodiscard]] std::string with_paths(std::string text) const;

    std::mutex mutex_;                ///< one request at a time
    mutable std::mutex of_gpu_mutex_; ///< for on_gpu_, which is asked for while a request runs
    OnGpu on_gpu_;
    std::uint64_t sent_number_ = 0; ///< the inputs that the child has on its GPU; 0: none
    own::OwnFile file_;
    std::string compiler_, why_network_;
    std::vector<std::string> notes_;
    TemporaryFolder folder_;
    SharedMemory memory_;
    ChildProcess child_;
    Described described_;
};

/// One sentence: what is wrong first, with the place in the file; empty: nothing is.
[[nodiscard]] std::string fault_of(const Judged& judged);

} // namespace pairscope::app::workshop
