// SPDX-License-Identifier: MIT
// What launches of the calling thread are to do: run all blocks, or follow some of them. Set while a variant's launch
// function runs.
#pragma once

#include "kernels/engines/simt/executor.h"
#include "kernels/engines/simt/kernel_calls.h"
#include "kernels/engines/simt/observer.h"
#include "kernels/ladder/variant.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pairscope::simt {

/// A launch of which a sample of blocks has run. The others run when a later launch or copy needs what they write.
struct UnfinishedLaunch {
    Launch launch;
    std::vector<std::max_align_t> arguments; ///< a copy, because those of the caller are gone
    int printed = 0;
    std::vector<std::int64_t> have_run; ///< linear indices of blocks; ascending
    double accesses_left = 0;           ///< about how many accesses the other blocks make
};

/// How long a block may take before it is held to be endless, in seconds of processor time.
struct BlockSeconds {
    double each = 0;
    double shared = 0; ///< more of it, which all blocks of a launch share
};

struct Execution {
    const Run& run;
    std::int64_t rows = 0;                 ///< what run.host->rows_done counts up to
    const TraceOptions* options = nullptr; ///< null: run, and watch nothing but stores
    const MemoryMap* memory = nullptr;
    BlockSeconds seconds{};
    Trace* trace = nullptr;
    std::vector<std::shared_ptr<Observed>> parts{};
    RestoredVariables* restored = nullptr;   ///< told of variables of the program before they change; may be null
    const SearchedEntry* searched = nullptr; ///< set: run all blocks, and look for stores to this entry
    std::optional<ObservedStore> last_store{};
    std::optional<UnfinishedLaunch> unfinished{}; ///< the last launch, if a sample of its blocks was followed
};

/// Makes an execution the one of this thread, as long as it lives.
class CurrentExecution {
public:
    explicit CurrentExecution(Execution& execution);
    ~CurrentExecution();
    CurrentExecution(const CurrentExecution&) = delete;
    CurrentExecution& operator=(const CurrentExecution&) = delete;
};

} // namespace pairscope::simt
