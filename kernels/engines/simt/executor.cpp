// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/executor.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/cpu/sets.h"
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/execution.h"
#include "kernels/engines/simt/memory/address_space.h"
#include "kernels/engines/simt/memory/kernel_module.h"
#include "kernels/engines/simt/memory/variables.h"
#include "kernels/engines/simt/remote.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <stdexcept>
#include <sys/mman.h>

namespace pairscope::simt {
namespace {

/// The output's memory. A sampled trace of a large matrix writes little of it: untouched pages cost nothing.
class OutputMemory {
public:
    OutputMemory(std::int64_t bytes, const WorkloadType& type) : bytes_(static_cast<std::size_t>(bytes) + 1) {
        memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory_ == MAP_FAILED)
            throw MemoryError(fmt::format("{} of host memory could not be allocated for the trace: choose fewer {}",
                                          bytes_in_words(static_cast<double>(bytes_)),
                                          counts_coordinates(type.inputs) ? "coordinates" : set_name(type, 0)));
    }
    ~OutputMemory() { munmap(memory_, bytes_); }
    OutputMemory(const OutputMemory&) = delete;
    OutputMemory& operator=(const OutputMemory&) = delete;
    [[nodiscard]] float* data() const { return static_cast<float*>(memory_); }

private:
    std::size_t bytes_ = 0;
    void* memory_ = nullptr;
};

/// The work of a launch is shared by its blocks, and a followed access takes up to 2.5 us of a slow machine: a launch
/// of one block computes all distances in it. A block that computes a tile does so for few rows, too.
BlockSeconds block_seconds(double patience, const Workload& workload) {
    constexpr double most_of_all_work = 20;
    constexpr std::int64_t tile_side = 64;
    const bool one_pair = workload.rows == 1 && workload.cols == 1; // its coordinates are what the grid shares
    const std::int64_t least = one_pair ? 1 : tile_side;
    const double pairs =
        static_cast<double>(std::max(workload.rows, least)) * static_cast<double>(std::max(workload.cols, least));
    const double coordinates = pairs * static_cast<double>(std::max<std::int64_t>(workload.dims, 2));
    return {.each = patience + 0.125e-6 * coordinates, .shared = std::min(2.5e-6 * coordinates, most_of_all_work)};
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

/// The sets, one range each. A workload of one set has it once.
void add_inputs(MemoryMap& map, const WorkloadType& type, const Problem& problem) {
    map.ranges.push_back(range_of(problem.a, set_name(type, 0)));
    if (problem.b.data != problem.a.data) map.ranges.push_back(range_of(problem.b, set_name(type, 1)));
}

Workload workload_of_problem(const KernelVariant& variant, const Problem& problem) {
    return {variant.workload, problem.a.rows, problem.b.rows, problem.a.dims};
}

const KernelModule& kernel_module(const KernelVariant& variant) {
    return module_of(reinterpret_cast<const void*>(variant.simulate));
}

/// The memory that a kernel reads and writes when it is not traced.
MemoryMap memory_of(const KernelVariant& variant, const Problem& problem) {
    MemoryMap map;
    map.module = &kernel_module(variant);
    add_inputs(map, type_of(variant.workload), problem);
    const Workload workload = workload_of_problem(variant, problem);
    const MatrixShape words = words_of(output_of(workload, variant.both_directions));
    if (const auto* out = std::get_if<LinearMemory>(&problem.out))
        map.ranges.push_back(
            range("out", out->data, ((words.rows - 1) * out->pitch + words.cols) * bytes_of(out->entry)));
    else
        map.surfaces.push_back(reinterpret_cast<SurfaceMemory*>(std::get<Surface>(problem.out).handle));
    if (variant.workspace_bytes != nullptr)
        map.ranges.push_back(range("workspace", problem.workspace, variant.workspace_bytes(workload)));
    return map;
}

/// The variables that are declared in namespaces of kernels.
std::vector<GlobalRange> variables_of_kernels(const KernelModule& module) {
    std::vector<GlobalRange> found;
    for (const std::span<std::byte> variable : variables_of(module).of_kernels)
        found.push_back(range({}, variable.data(), static_cast<std::int64_t>(variable.size())));
    return found;
}

/// Where the variables of a stripped program lie, among them those that are declared `__device__`.
std::vector<GlobalRange> unknown_variables(const KernelModule& module) {
    std::vector<GlobalRange> found;
    for (const AddressRange& segment : module.variables)
        found.push_back(
            {.name = "a variable of the program", .begin = segment.begin, .end = segment.end, .written = {}});
    std::ranges::sort(found, {}, &GlobalRange::begin);
    return found;
}

/// The variables of kernels with their writers: they are memory that blocks share.
std::vector<GlobalRange> followed_variables(const KernelModule& module) {
    const Variables& known = variables_of(module);
    if (!known.are_known) return unknown_variables(module);
    std::vector<GlobalRange> variables = known.device;
    for (const std::span<std::byte> variable : known.of_kernels) {
        const auto begin = reinterpret_cast<std::uintptr_t>(variable.data());
        const auto found = std::ranges::lower_bound(variables, begin, {}, &GlobalRange::begin);
        if (found != variables.end() && found->begin == begin)
            found->writers = std::make_shared<LastWriters>((static_cast<std::int64_t>(variable.size()) + 3) / 4);
    }
    return variables;
}

/// What a traced kernel reads and writes.
class TracedMemory {
public:
    TracedMemory(const KernelVariant& variant, const Inputs& inputs, TargetKind target)
        : workload_(workload_of(variant.workload, inputs)),
          words_(words_of(output_of(workload_, variant.both_directions))), entries_(words_.rows * words_.cols),
          entry_(variant.entry), output_(entries_ * bytes_of(entry_), type_of(variant.workload)),
          parameters_(inputs.parameters.empty() ? usual_parameters(type_of(variant.workload)) : inputs.parameters) {
        a_.load(inputs.a);
        if (inputs.b.data != inputs.a.data) b_.load(inputs.b);
        problem_.a = a_.in(variant.layout);
        problem_.b = b_.empty() ? problem_.a : b_.in(variant.layout);
        problem_.parameters = parameters_;
        add_inputs(map_, type_of(variant.workload), problem_);
        if (target == TargetKind::linear)
            add_linear_output(written_);
        else
            add_surface(written_);
        add_workspace(variant);
        map_.module = &kernel_module(variant);
        variables_ = followed_variables(*map_.module);
        map_.device_variables = variables_;
        map_.shared_variables = variables_of(*map_.module).shared;
    }
    TracedMemory(const TracedMemory&) = delete;
    TracedMemory& operator=(const TracedMemory&) = delete;

    [[nodiscard]] const Workload& workload() const { return workload_; }
    [[nodiscard]] const MemoryMap& map() const { return map_; }
    [[nodiscard]] std::int64_t cols() const { return words_.cols; } ///< columns of the output
    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] SearchedEntry place_of(MatrixEntry entry) const {
        const auto bytes = static_cast<int>(bytes_of(entry_));
        if (!map_.surfaces.empty())
            return {
                .surface = &surface_, .x_begin = entry.col * bytes, .x_end = (entry.col + 1) * bytes, .y = entry.row};
        const auto begin = reinterpret_cast<std::uintptr_t>(output_.data()) +
                           static_cast<std::uintptr_t>((entry.row * words_.cols + entry.col) * bytes);
        return {.begin = begin, .end = begin + static_cast<std::uintptr_t>(bytes)};
    }
    void poison() {
        if (entry_ == Entry::float16)
            std::fill_n(all().halves(), entries_, half_poison_bits);
        else
            std::fill_n(output_.data(), entries_, std::bit_cast<float>(poison_bits));
    }
    /// Halves as floats; one that was never written is the poison of floats.
    /// Entries that followed blocks have written; see TracedEntries.
    void add_written(TracedEntries& found) const {
        // A word of linear memory has two halves, of which one may be unwritten, and is then 0; a texel is a word.
        const bool has_two = entry_ == Entry::float16 && map_.surfaces.empty();
        const auto add = [&](std::int64_t i) {
            if (has_two && (i >= entries_ || all().halves()[i] == 0)) return;
            found.places.push_back(
                {static_cast<std::int32_t>(i / words_.cols), static_cast<std::int32_t>(i % words_.cols)});
            found.values.push_back(entry_ == Entry::float16 ? float_of_half(all().halves()[i]) : output_.data()[i]);
        };
        for (const std::int64_t word : written_->marked()) {
            add(has_two ? 2 * word : word);
            if (has_two) add(2 * word + 1);
        }
    }
    [[nodiscard]] std::vector<float> output() const {
        if (entry_ == Entry::float32) return {output_.data(), output_.data() + entries_};
        std::vector<float> values(static_cast<std::size_t>(entries_));
        std::transform(all().halves(), all().halves() + entries_, values.begin(), [](std::uint16_t half) {
            return half == half_poison_bits ? std::bit_cast<float>(poison_bits) : float_of_half(half);
        });
        return values;
    }

private:
    [[nodiscard]] LinearMemory all() const { return {output_.data(), entries_, entry_}; }

    void add_linear_output(const std::shared_ptr<WrittenWords>& written) {
        GlobalRange linear = range("out", output_.data(), entries_ * bytes_of(entry_));
        linear.written = written;
        linear.writers = std::make_shared<LastWriters>(entries_);
        linear.cols = words_.cols;
        linear.entry_bytes = static_cast<int>(bytes_of(entry_));
        map_.ranges.push_back(std::move(linear));
        problem_.out = LinearMemory{output_.data(), words_.cols, entry_};
    }
    void add_surface(const std::shared_ptr<WrittenWords>& written) {
        surface_ = {.name = "out",
                    .data = reinterpret_cast<std::byte*>(output_.data()),
                    .rows = words_.rows,
                    .cols = words_.cols,
                    .texel_bytes = static_cast<int>(bytes_of(entry_)),
                    .written = written};
        map_.surfaces.push_back(&surface_);
        problem_.out = Surface{reinterpret_cast<std::uint64_t>(&surface_), entry_};
    }
    void add_workspace(const KernelVariant& variant) {
        if (variant.workspace_bytes == nullptr) return;
        const std::int64_t bytes = variant.workspace_bytes(workload_);
        workspace_.emplace(bytes, type_of(variant.workload));
        problem_.workspace = reinterpret_cast<std::byte*>(workspace_->data());
        GlobalRange memory = range("workspace", problem_.workspace, bytes);
        memory.written = std::make_shared<WrittenWords>((bytes + 3) / 4);
        memory.writers = std::make_shared<LastWriters>((bytes + 3) / 4);
        map_.ranges.push_back(std::move(memory));
    }

    Workload workload_;
    MatrixShape words_;
    std::int64_t entries_;
    Entry entry_;
    OutputMemory output_;
    std::shared_ptr<WrittenWords> written_ = std::make_shared<WrittenWords>(entries_);
    std::optional<OutputMemory> workspace_;
    std::vector<double> parameters_;
    cpu::SetStore a_, b_; ///< b_ is empty where there is one set
    SurfaceMemory surface_{};
    std::vector<GlobalRange> variables_; ///< device variables of the program
    MemoryMap map_;
    Problem problem_;
};

void refuse_if_not_simulated(const KernelVariant& variant) {
    if (const std::string reason = why_not_simulated(variant); !reason.empty())
        throw std::invalid_argument(fmt::format("{} cannot be executed on the CPU: {}", variant.id, reason));
}

Trace traced(const KernelVariant& variant, const TraceOptions& options, const TracedMemory& memory) {
    if (const std::string reason = why_not_block(variant, options.block); !reason.empty())
        throw std::invalid_argument(
            fmt::format("{} has no blocks of {} threads: {}", variant.id, options.block, reason));
    Trace trace;
    trace.variant_id = variant.id;
    trace.workload = memory.workload();
    trace.target = options.target;
    trace.out_pitch = memory.cols();
    trace.entry_bytes = bytes_of(variant.entry);
    const auto start = std::chrono::steady_clock::now();
    const HostRun host{.threads = options.threads, .stop = options.stop};
    const Run run{.problem = memory.problem(), .block = options.block, .host = &host};
    Execution execution{.run = run,
                        .rows = memory.workload().rows,
                        .options = &options,
                        .memory = &memory.map(),
                        .seconds = block_seconds(options.patience, memory.workload()),
                        .trace = &trace};
    {
        // In a stripped program a kernel's variables cannot be told apart from those that other threads change
        // meanwhile.
        RestoredVariables variables(!variables_of(*memory.map().module).are_known ? std::span<const GlobalRange>{}
                                                                                  : memory.map().device_variables);
        execution.restored = &variables;
        const CurrentExecution current(execution);
        variant.simulate(run);
        if (trace.blocks_traced() == trace.blocks()) variables.keep();
    }
    finish(trace, std::move(execution.parts));
    trace.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return trace;
}

} // namespace

std::string why_not_simulated(const KernelVariant& variant) {
    if (variant.backend != Backend::cuda) return "it is not a CUDA kernel";
    return why_no_simulation(variant);
}

bool program_is_stripped() { return !variables_of(module_of_program()).are_known; }

void run(const KernelVariant& variant, const Run& run, double patience) {
    refuse_if_not_simulated(variant);
    if (variant.remote != nullptr) return variant.remote->run(run);
    const MemoryMap memory = memory_of(variant, run.problem);
    const Workload workload = workload_of_problem(variant, run.problem);
    Execution execution{.run = run,
                        .rows = workload.rows,
                        .memory = &memory,
                        .seconds = block_seconds(patience, workload),
                        .trace = nullptr};
    const std::vector<GlobalRange> variables = variables_of_kernels(*memory.module);
    RestoredVariables restored(variables);
    for (const GlobalRange& variable : variables) restored.save(variable);
    const CurrentExecution current(execution);
    variant.simulate(run);
    if (!run.host->stop.stop_requested())
        restored.keep(); // else a later run would find counters that were left in the middle
}

Trace trace(const KernelVariant& variant, const Inputs& inputs, const TraceOptions& options) {
    refuse_if_not_simulated(variant);
    if (variant.remote != nullptr) return variant.remote->traced(inputs, options).trace;
    const TracedMemory memory(variant, inputs, options.target);
    return traced(variant, options, memory);
}

TracedEntries trace_few_blocks(const KernelVariant& variant, const Inputs& inputs, TraceOptions options) {
    refuse_if_not_simulated(variant);
    options.few_blocks = true;
    if (variant.remote != nullptr) return variant.remote->traced(inputs, options);
    const TracedMemory memory(variant, inputs, options.target);
    TracedEntries found{.trace = traced(variant, options, memory), .places = {}, .values = {}};
    if (!found.trace.left_launches_out && !options.stop.stop_requested()) memory.add_written(found);
    return found;
}

std::optional<EntryWriter> find_writer(const KernelVariant& variant, const Inputs& inputs, const TraceOptions& options,
                                       MatrixEntry entry) {
    refuse_if_not_simulated(variant);
    if (variant.remote != nullptr) return variant.remote->find_writer(inputs, options, entry);
    const TracedMemory memory(variant, inputs, options.target);
    const SearchedEntry searched = memory.place_of(entry);
    const HostRun host{.threads = cpu::threads_to_use(options.threads), .stop = options.stop};
    const Run run{.problem = memory.problem(), .block = options.block, .host = &host};
    Execution execution{.run = run,
                        .rows = memory.workload().rows,
                        .memory = &memory.map(),
                        .seconds = block_seconds(options.patience, memory.workload()),
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

TracedRun traced_run(const KernelVariant& variant, const Inputs& inputs, const TraceOptions& options) {
    refuse_if_not_simulated(variant);
    if (variant.simulate == nullptr)
        throw std::invalid_argument(fmt::format("the output of {} stays in the process that runs it", variant.id));
    TracedMemory memory(variant, inputs, options.target);
    memory.poison();
    Trace trace = traced(variant, options, memory);
    return {.trace = std::move(trace), .output = memory.output()};
}

} // namespace pairscope::simt
