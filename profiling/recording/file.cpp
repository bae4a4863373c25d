// SPDX-License-Identifier: MIT
#include "profiling/recording/file.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/byte_source.h"
#include "kernels/data/readers/readers.h"
#include "kernels/data/save.h"
#include "kernels/data/table.h"
#include "kernels/data/text.h"
#include "profiling/recording/json_tree.h"
#include "profiling/recording/page_block.h"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <array>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <tuple>

namespace pairscope::profiling {
namespace {

struct FreeStream {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

/// zstd returns where the standard library throws.
void require_memory(std::size_t returned) {
    if (ZSTD_getErrorCode(returned) == ZSTD_error_memory_allocation) throw std::bad_alloc();
}

std::string bytes_in(ByteSource& source) {
    std::string bytes;
    std::array<char, std::size_t{64} << 10> part{};
    while (const std::size_t got = source.read(part)) {
        bytes.append(part.data(), got);
        if (bytes.size() > most_recording_bytes)
            source.refuse("it is larger than 256 MiB, which no recording is; open another file");
    }
    return bytes;
}

std::string unpacked(std::string_view packed, const std::stop_token& stop) {
    const std::unique_ptr<ZSTD_DStream, FreeStream> stream(ZSTD_createDStream());
    if (!stream) throw std::bad_alloc();
    std::string text;
    std::vector<char> part(ZSTD_DStreamOutSize());
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    std::size_t left = 1;
    while (in.pos < in.size || left != 0) {
        if (stop.stop_requested()) throw InputError("reading it was cancelled; open it again");
        ZSTD_outBuffer out{part.data(), part.size(), 0};
        const std::size_t before = in.pos;
        left = ZSTD_decompressStream(stream.get(), &out, &in);
        require_memory(left);
        if (ZSTD_isError(left) != 0)
            throw InputError(fmt::format("its zstd data is damaged after {} bytes ({}); copy the file again, or "
                                         "record it anew",
                                         grouped(std::int64_t(in.pos)), ZSTD_getErrorName(left)));
        text.append(part.data(), out.pos);
        if (text.size() > most_recording_bytes)
            throw InputError("it unpacks to more than 256 MiB, which no recording does; open another file");
        if (left != 0 && out.pos < out.size && in.pos == before)
            throw InputError(fmt::format("its zstd data is cut short after {} bytes; copy the file again, or record "
                                         "it anew",
                                         grouped(std::int64_t(packed.size()))));
    }
    return text;
}

std::string packed(std::string_view text) {
    constexpr int level = 10; // 22 is the highest: 10 takes 0.1 s for 10 MB, and is within some percent of the smallest
    const std::unique_ptr<ZSTD_CCtx, FreeStream> context(ZSTD_createCCtx());
    if (!context) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size = ZSTD_compress2(context.get(), bytes.data(), bytes.size(), text.data(), text.size());
    require_memory(size);
    if (ZSTD_isError(size) != 0)
        throw InputError(fmt::format("packing it failed ({}); save it again", ZSTD_getErrorName(size)));
    bytes.resize(size);
    return bytes;
}

/// The columns of a file that is no recording; absent: it cannot be read as a table.
std::optional<std::size_t> columns_in(const std::filesystem::path& path, const std::stop_token& stop = {}) {
    try {
        return load_table(path, stop).columns.size();
    } catch (const InputError&) {
        return {};
    }
}

/// What a file without the beginning of a recording is.
std::string other_content(const std::filesystem::path& path, const std::stop_token& stop) {
    const auto columns = columns_in(path, stop);
    if (!columns) return std::string(no_recording);
    return fmt::format("it is a table of {} columns, not a recording; give a file that pairscope record or File > "
                       "Save recording made, or open the table by pairscope FILE",
                       *columns);
}

/// The first bytes, as far as they can be unpacked.
std::string beginning_of(std::string_view bytes) {
    if (!bytes.starts_with(zstd_magic)) return std::string(bytes.substr(0, head_bytes));
    const std::unique_ptr<ZSTD_DStream, FreeStream> stream(ZSTD_createDStream());
    std::string text(head_bytes, '\0');
    ZSTD_outBuffer out{text.data(), text.size(), 0};
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (stream && in.pos < in.size && out.pos == 0)
        if (ZSTD_isError(ZSTD_decompressStream(stream.get(), &out, &in)) != 0) break;
    text.resize(out.pos);
    return text;
}

/// Is it a recording of any version, also one that is cut short? Others than this program may write the members in
/// another order.
bool is_recording(const std::filesystem::path& path) {
    ByteSource source(path);
    const std::string bytes = bytes_in(source);
    if (!begins_like_recording(bytes)) return false;
    std::string beginning = beginning_of(bytes);
    std::erase_if(beginning, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    if (beginning.starts_with("{\"format\":\"pairscoperecording\"")) return true;
    try {
        std::ignore = recording_in_content(bytes);
        return true;
    } catch (const InputError&) {
        return false;
    }
}

/// A recording takes the place of a recording, or of an empty file, and of nothing else.
void require_replaceable(const std::filesystem::path& path) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none) || std::filesystem::file_size(path, none) == 0) return;
    if (is_recording(path)) return;
    const auto columns = columns_in(path);
    const std::string found = columns ? fmt::format("a table of {} columns, not a recording", *columns)
                                      : "no recording, which alone may be replaced";
    throw InputError(fmt::format("cannot save {}: a file is there that is {}; choose another name (the old file is "
                                 "unchanged)",
                                 shown(path), found));
}

/// The file's bytes, or a sentence that names the file.
std::string content_for(const std::filesystem::path& path, const Recording& recording) {
    try {
        return content_of(recording);
    } catch (const InputError& error) {
        throw InputError(fmt::format("cannot save {}: {}", shown(path), error.what()));
    } catch (const std::bad_alloc&) {
        throw MemoryError(fmt::format("cannot save {}: the memory of this process is used up; close other programs, "
                                      "then save it again",
                                      shown(path)));
    }
}

Recording loaded(const std::filesystem::path& path, const std::stop_token& stop) {
    ByteSource source(path, stop);
    const std::string bytes = bytes_in(source);
    if (!bytes.empty() && !begins_like_recording(bytes) && !begins_like_page(bytes))
        throw InputError(fmt::format("cannot read {}: {}", shown(path), other_content(path, stop)));
    try {
        return recording_in_content(bytes, stop);
    } catch (const InputError& error) {
        throw InputError(fmt::format("cannot read {}: {}", shown(path), error.what()));
    }
}

} // namespace

Recording recording_in_content(std::string_view bytes, const std::stop_token& stop) {
    if (bytes.empty()) throw InputError("it is empty; copy the file again, or record it anew");
    if (begins_like_page(bytes)) return recording_in(recording_in_page(bytes, stop), stop);
    return bytes.starts_with(zstd_magic) ? recording_in(unpacked(bytes, stop), stop) : recording_in(bytes, stop);
}

std::string content_of(const Recording& recording) {
    std::string text = text_of(recording);
    if (text.size() > most_recording_bytes) throw InputError("it would be larger than 256 MiB; record fewer sizes");
    return text.size() > most_plain_bytes ? packed(text) : text;
}

Recording load_recording(const std::filesystem::path& path, const std::stop_token& stop) {
    try {
        return loaded(path, stop);
    } catch (const std::bad_alloc&) {
        throw MemoryError(fmt::format("cannot read {}: the memory of this process is used up; close other programs, "
                                      "then open it again",
                                      shown(path)));
    }
}

void require_savable(const std::filesystem::path& path, const Recording& recording, std::size_t runs_to_come) {
    require_replaceable(path);
    constexpr std::size_t bytes_of_run = std::size_t{16} << 10; // hundreds of samples, packed
    const std::size_t bytes = content_for(path, recording).size() + runs_to_come * bytes_of_run;
    pairscope::require_savable(path, static_cast<std::int64_t>(bytes));
}

void save_recording(const std::filesystem::path& path, const Recording& recording) {
    require_replaceable(path);
    save_text(path, content_for(path, recording));
}

std::filesystem::path save_new_recording(const std::filesystem::path& folder, const std::string& name,
                                         const Recording& recording) {
    return save_new_text(folder, name, content_for(folder / name, recording));
}

} // namespace pairscope::profiling
