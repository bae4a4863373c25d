// SPDX-License-Identifier: MIT
// What launches of the calling thread are to do: run all blocks, or follow some of them. Set while a variant's launch
// function runs.
#pragma once

#include "kernels/core/variant.h"
#include "kernels/simt/executor.h"
#include "kernels/simt/kernel_calls.h"
#include "kernels/simt/observer.h"

#include <memory>
#include <optional>
#include <vector>

namespace pairscope::simt {

struct Execution {
    const Run& run;
    std::int64_t rows = 0;                 ///< what run.rows_done counts up to
    const TraceOptions* options = nullptr; ///< null: run, and watch nothing but stores
    const MemoryMap* memory = nullptr;
    double most_seconds = 0; ///< of processor time for a block
    Trace* trace = nullptr;
    std::vector<std::shared_ptr<Observed>> parts{};
    RestoredVariables* restored = nullptr;   ///< told of variables of the program before they change; may be null
    const SearchedEntry* searched = nullptr; ///< set: run all blocks, and look for stores to this entry
    std::optional<ObservedStore> last_store{};
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
