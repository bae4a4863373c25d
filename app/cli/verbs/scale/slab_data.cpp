// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/slab_data.h"

#include "app/chart/number_text.h"
#include "app/cli/options/data_refusals.h"
#include "app/cli/options/option_values.h"
#include "app/cli/reports/output.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/columns/column_doubts.h"
#include "kernels/data/errors.h"
#include "kernels/data/file_numbers.h"
#include "kernels/data/globe.h"
#include "kernels/data/readable.h"
#include "kernels/data/slabs/block_hash.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/scale/slabs/slab_preparation.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <link.h>
#include <malloc.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <span>
#include <utility>

namespace pairscope::cli {
namespace {

/// "64M", "1.5GB", "2GiB", "1000000": a number of bytes; absent if it is none.
std::optional<std::int64_t> bytes_in(const std::string& text) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !(number >= 0.0)) return {};
    std::string unit(end, text.data() + text.size());
    std::ranges::transform(unit, unit.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    constexpr double most = 0x1p62;
    double factor = 1.0;
    if (!unit.empty() && unit != "B") {
        const std::size_t place = std::string_view("KMGT").find(unit.front());
        const std::string rest = unit.substr(1);
        const bool is_binary = rest == "I" || rest == "IB";
        if (place == std::string_view::npos || !(rest.empty() || rest == "B" || is_binary)) return {};
        factor = std::pow(is_binary ? 1024.0 : 1000.0, static_cast<double>(place + 1));
    }
    return number * factor < most ? std::optional(static_cast<std::int64_t>(number * factor)) : std::nullopt;
}

/// A line of a file of the system, "RssAnon:  1234 kB", in bytes; 0 if it is not there.
std::int64_t kilobytes_in(const char* file, std::string_view key) {
    std::ifstream stream(file);
    std::string line;
    while (std::getline(stream, line))
        if (line.starts_with(key)) return 1024 * std::strtoll(line.c_str() + key.size(), nullptr, 10);
    return 0;
}

/// Freed memory goes back to the system at once, and all threads share what is left.
void keep_no_freed_memory() {
    constexpr int least_of_its_own = 1 << 16; // [B]
    ::mallopt(M_MMAP_THRESHOLD, least_of_its_own);
    ::mallopt(M_TRIM_THRESHOLD, least_of_its_own);
    ::mallopt(M_ARENA_MAX, 1);
}

/// How many bytes the variables take that each thread has a copy of. The shared arrays of simulated kernels are such
/// variables.
std::int64_t variables_of_thread() {
    std::int64_t bytes = 0;
    ::dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* sum) {
            for (const ElfW(Phdr) & part : std::span(object->dlpi_phdr, object->dlpi_phnum))
                if (part.p_type == PT_TLS) *static_cast<std::int64_t*>(sum) += static_cast<std::int64_t>(part.p_memsz);
            return 0;
        },
        &bytes);
    return bytes;
}

/// What is left of the limit for slabs.
std::int64_t memory_for_slabs(const MemoryOptions& memory, int threads) {
    constexpr std::int64_t stack = std::int64_t{1} << 17, of_rest = std::int64_t{1} << 21; // texts, results
    const std::int64_t all = memory.bytes.value_or(kilobytes_in("/proc/meminfo", "MemAvailable:") / 2);
    const std::int64_t more_threads = cpu::threads_to_use(threads) + 1; // the progress line has one
    return all - anonymous_memory() - of_rest - (stack + variables_of_thread()) * more_threads;
}

void require_comparable(const WorkloadType& type, std::string_view what) {
    if (const std::string reason = why_no_distances(type); !reason.empty())
        throw InputError(fmt::format("{}, because {}", what, reason));
    if (const std::string_view reason = scale::why_not_in_slabs(type); !reason.empty())
        throw InputError(fmt::format("{} {}: leave --memory out", type.id, reason));
}

void require_dims(const WorkloadType& type, const SlabFiles& files, const SlabReader& reader) {
    InputRule rule = type.inputs;
    if (files.dims && *files.dims <= rule.dims.most) rule.dims.most = std::numeric_limits<std::int64_t>::max();
    pairscope::require_dims(reader.file().name(), rule, reader.file().cols());
    if (reader.rows() < rule.rows.least)
        throw InputError(fmt::format("{} has only {}, and {} needs at least {}: give a file with more",
                                     reader.file().name(), counted(reader.rows(), "vector"), type.id, rule.rows.least));
    if (reader.rows() > most_rows_in_slabs)
        throw InputError(fmt::format("{} has {}, and at most {} can be compared: use the first ones with --n",
                                     reader.file().name(), counted(reader.rows(), "row"),
                                     app::grouped(most_rows_in_slabs)));
}

void require_equal_dims(const SlabReader& first, const SlabReader& second) {
    if (first.dims() == second.dims()) return;
    throw InputError(fmt::format("the vectors of {} have {}, those of {} have {}, and both sets must have the same "
                                 "number of coordinates: give files that belong together, or take the first "
                                 "coordinates of both with --dims",
                                 shown(first.file().path()), counted(first.dims(), "coordinate"),
                                 shown(second.file().path()), second.dims()));
}

std::unique_ptr<SlabReader> reader_of(const DataOptions& options, const WorkloadType& type, const SlabFiles& files,
                                      const SlabFiles::Set& set) {
    const SlabForm form{.element = type.inputs.element,
                        .dims = files.dims.value_or(0),
                        .unit_length = type.inputs.unit_length,
                        .may_shift = files.may_shift,
                        .standardise = files.standardise};
    auto file = std::make_shared<const ArrayFile>(look_at_file(options, set.path));
    return std::make_unique<SlabReader>(file, set.rows.value_or(file->rows()), form);
}

/// Does a column count the rows, or number classes? Pictures have no such columns.
std::string note_on_columns(const SlabReader& reader) {
    if (reader.file().picture_width() > 0) return {};
    const FileNumbers numbers = reader.numbers(0, rows_looked_at(reader.rows(), reader.dims()));
    return note_on_array(numbers.rows(), reader.dims(),
                         [&](std::int64_t row, std::int64_t k) { return numbers.at(row, k); });
}

std::shared_ptr<const Dataset> described(const SlabReader& reader, const SlabFiles& files,
                                         const std::string& note_on_prepared = {}) {
    Dataset set = reader.description();
    set.axes = files.axes;
    if (files.type->prepare != nullptr) set.unit.clear();
    if (files.type->metric == Metric::great_circle) set.latitude_axis = reader.read(0, 1).set.latitude_axis;
    if (const std::string note = note_on_origin(reader.form().origins, set.axes); !note.empty()) add_note(set, note);
    if (const std::string note = note_on_columns(reader); !note.empty()) add_note(set, note);
    if (!note_on_prepared.empty()) add_note(set, note_on_prepared);
    return std::make_shared<const Dataset>(std::move(set));
}

std::string fingerprint_of(const SlabData& slabs) {
    std::uint64_t hash = hash_of_block(slabs.data.question.workload);
    for (const double parameter : slabs.data.question.parameters)
        hash = hash_of_block(fmt::format("{}", parameter), hash);
    for (const auto& reader : slabs.readers) {
        const SlabForm& form = reader->form();
        hash = hash_of_block(fmt::format("{:x} {} {} {}", reader->file().fingerprint(reader->rows()), form.dims,
                                         form.may_shift, form.standardise),
                             hash);
    }
    return fmt::format("{:016x}", hash);
}

void say_sets(const SlabData& slabs) {
    const app::Question& question = slabs.data.question;
    if (slabs.question.metric == Metric::great_circle)
        say(fmt::format("{}: {}", question.first->name, place_words(*question.first)));
    for (const auto& set : {question.first, question.second == question.first ? nullptr : question.second})
        if (set && !set->note.empty()) say(fmt::format("{}: {}", set->name, set->note));
}

/// May the rows be more than are loaded, in a file that can be read in slabs?
bool has_too_many_rows(const DataOptions& options) {
    for (const std::filesystem::path& path : input_files(options)) {
        std::error_code unknown;
        if (!std::filesystem::is_regular_file(path, unknown)) continue; // what comes from a pipe is read once
        try {
            const InputFile file = look_at_file(options, path);
            if (!file.is(FileFormat::npy) && !file.is(FileFormat::idx)) continue;
            if (std::min(ArrayFile(file).rows(), options.n.value_or(most_rows_in_slabs)) > max_rows) return true;
        } catch (const InputError&) {
            continue; // it is loaded as any other file, or refused
        }
    }
    return false;
}

} // namespace

void add_memory_option(CLI::App& verb, MemoryOptions& options) {
    CLI::Validator validator;
    validator.operation([](std::string& text) {
        const auto bytes = bytes_in(text);
        if (!bytes)
            throw InputError(fmt::format("--memory is {}: give a number of bytes, such as 500M or 4G", readable(text)));
        text = fmt::format("{}", *bytes);
        return std::string();
    });
    verb.add_option("--memory", options.bytes,
                    "Read .npy and idx files in slabs, and use no more anonymous memory than this on each rank, such "
                    "as 500M or 4G [load files whole]")
        ->type_name("BYTES")
        ->transform(std::move(validator))
        ->group("Files larger than memory");
}

std::int64_t anonymous_memory() { return kilobytes_in("/proc/self/status", "RssAnon:"); }

std::optional<SlabData> open_in_slabs(const DataOptions& options, const MemoryOptions& memory, int threads,
                                      std::string_view what) {
    if (!memory.bytes && !(may_be_in_slabs(options) && has_too_many_rows(options))) return {};
    keep_no_freed_memory();
    const SlabFiles files = slab_files_of(options);
    require_comparable(*files.type, what);
    SlabData slabs;
    slabs.readers.push_back(reader_of(options, *files.type, files, files.first));
    const bool is_one_file = files.second && files.second->path == files.first.path;
    const bool is_one_set = !files.second || (is_one_file && files.first.rows == files.second->rows);
    if (!is_one_set) slabs.readers.push_back(reader_of(options, *files.type, files, *files.second));
    for (const auto& reader : slabs.readers) require_dims(*files.type, files, *reader);
    if (!is_one_set) require_equal_dims(*slabs.readers[0], *slabs.readers[1]);
    slabs.memory = memory_for_slabs(memory, threads);
    std::vector<SlabReader*> readers;
    for (const auto& reader : slabs.readers) readers.push_back(reader.get());
    find_columns(readers, slabs.memory);
    const std::string note = scale::prepare_slabs(*files.type, readers, files.axes, slabs.memory);
    app::Question& question = slabs.data.question;
    slabs.data.source = files.source;
    question.workload = files.type->id;
    question.first = described(*readers[0], files, note);
    if (files.second) question.second = is_one_set ? question.first : described(*readers[1], files);
    question.same_rows = is_one_file && !is_one_set;
    question.parameters = files.parameters;
    slabs.question = {.first = {.reader = readers[0]},
                      .second = is_one_set ? std::nullopt : std::optional(scale::SlabSide{.reader = readers[1]}),
                      .metric = files.type->metric,
                      .own = app::own_distance(question),
                      .same_rows = question.same_rows,
                      .prepares_rows = files.type->prepare != nullptr,
                      .odd_rows = odd_kinds_of(*files.type, readers[0]->dims())};
    slabs.fingerprint = fingerprint_of(slabs);
    say_sets(slabs);
    return slabs;
}

} // namespace pairscope::cli
