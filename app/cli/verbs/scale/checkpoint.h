// SPDX-License-Identifier: MIT
// A file from which a run goes on that ended early: a line of JSON that says whose it is, then the merged results.
#pragma once

#include "kernels/scale/bytes.h"
#include "kernels/scale/piece_work.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace pairscope::cli {

/// What has to be the same for a run to go on from a file.
struct CheckpointOwner {
    std::string version;
    std::string verb;
    std::string options; ///< that decide the result, as JSON
    std::string data;    ///< a fingerprint
    bool operator==(const CheckpointOwner&) const = default;
};

struct CheckpointOptions {
    std::filesystem::path file; ///< empty: none
    double seconds = 30.0;      ///< between two times that it is written
    bool may_take_days = false; ///< --yes
    bool is_offered = true;     ///< false: the verb keeps no checkpoint
};

/// The works of a verb, in their order, with what was merged of each. One thread at a time uses it.
class Checkpoint {
public:
    /// Reads the file if there is one. Throws InputError if it is damaged or belongs to another question.
    Checkpoint(CheckpointOptions options, CheckpointOwner owner);

    /// The next work of the verb: what the file has of it is merged into it. Its merged results are then written into
    /// the file now and then. This must outlive it, and it must live until finish().
    [[nodiscard]] scale::PieceWork keep(const scale::PieceWork& work);
    /// Writes the file, with all that was merged of the last work.
    void finish();
    /// How many pieces of the last work are merged, as a share from 0 to 1.
    [[nodiscard]] double share() const;
    [[nodiscard]] const std::filesystem::path& file() const { return options_.file; }

private:
    struct Part {
        std::vector<std::uint8_t> done; ///< for each piece: 1 or 0
        scale::Bytes merged;            ///< empty as long as the part is computed
    };
    void read();
    void save();
    void say_size();
    [[nodiscard]] scale::Bytes bytes_of_parts() const;
    void take(std::size_t part, std::span<const std::byte> result);

    CheckpointOptions options_;
    CheckpointOwner owner_;
    std::vector<Part> parts_; ///< what this run has of each work
    std::vector<Part> read_;  ///< what the file had
    scale::PieceWork work_;   ///< the last one, until it is finished
    std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
    std::size_t said_bytes_ = 0; ///< the size that was said last
    bool has_failed_ = false;    ///< a failure to write it was said
};

/// Like keep(), for a rank that has no checkpoint: its results say which piece they belong to.
[[nodiscard]] scale::PieceWork with_numbers(const scale::PieceWork& work);

} // namespace pairscope::cli
