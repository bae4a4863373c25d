// SPDX-License-Identifier: MIT
#include "kernels/simt/executor.h"

#include "kernels/core/compare.h"
#include "kernels/core/errors.h"
#include "kernels/core/registry.h"
#include "kernels/core/text.h"
#include "kernels/cpu/memory.h"
#include "kernels/cpu/parallel.h"
#include "kernels/simt/execution.h"
#include "kernels/simt/symbols.h"
#include "kernels/simt/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <stdexcept>
#include <sys/mman.h>

namespace pairscope::simt {
namespace {

/// The answer's memory. A sampled trace of a large matrix writes little of it: untouched pages cost nothing.
class AnswerMemory {
public:
    explicit AnswerMemory(std::int64_t bytes) : bytes_(static_cast<std::size_t>(bytes) + 1) {
        memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory_ == MAP_FAILED)
            throw MemoryError(fmt::format("{} of host memory could not be had for the trace: choose fewer points",
                                          bytes_in_words(static_cast<double>(bytes_))));
    }
    ~AnswerMemory() { munmap(memory_, bytes_); }
    AnswerMemory(const AnswerMemory&) = delete;
    AnswerMemory& operator=(const AnswerMemory&) = delete;
    [[nodiscard]] float* data() const { return static_cast<float*>(memory_); }

private:
    std::size_t bytes_ = 0;
    void* memory_ = nullptr;
};


double most_seconds(double patience, std::int64_t rows) {
    return patience + 0.25e-6 * static_cast<double>(rows) * static_cast<double>(rows);
}

GlobalRange range(std::string name, const void* first, std::int64_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(first);
    return {.name = std::move(name),
            .begin = begin,
            .end = begin + static_cast<std::uintptr_t>(bytes),
            .read_only = false,
            .written = {}};
}

GlobalRange range_of(const Input& input, std::string_view name) {
    GlobalRange found = range(std::string(name), input.data, input.size_bytes());
    found.read_only = true;
    return found;
}

/// What a kernel that nobody follows reads and writes.
MemoryMap memory_of(const KernelVariant& variant, const Problem& problem) {
    MemoryMap map;
    map.ranges.push_back(range_of(problem.a, type_of(variant.workload).inputs.names[0]));
    if (const auto* out = std::get_if<LinearMemory>(&problem.out))
        map.ranges.push_back(
            range("out", out->data,
                  ((problem.a.rows - 1) * out->pitch + problem.b.rows) * bytes_of(out->entry)));
    else
        map.surfaces.push_back(reinterpret_cast<SurfaceMemory*>(std::get<Surface>(problem.out).handle));
    return map;
}

/// What a traced kernel reads and writes.
class TracedMemory {
public:
    TracedMemory(const KernelVariant& variant, const Dataset& data, TargetKind target)
        : entries_(data.rows * data.rows), entry_(variant.entry), answer_(entries_ * bytes_of(entry_)),
          vectors_(cpu::copied(input_of(data))) {
        map_.ranges.push_back(range_of(vectors_.input, type_of(variant.workload).inputs.names[0]));
        const auto written = std::make_shared<WrittenWords>(entries_);
        MatrixTarget out;
        if (target == TargetKind::linear) {
            GlobalRange linear = range("out", answer_.data(), entries_ * bytes_of(entry_));
            linear.written = written;
            linear.writers = std::make_shared<LastWriters>(entries_);
            linear.cols = data.rows;
            linear.entry_bytes = static_cast<int>(bytes_of(entry_));
            map_.ranges.push_back(std::move(linear));
            out = LinearMemory{answer_.data(), data.rows, entry_};
        } else {
            surface_ = {.name = "out",
                        .data = reinterpret_cast<std::byte*>(answer_.data()),
                        .rows = data.rows,
                        .cols = data.rows,
                        .texel_bytes = static_cast<int>(bytes_of(entry_)),
                        .written = written};
            map_.surfaces.push_back(&surface_);
            out = Surface{reinterpret_cast<std::uint64_t>(&surface_), entry_};
        }
        map_.device_variables = variables_of_program().device;
        map_.shared_variables = variables_of_program().shared;
        problem_ = problem_of(vectors_.input, out);
    }
    TracedMemory(const TracedMemory&) = delete;
    TracedMemory& operator=(const TracedMemory&) = delete;

    [[nodiscard]] const MemoryMap& map() const { return map_; }
    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] SearchedEntry place_of(MatrixEntry entry) const {
        const auto bytes = static_cast<int>(bytes_of(entry_));
        const std::int64_t cols = problem_.b.rows;
        if (!map_.surfaces.empty())
            return {
                .surface = &surface_, .x_begin = entry.col * bytes, .x_end = (entry.col + 1) * bytes, .y = entry.row};
        const auto begin = reinterpret_cast<std::uintptr_t>(answer_.data()) +
                           static_cast<std::uintptr_t>((entry.row * cols + entry.col) * bytes);
        return {.begin = begin, .end = begin + static_cast<std::uintptr_t>(bytes)};
    }
    void poison() {
        if (entry_ == Entry::float16)
            std::fill_n(all().halves(), entries_, half_poison_bits);
        else
            std::fill_n(answer_.data(), entries_, std::bit_cast<float>(poison_bits));
    }
    /// Halves as floats; one that nobody wrote is the poison of floats.
    [[nodiscard]] std::vector<float> answer() const {
        if (entry_ == Entry::float32) return {answer_.data(), answer_.data() + entries_};
        std::vector<float> values(static_cast<std::size_t>(entries_));
        std::transform(all().halves(), all().halves() + entries_, values.begin(), [](std::uint16_t half) {
            return half == half_poison_bits ? std::bit_cast<float>(poison_bits) : float_of_half(half);
        });
        return values;
    }

private:
    [[nodiscard]] LinearMemory all() const { return {answer_.data(), entries_, entry_}; }

    std::int64_t entries_;
    Entry entry_;
    AnswerMemory answer_;
    cpu::CopiedInput vectors_;
    SurfaceMemory surface_{};
    MemoryMap map_;
    Problem problem_;
};

void refuse_if_not_simulated(const KernelVariant& variant) {
    if (const std::string reason = why_not_simulated(variant); !reason.empty())
        throw std::invalid_argument(fmt::format("{} cannot be executed on the CPU: {}", variant.id, reason));
}

Trace traced(const KernelVariant& variant, const Dataset& data, const TraceOptions& options,
             const TracedMemory& memory) {
    if (const std::string reason = why_not_block(variant, options.block); !reason.empty())
        throw std::invalid_argument(
            fmt::format("{} has no blocks of {} threads: {}", variant.id, options.block, reason));
    Trace trace;
    trace.variant_id = variant.id;
    trace.workload = {.type = variant.workload, .rows = data.rows, .cols = data.rows, .dims = data.dims};
    trace.target = options.target;
    const auto start = std::chrono::steady_clock::now();
    const Run run{
        .problem = memory.problem(), .threads = options.threads, .block = options.block, .stop = options.stop};
    Execution execution{.run = run,
                        .rows = data.rows,
                        .options = &options,
                        .memory = &memory.map(),
                        .most_seconds = most_seconds(options.patience, data.rows),
                        .trace = &trace};
    {
        RestoredVariables variables;
        const CurrentExecution current(execution);
        variant.simulate(run);
        if (trace.blocks_examined == trace.blocks) variables.keep();
    }
    const double scale =
        trace.blocks_traced > 0 ? static_cast<double>(trace.blocks) / static_cast<double>(trace.blocks_traced) : 0.0;
    finish(trace, std::move(execution.parts), scale);
    trace.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return trace;
}

} // namespace

std::string why_not_simulated(const KernelVariant& variant) {
    if (variant.backend != Backend::cuda) return "it is no CUDA kernel";
    return why_no_simulation(variant);
}

void run(const KernelVariant& variant, const Run& run, double patience) {
    refuse_if_not_simulated(variant);
    const MemoryMap memory = memory_of(variant, run.problem);
    const std::int64_t rows = run.problem.a.rows;
    Execution execution{
        .run = run, .rows = rows, .memory = &memory, .most_seconds = most_seconds(patience, rows), .trace = nullptr};
    const CurrentExecution current(execution);
    variant.simulate(run);
}

Trace trace(const KernelVariant& variant, const Dataset& data, const TraceOptions& options) {
    refuse_if_not_simulated(variant);
    const TracedMemory memory(variant, data, options.target);
    return traced(variant, data, options, memory);
}

std::optional<EntryWriter> find_writer(const KernelVariant& variant, const Dataset& data, const TraceOptions& options,
                                       MatrixEntry entry) {
    refuse_if_not_simulated(variant);
    const TracedMemory memory(variant, data, options.target);
    const SearchedEntry searched = memory.place_of(entry);
    const Run run{.problem = memory.problem(),
                  .threads = cpu::threads_to_use(options.threads),
                  .block = options.block,
                  .stop = options.stop};
    Execution execution{.run = run,
                        .rows = data.rows,
                        .memory = &memory.map(),
                        .most_seconds = most_seconds(options.patience, data.rows),
                        .trace = nullptr,
                        .searched = &searched};
    {
        const CurrentExecution current(execution);
        variant.simulate(run);
    }
    if (!execution.last_store) return std::nullopt;
    const ObservedStore& store = *execution.last_store;
    const SourceLine line = source_of(store.pc);
    return EntryWriter{.block = store.block, .thread = store.thread, .file = line.file, .line = line.line};
}

TracedRun traced_run(const KernelVariant& variant, const Dataset& data, const TraceOptions& options) {
    refuse_if_not_simulated(variant);
    TracedMemory memory(variant, data, options.target);
    memory.poison();
    Trace trace = traced(variant, data, options, memory);
    return {.trace = std::move(trace), .answer = memory.answer()};
}

} // namespace pairscope::simt
