// SPDX-License-Identifier: MIT
// Where a run saves its recording, so that two runs that were given one name keep both recordings.
#pragma once

#include "kernels/data/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace pairscope::cli {

class RecordingPlace {
public:
    /// Looks at the file that is there now: this one may be replaced.
    explicit RecordingPlace(std::filesystem::path asked);

    [[nodiscard]] const std::filesystem::path& asked() const { return asked_; }
    /// Waits until no other run saves into that folder. Until the result is destroyed, no other run does: otherwise two
    /// runs could both find the name free, and one would replace the recording of the other.
    [[nodiscard]] FileDescriptor turn() const;
    /// The name that was asked for, or NAME-2, NAME-3 ... if another program has written that file since.
    [[nodiscard]] std::filesystem::path now() const;
    /// Where a recording goes that is not complete: it replaces no file that was there before.
    [[nodiscard]] std::filesystem::path for_part() const;
    /// This run saved there: it may replace that file.
    void saved();

private:
    /// Which file has the name. Saving gives it a new number.
    struct Identity {
        std::uint64_t device = 0, number = 0;
        std::int64_t size = 0, seconds = 0, nanoseconds = 0;
        bool operator==(const Identity&) const = default;
    };
    static std::optional<Identity> identity_of(const std::filesystem::path& path);
    [[nodiscard]] std::filesystem::path free_name() const; ///< NAME-2, NAME-3 ...

    std::filesystem::path asked_;
    std::optional<Identity> known_;
    bool replaces_; ///< a file was there before this run
};

} // namespace pairscope::cli
