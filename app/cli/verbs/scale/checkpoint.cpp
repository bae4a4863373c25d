// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/checkpoint.h"

#include "app/cli/reports/output.h"
#include "app/spine/files/columns.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/data/text.h"
#include "kernels/scale/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string_view>
#include <utility>

namespace pairscope::cli {
namespace {

constexpr int format_version = 1;
constexpr std::string_view advice = "give --checkpoint another name, or delete the file to begin anew";

InputError damaged(const std::filesystem::path& file) {
    return InputError(fmt::format("{} is damaged or no checkpoint: {}", shown(file), advice));
}

std::string read_whole(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream.is_open() || stream.bad()) throw InputError(fmt::format("cannot read the checkpoint {}", shown(file)));
    return text;
}

app::Json head_of(const CheckpointOwner& owner, std::uint64_t hash) {
    return {{"pairscope_checkpoint", format_version},
            {"version", owner.version},
            {"verb", owner.verb},
            {"options", owner.options},
            {"data", owner.data},
            {"hash", fmt::format("{:016x}", hash)}};
}

/// Throws InputError that says what is another one.
void refuse_stranger(const std::filesystem::path& file, const app::Json& head, const CheckpointOwner& owner) {
    const auto text = [&](const char* key) { return head.value(key, std::string()); };
    const auto refuse = [&](std::string_view what) {
        throw InputError(fmt::format("{} is a checkpoint {}: {}", shown(file), what, advice));
    };
    if (text("version") != owner.version)
        refuse(fmt::format("of version {} of the program, and this is version {}", text("version"), owner.version));
    if (text("verb") != owner.verb) refuse(fmt::format("of the verb {}, and this is {}", text("verb"), owner.verb));
    if (text("options") != owner.options)
        refuse(fmt::format("with the options {}, and these are {}", text("options"), owner.options));
    if (text("data") != owner.data) refuse("of other data");
}

double share_of(const std::vector<std::uint8_t>& done) {
    if (done.empty()) return 1.0;
    return static_cast<double>(std::ranges::count(done, 1)) / static_cast<double>(done.size());
}

} // namespace

Checkpoint::Checkpoint(CheckpointOptions options, CheckpointOwner owner)
    : options_(std::move(options)), owner_(std::move(owner)) {
    require_savable(options_.file);
    std::error_code unknown;
    if (std::filesystem::exists(options_.file, unknown)) read();
}

void Checkpoint::read() {
    const std::string text = read_whole(options_.file);
    const std::size_t line = text.find('\n');
    if (line == std::string::npos) throw damaged(options_.file);
    const app::Json head = app::Json::parse(text.substr(0, line), nullptr, false);
    if (!head.is_object() || head.value("pairscope_checkpoint", app::Json()) != format_version)
        throw damaged(options_.file);
    for (const char* key : {"version", "verb", "options", "data", "hash"})
        if (!head.contains(key) || !head.at(key).is_string()) throw damaged(options_.file);
    const auto bytes = std::as_bytes(std::span(text)).subspan(line + 1);
    if (head.at("hash") != fmt::format("{:016x}", scale::hash_of(bytes))) throw damaged(options_.file);
    refuse_stranger(options_.file, head, owner_);
    try {
        scale::ByteReader reader(bytes);
        const auto count = reader.get<std::int64_t>();
        for (std::int64_t part = 0; part < count; ++part) {
            Part& one = read_.emplace_back();
            one.done = reader.get_all<std::uint8_t>();
            one.merged = reader.get_all<std::byte>();
        }
    } catch (const std::runtime_error&) {
        throw damaged(options_.file);
    }
}

scale::PieceWork with_numbers(const scale::PieceWork& work) {
    scale::PieceWork numbered = work;
    numbered.compute = [compute = work.compute](std::int64_t piece, const std::stop_token& stop) {
        scale::ByteWriter writer;
        writer.put(piece);
        const scale::Bytes result = compute(piece, stop);
        writer.put_all(std::span<const std::byte>(result));
        return writer.take();
    };
    return numbered;
}

scale::PieceWork Checkpoint::keep(const scale::PieceWork& work) {
    const std::size_t part = parts_.size();
    work_ = work;
    Part& now = parts_.emplace_back();
    now.done.resize(static_cast<std::size_t>(work.pieces));
    if (part < read_.size()) {
        if (std::ssize(read_[part].done) != work.pieces) throw damaged(options_.file);
        now.done = read_[part].done;
        work.merge(read_[part].merged);
        if (const double before = share(); before > 0.0 && work.pieces > 0)
            say(fmt::format("going on from {}, which has {:.3g} % of this part", shown(options_.file), 100.0 * before));
    }
    say_size();
    scale::PieceWork kept = with_numbers(work);
    kept.merge = [this, part](std::span<const std::byte> result) { take(part, result); };
    kept.is_done = [this, part](std::int64_t piece) { return parts_[part].done[static_cast<std::size_t>(piece)] != 0; };
    return kept;
}

void Checkpoint::take(std::size_t part, std::span<const std::byte> result) {
    scale::ByteReader reader(result);
    const auto piece = reader.get<std::int64_t>();
    const scale::Bytes whole = reader.get_all<std::byte>();
    work_.merge(whole);
    parts_.at(part).done.at(static_cast<std::size_t>(piece)) = 1;
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - saved_).count() < options_.seconds) return;
    save();
    saved_ = std::chrono::steady_clock::now();
}

void Checkpoint::finish() {
    save();
    work_ = {};
}

/// A file that becomes more than twice as large is worth another word, unless a block of the disk still holds it.
void Checkpoint::say_size() {
    parts_.back().merged = work_.merged();
    const std::size_t bytes = bytes_of_parts().size() + head_of(owner_, 0).dump().size() + 1;
    constexpr std::size_t block = 4096;
    if (said_bytes_ > 0 && bytes <= std::max(2 * said_bytes_, block)) return;
    said_bytes_ = bytes;
    say(fmt::format("{} takes about {}, and twice as much while it is written", shown(options_.file),
                    bytes_in_words(static_cast<double>(bytes))));
}

scale::Bytes Checkpoint::bytes_of_parts() const {
    scale::ByteWriter writer;
    writer.put(std::int64_t{std::ssize(parts_)});
    for (const Part& part : parts_) {
        writer.put_all(std::span<const std::uint8_t>(part.done));
        writer.put_all(std::span<const std::byte>(part.merged));
    }
    return writer.take();
}

/// Where the file cannot be written, the run goes on, and the old file is as it was.
void Checkpoint::save() {
    parts_.back().merged = work_.merged();
    const scale::Bytes bytes = bytes_of_parts();
    const std::string head = head_of(owner_, scale::hash_of(bytes)).dump() + "\n";
    try {
        save_atomically(options_.file, [&](const ByteSink& sink) {
            sink(std::as_bytes(std::span(head)));
            sink(bytes);
        });
    } catch (const InputError& error) {
        if (!has_failed_) say(error.what());
        has_failed_ = true;
    }
}

double Checkpoint::share() const { return parts_.empty() ? 0.0 : share_of(parts_.back().done); }

} // namespace pairscope::cli
