// SPDX-License-Identifier: MIT
// How verbs about all pairs load their data and compute their pieces.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/scale/checkpoint.h"
#include "app/cli/verbs/scale/on_ranks.h"
#include "app/cli/verbs/scale/slab_data.h"
#include "app/spine/files/columns.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/scale/piece_work.h"

#include <chrono>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace pairscope::cli {

/// The options of every verb about all pairs.
struct AllPairsOptions {
    DataOptions data;
    Format format;
    CheckpointOptions checkpoint;
    MemoryOptions memory;
    int threads = 0;
};
/// Adds them all to the verb.
void add_all_pairs_options(CLI::App& verb, AllPairsOptions& options);

/// The data, with the warnings about it on standard error. Throws InputError where the workload has no distances;
/// `what` begins the sentence: "there is no farthest pair".
[[nodiscard]] LoadedData load_pairs(const DataOptions& options, std::string_view what);

void add_checkpoint_options(CLI::App& verb, CheckpointOptions& options);
/// Throws InputError where the checkpoint is also a file of the data, or the `output`, which may be none.
void require_own_file(const CheckpointOptions& asked, const DataOptions& data,
                      const std::filesystem::path& output = {});
/// Opens the checkpoint that was asked for, and says what all ranks have to agree on. `options` are those that decide
/// the result, beside the metric. Throws InputError for a file that is damaged or belongs to another question.
void keep_checkpoint(PieceRun& run, const CheckpointOptions& asked, const LoadedData& data, std::string_view verb,
                     app::Json options);
/// Like the other keep_checkpoint(), for data in slabs.
void keep_checkpoint(PieceRun& run, const CheckpointOptions& asked, const SlabData& slabs, std::string_view verb,
                     app::Json options);

/// The pieces of one question, and what they find.
struct Pieces {
    scale::PieceWork work;
    std::string_view doing; ///< "looking for the farthest pair", for a line on a terminal that shows how far it is
    double pairs = 0.0;     ///< that they compare; 0: unknown, because pairs are left out
    double bytes = 0.0;     ///< that they read from files
};
[[nodiscard]] double seconds_since(std::chrono::steady_clock::time_point began);
/// How many pairs a question has.
[[nodiscard]] double pairs_of(const app::Question& question);
/// Computes the pieces on all ranks, or in this process, but for those that a checkpoint has. False if a signal stopped
/// it, or rank 0 has ended the run.
[[nodiscard]] bool run_pieces(const Pieces& pieces, const PieceRun& run);
/// How long the work takes, from the time of one of its pieces; 0 where it takes little time, or where this cannot be
/// told because some pieces take far less than others.
[[nodiscard]] double expected_seconds(const scale::PieceWork& work, const PieceRun& run);
/// Says on standard error what takes longer than a minute, with the pairs and bytes of it. Throws InputError for what
/// takes longer than a day, unless a user said that it may.
void tell_time(double seconds, const Pieces& pieces, bool may_take_days);
/// "90 seconds", "5 hours", "12 days"
[[nodiscard]] std::string long_time_in_words(double seconds);
/// Says so, where nothing is printed because not all pairs were looked at.
[[nodiscard]] ExitCode say_interrupted();

/// The table of nearest_neighbours() by all ranks, or by this process. Only rank 0 has all of it.
[[nodiscard]] neighbours::NeighbourTable nearest_on_ranks(const neighbours::NeighbourQuestion& question,
                                                          const PieceRun& run);

} // namespace pairscope::cli
