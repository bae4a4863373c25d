// SPDX-License-Identifier: MIT
// The fields of kernels and of their instructions. FORMAT.md says what each of them means.
#include "profiling/recording/kernel_fields.h"

#include "profiling/recording/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace pairscope::profiling {
namespace {

constexpr std::size_t most_codes = 2000;   // a recording has so many
constexpr std::size_t most_listed = 50000; // a kernel has so many
constexpr std::size_t most_files = 1000, most_inlined = 100, most_loops = 1000;
constexpr std::int64_t instruction_bytes = 16; // every GPU that this program compiles for has such

/// Instructions of the same line follow each other or come back, so each place stands in the file once.
struct StoredCode {
    RecordedCode code; ///< without its instructions and loops
    std::vector<std::string> instructions{}, files{};
    std::vector<std::vector<int>> places{}; ///< file, line, and so on: outwards through inlined functions
    std::vector<int> place_of{};            ///< one for each instruction; -1: the compiler says nothing
    std::vector<std::vector<int>> loops{};  ///< the first instruction and the last one
};

template <class Key> int number_of(std::map<Key, int>& numbers, const Key& key) {
    return numbers.try_emplace(key, int(numbers.size())).first->second;
}

template <class Key> std::vector<Key> by_number(const std::map<Key, int>& numbers) {
    std::vector<Key> keys(numbers.size());
    for (const auto& [key, number] : numbers) keys[std::size_t(number)] = key;
    return keys;
}

bool are_regular(const SassKernel& sass) {
    for (std::size_t i = 0; i < sass.instructions.size(); ++i)
        if (sass.instructions[i].offset != std::int64_t(i) * instruction_bytes) return false;
    return true;
}

StoredCode stored(const RecordedCode& code) {
    StoredCode found{.code = code};
    found.code.sass.instructions.clear();
    found.code.sass.loops.clear();
    std::map<std::string, int> files;
    std::map<std::vector<int>, int> places;
    for (const SassInstruction& instruction : code.sass.instructions) {
        found.instructions.push_back(instruction.text);
        std::vector<int> place;
        for (const CodePlace& one : instruction.places) {
            place.push_back(number_of(files, one.file));
            place.push_back(one.line);
        }
        found.place_of.push_back(place.empty() ? -1 : number_of(places, place));
    }
    found.files = by_number(files);
    found.places = by_number(places);
    for (const SassLoop& loop : code.sass.loops) found.loops.push_back({int(loop.first), int(loop.last)});
    return found;
}

int depth_of(const std::vector<std::vector<int>>& loops, const std::vector<int>& loop) {
    return int(std::ranges::count_if(loops, [&](const std::vector<int>& other) {
        return other != loop && other[0] <= loop[0] && other[1] >= loop[1];
    }));
}

RecordedCode restored(StoredCode stored) {
    RecordedCode code = std::move(stored.code);
    for (std::size_t i = 0; i < stored.instructions.size(); ++i) {
        SassInstruction& one = code.sass.instructions.emplace_back();
        one.offset = std::int64_t(i) * instruction_bytes;
        one.text = std::move(stored.instructions[i]);
        if (stored.place_of[i] < 0) continue;
        const std::vector<int>& place = stored.places[std::size_t(stored.place_of[i])];
        for (std::size_t k = 0; k + 1 < place.size(); k += 2)
            one.places.push_back({stored.files[std::size_t(place[k])], place[k + 1]});
    }
    for (const std::vector<int>& loop : stored.loops)
        code.sass.loops.push_back({std::size_t(loop[0]), std::size_t(loop[1]), depth_of(stored.loops, loop)});
    return code;
}

/// Throws InputError for a number that names nothing.
void require_known(const JsonPlace& place, StoredCode& found) {
    const std::size_t count = found.instructions.size();
    if (found.place_of.size() != count)
        place.at("at").refuse(fmt::format("a list with one place for each of the {} instructions", count));
    for (const int one : found.place_of)
        if (one >= std::ssize(found.places)) place.at("at").refuse("a list of places in `places`");
    for (const std::vector<int>& one : found.places) {
        bool fits = !one.empty() && one.size() % 2 == 0;
        for (std::size_t k = 0; k < one.size(); k += 2) fits = fits && one[k] < std::ssize(found.files);
        if (!fits) place.at("places").refuse("a list of files, by their places in `files`, each with a line,");
    }
    for (const std::vector<int>& loop : found.loops)
        if (loop.size() != 2 || loop[0] > loop[1] || loop[1] >= std::ssize(found.instructions))
            place.at("loops").refuse("a list of loops, each with its first instruction and its last one,");
    if (found.code.made < std::ssize(found.instructions))
        place.at("made").refuse(fmt::format("a number of at least {}, the instructions that are here,", count));
}

template <auto part> constexpr auto of_code = [](auto& stored) -> auto& { return stored.code.*part; };
constexpr auto symbol_of_code = [](auto& stored) -> auto& { return stored.code.sass.symbol; };
constexpr as::List numbers{as::count, 2 * most_inlined};

} // namespace

template <>
inline constexpr auto fields<RecordedKernel> = std::tuple{
    field("variant", &RecordedKernel::variant_id, as::Text{}),
    field("title", &RecordedKernel::title, as::Text{}, may_be_absent),
    field("workload", &RecordedKernel::workload, as::Text{}, may_be_absent),
    field("parent", &RecordedKernel::parent, as::Text{}, may_be_absent),
    field("source", &RecordedKernel::source, as::Text{}),
    field("compiler", &RecordedKernel::compiler, as::Text{}, may_be_absent),
};

template <>
inline constexpr auto fields<StoredCode> = std::tuple{
    field("variant", of_code<&RecordedCode::variant_id>, as::Text{}),
    field("target", of_code<&RecordedCode::target>, as::Word{&target_names}),
    field("architecture", of_code<&RecordedCode::architecture>, as::Whole{1, 10000}),
    field("kernel", of_code<&RecordedCode::kernel>, as::Text{}, may_be_absent),
    field("symbol", symbol_of_code, as::Text{}),
    field("checksum", of_code<&RecordedCode::checksum>, as::Text{}, unless_empty),
    field("made", of_code<&RecordedCode::made>, as::count),
    field("instructions", &StoredCode::instructions, as::List{as::Text{}, most_listed}),
    field("files", &StoredCode::files, as::List{as::Text{}, most_files}),
    field("places", &StoredCode::places, as::List{numbers, most_listed}),
    field("at", &StoredCode::place_of, as::List{as::Whole{-1, std::int64_t(most_listed)}, most_listed}),
    field("loops", &StoredCode::loops, as::List{as::List{as::count, 2}, most_loops}, unless_empty),
};

namespace {

/// Code whose instructions are not where the format has them is left out.
struct Code {
    [[nodiscard]] Json json(const RecordedCode& code, RecordingContext& context) const {
        const SassKernel& sass = code.sass;
        if (!are_regular(sass) || sass.instructions.size() > most_listed || sass.loops.size() > most_loops) return {};
        return as::Object<StoredCode>{}.json(stored(code), context);
    }
    void read(const JsonPlace& place, RecordedCode& code, RecordingContext& context) const {
        StoredCode found;
        as::Object<StoredCode>{require_known}.read(place, found, context);
        code = restored(std::move(found));
    }
};

constexpr as::KnownItems all_codes{Code{}, most_codes};
constexpr as::List all_kernels{as::Object<RecordedKernel>{}, most_own_kernels};

std::size_t bytes_in_recording(const RecordedCode& code) { return json_text({code}).size(); }

} // namespace

void cut_to(RecordedCode& code, std::size_t most_bytes) {
    auto& instructions = code.sass.instructions;
    while (!instructions.empty() && bytes_in_recording(code) > most_bytes) {
        instructions.resize(instructions.size() - std::max<std::size_t>(1, instructions.size() / 16));
        std::erase_if(code.sass.loops, [&](const SassLoop& loop) { return loop.last >= instructions.size(); });
    }
}

std::string json_text(const std::vector<RecordedCode>& codes) {
    RecordingContext context;
    std::string text;
    append(text, as::Codes{}.json(codes, context));
    return text;
}

std::size_t values_in(const std::vector<RecordedCode>& codes) {
    std::size_t values = 0;
    for (const RecordedCode& code : codes) {
        values += 40 + 3 * code.sass.loops.size();
        for (const SassInstruction& one : code.sass.instructions) values += 3 + 2 * one.places.size();
    }
    return values;
}

namespace as {

Json OwnKernels::json(const std::vector<RecordedKernel>& kernels, RecordingContext& context) const {
    return all_kernels.json(kernels, context);
}
void OwnKernels::read(const JsonPlace& place, std::vector<RecordedKernel>& kernels, RecordingContext& context) const {
    all_kernels.read(place, kernels, context);
}

Json Codes::json(const std::vector<RecordedCode>& codes, RecordingContext& context) const {
    return all_codes.json(codes, context);
}
void Codes::read(const JsonPlace& place, std::vector<RecordedCode>& codes, RecordingContext& context) const {
    all_codes.read(place, codes, context);
}

} // namespace as

} // namespace pairscope::profiling
