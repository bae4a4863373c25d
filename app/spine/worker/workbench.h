// SPDX-License-Identifier: MIT
// Does one job at a time at the stations it keeps: one per device, with the sets it last loaded and the buffers that
// take turns.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "profiling/buffer_pool.h"
#include "profiling/station.h"

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace pairscope::app {

/// Who finds the nearest neighbours of all vectors of a question, and what it is called.
struct NeighbourSearch {
    std::string device;
    std::function<neighbours::NeighbourTable(const neighbours::NeighbourQuestion&)> find;
};
/// The nearest neighbours of all vectors, and which of them are mutual; null if it was stopped. Throws MemoryError.
[[nodiscard]] std::shared_ptr<const FoundNeighbours> find_neighbours(const Question& question, const NeighbourKey& key,
                                                                     const NeighbourSearch& search,
                                                                     const RunControl& control);
/// The same on a device.
[[nodiscard]] std::shared_ptr<const FoundNeighbours> find_neighbours(const Question& question, const NeighbourKey& key,
                                                                     const Device& device, const RunControl& control);

class Workbench {
public:
    using Progress = std::function<void(const Task& task, double share)>;
    explicit Workbench(Progress progress);

    /// Does the job. Whatever goes wrong becomes the event's failure.
    [[nodiscard]] Event carry_out(const Job& job, const std::stop_token& stop);

    /// How far the output that is being computed is, from 0 to 1; from any thread.
    [[nodiscard]] double rows_share() const;

private:
    void release_large_matrices();
    [[nodiscard]] profiling::Station& station_for(std::size_t index, const Device& device);
    [[nodiscard]] profiling::Station& loaded(std::size_t index, const Device& device, const Question& question,
                                             std::uint64_t revision);
    /// What is asked of which device.
    struct Inquiry {
        std::size_t index = 0;
        const Device& device;
        const Question& question;
        std::uint64_t revision = 0; ///< revision of the question's data
    };
    [[nodiscard]] profiling::Station& loaded_in_order(const Inquiry& asked,
                                                      const std::shared_ptr<const MatrixOrder>& order);
    /// A job, the texture that was lent for it, and who may stop it.
    template <class What> struct Asked {
        const What& job;
        const std::optional<Lease>& lease;
        const RunControl& control;
    };
    template <class What> void attempt(const What& job, Event& event, const RunControl& control);
    void load_file(const job::Load& job, Event& event, const RunControl& control);

    // Each job fills in its answer, which says to what it is one. They throw what goes wrong.
    void make(const Asked<job::MakeOutput>& asked, event::OutputMade& made);
    void make_matrix(event::OutputMade& made, const Asked<job::MakeOutput>& asked, profiling::Station& station,
                     const RunControl& watched);
    void fill(event::OutputMade& made, const job::MakeOutput& job, profiling::Station& station, const OutputTarget& out,
              const RunControl& control);
    /// Replaces the values by what else is to be shown.
    void finish_content(event::OutputMade& made, const job::MakeOutput& job, profiling::Station& station,
                        const OutputTarget& out, const RunControl& control);
    /// The overview and the summary of the matrix that is in the lent texture.
    void finish_in_texture(event::OutputMade& made, const Lease& lease, profiling::Station& station,
                           const RunControl& control);
    void finish_on_host(event::OutputMade& made, const job::MakeOutput& job, profiling::Station& station,
                        const OutputBuffer& written, const RunControl& control);
    void make(const Asked<job::MakeTiles>& asked, event::TilesMade& made);
    void make(const Asked<job::MakeOrder>& asked, event::OrderMade& made);
    void make(const Asked<job::MeasureClusters>& asked, event::ClustersMeasured& made);
    void make(const Asked<job::JoinMatrices>& asked, event::MatricesJoined& made);
    void make(const Asked<job::TestMatrices>& asked, event::MatricesTested& made);
    void make(const Asked<job::ReduceVectors>& asked, event::VectorsReduced& made);
    void make(const Asked<job::MatchBackward>& asked, event::MatchedBackward& made);
    void make(const Asked<job::Measure>& asked, event::Measured& made);
    void make(const Asked<job::MeasureCeilings>& asked, event::CeilingsMeasured& made);
    void make(const Asked<job::Compare>& asked, event::Compared& made);
    void make(const Asked<job::Count>& asked, event::Counted& made);
    void make(const Asked<job::SampleLaunch>& asked, event::LaunchSampled& made);
    void make(const Asked<job::SampleStalls>& asked, event::StallsSampled& made);
    void make(const Asked<job::ReadCode>& asked, event::CodeRead& made);
    void make(const Asked<job::ListCounters>& asked, event::CountersListed& made);
    void make(const Asked<job::Trace>& asked, event::Traced& made);
    void make(const Asked<job::FindNeighbours>& asked, event::NeighboursFound& made);
    void make(const Asked<job::CountCloserPairs>& asked, event::CloserPairsCounted& made);
    void make(const Asked<job::OpenRecording>& asked, event::RecordingOpened& made);
    void make(const Asked<job::Load>& asked, event::Loaded& made);
    void make(const Asked<job::SaveRow>& asked, event::Saved& made);
    void make(const Asked<job::SaveNeighbours>& asked, event::Saved& made);
    void make(const Asked<job::SaveClusters>& asked, event::Saved& made);
    void make(const Asked<job::SaveMatrix>& asked, event::Saved& made);
    void make(const Asked<job::SaveRecording>& asked, event::Saved& made);
    void make(const Asked<job::SavePixels>& asked, event::Saved& made);
    void make(const Asked<job::SavePoints>& asked, event::Saved& made);
    void make(const Asked<job::SaveText>& asked, event::Saved& made);
    void make(const Asked<job::SavePage>& asked, event::Saved& made);
    void make(const Asked<job::ReadKernel>& asked, event::KernelRead& made);
    void make(const Asked<job::SaveKernel>& asked, event::KernelSaved& made);
    void make(const Asked<job::TryKernel>& asked, event::KernelTried& made);
    void make(const Asked<job::CheckKernel>& asked, event::KernelChecked& made);

    /// What was found in a file that does not hold distances.
    struct LookedAt {
        std::shared_ptr<const Table> table; ///< null: it was not read
        std::string why_vectors;            ///< a sentence where the table nearly holds distances
    };
    [[nodiscard]] std::optional<event::Loaded> load_given(const job::Load& job, const std::stop_token& stop,
                                                          LookedAt& looked);
    [[nodiscard]] event::Loaded load_as_asked(const job::Load& job, const std::shared_ptr<const Table>& read,
                                              const std::stop_token& stop);
    [[nodiscard]] event::Loaded load_vectors(const VectorSource& source, const job::Load& job, const Table* read,
                                             const std::stop_token& stop);

    std::string name_by_identifiers(RelatedSets& sets, const DataSource& of_first, const DataSource& of_second,
                                    const std::stop_token& stop);
    [[nodiscard]] event::Loaded load_other(const job::Load& job, const std::stop_token& stop);

    Progress progress_;
    /// The sets that were loaded in another order last: the tiles of a matrix ask for the same ones many times.
    struct OrderedSets {
        std::shared_ptr<const MatrixOrder> order;
        std::uint64_t revision = 0; ///< revision of the data
        Question question;
        std::uint64_t number = 0; ///< under which a station keeps them
    };
    OrderedSets ordered_;
    std::uint64_t orders_loaded_ = 0; ///< counts the sets that were loaded in another order
    std::atomic<std::int64_t> rows_done_ = 0;
    std::atomic<std::int64_t> rows_ = 0; ///< rows of the output, or blocks of a trace; 0: none is being computed
    std::map<std::size_t, profiling::Station> stations_;
    std::optional<profiling::ChipCounters> chip_counters_; ///< counters of the chip that was browsed last
    std::string browsed_chip_;
    std::shared_ptr<const std::vector<profiling::CounterFact>>
        counter_facts_;                  ///< about chip_counters_; null if it has none
    profiling::BufferPool host_buffers_; ///< answers of a GPU copied through the host
};

} // namespace pairscope::app
