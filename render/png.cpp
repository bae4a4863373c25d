// SPDX-License-Identifier: MIT
#include "render/png.h"

#include "kernels/data/errors.h"
#include "kernels/data/save.h"
#include "render/png_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <spng.h>
#include <stdexcept>

namespace pairscope {

namespace {

struct FreeContext {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};
using Context = std::unique_ptr<spng_ctx, FreeContext>;

constexpr std::int64_t band_bytes = 4 << 20; // bytes of entries asked for at a time
constexpr std::size_t rgb_bytes = 3, rgba_bytes = 4;

void check(int code) {
    if (code != 0) throw std::runtime_error(fmt::format("the PNG could not be written: {}", spng_strerror(code)));
}

/// What the file is to hold besides its pixels.
struct Header {
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool alpha = false;
    bool fast = false; ///< the lowest zlib level and no row filters
};

/// Writes a PNG row by row. An exception of the sink does not pass through the C library: it is kept and thrown after.
class Encoder {
public:
    Encoder(const Header& header, const std::vector<PngText>& text, const ByteSink& sink)
        : alpha_(header.alpha), sink_(sink), context_(spng_ctx_new(SPNG_CTX_ENCODER)) {
        check(spng_set_png_stream(context_.get(), &Encoder::pass_on, this));
        if (header.fast) {
            // 4096 x 4096 distances in viridis: 0.5 s and 3.0 MB, with filters 0.9 s and 3.1 MB.
            check(spng_set_option(context_.get(), SPNG_IMG_COMPRESSION_LEVEL, 1));
            check(spng_set_option(context_.get(), SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_NONE));
        }
        spng_ihdr ihdr{};
        ihdr.width = static_cast<std::uint32_t>(header.width);
        ihdr.height = static_cast<std::uint32_t>(header.height);
        ihdr.bit_depth = 8;
        ihdr.color_type = alpha_ ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA : SPNG_COLOR_TYPE_TRUECOLOR;
        check(spng_set_ihdr(context_.get(), &ihdr));
        set_text(text);
        check_and_rethrow(spng_encode_image(context_.get(), nullptr, 0, SPNG_FMT_PNG,
                                            SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE));
        row_.resize(static_cast<std::size_t>(header.width) * (alpha_ ? rgba_bytes : rgb_bytes));
    }

    void write_row(std::span<const Rgba> pixels) {
        std::uint8_t* out = row_.data();
        for (const Rgba pixel : pixels) {
            *out++ = pixel.r;
            *out++ = pixel.g;
            *out++ = pixel.b;
            if (alpha_) *out++ = pixel.a;
        }
        const int code = spng_encode_row(context_.get(), row_.data(), row_.size());
        if (code != SPNG_EOI) check_and_rethrow(code);
    }

private:
    static int pass_on(spng_ctx*, void* encoder, void* data, std::size_t length) {
        auto& self = *static_cast<Encoder*>(encoder);
        try {
            self.sink_({static_cast<const std::byte*>(data), length});
            return 0;
        } catch (...) {
            self.failure_ = std::current_exception();
            return SPNG_IO_ERROR;
        }
    }

    void check_and_rethrow(int code) const {
        if (failure_) std::rethrow_exception(failure_);
        check(code);
    }

    void set_text(const std::vector<PngText>& text) {
        std::vector<spng_text> chunks;
        for (const PngText& entry : text) {
            spng_text chunk{};
            const std::size_t length = std::min(entry.keyword.size(), sizeof(chunk.keyword) - 1);
            std::memcpy(chunk.keyword, entry.keyword.data(), length);
            chunk.type = SPNG_ITXT;
            chunk.text = const_cast<char*>(entry.text.c_str());
            chunk.length = entry.text.size();
            chunk.language_tag = empty_;
            chunk.translated_keyword = empty_;
            chunks.push_back(chunk);
        }
        if (!chunks.empty()) {
            check(spng_set_text(context_.get(), chunks.data(), static_cast<std::uint32_t>(chunks.size())));
        }
    }

    bool alpha_;
    const ByteSink& sink_;
    Context context_;
    char empty_[1] = ""; // the C interface wants mutable characters and does not change them
    std::exception_ptr failure_;
    std::vector<std::uint8_t> row_;
};

void refuse_unless_read(int code, const std::filesystem::path& path) {
    if (code != 0)
        throw InputError(fmt::format("{}: this PNG file cannot be read ({})", path.string(), spng_strerror(code)));
}

std::vector<PngText> text_in(spng_ctx* context) {
    std::uint32_t count = 0;
    if (spng_get_text(context, nullptr, &count) != 0 || count == 0) return {};
    std::vector<spng_text> chunks(count);
    if (spng_get_text(context, chunks.data(), &count) != 0) return {};
    std::vector<PngText> text;
    for (const spng_text& chunk : chunks) text.push_back({chunk.keyword, std::string(chunk.text, chunk.length)});
    return text;
}

} // namespace

std::string png_bytes(const Image& image) {
    std::string bytes;
    const ByteSink sink = [&](std::span<const std::byte> part) {
        bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
    };
    Encoder encoder({.width = image.width, .height = image.height}, {}, sink);
    for (std::int64_t row = 0; row < image.height; ++row)
        encoder.write_row(std::span(image.pixels).subspan(std::size_t(row * image.width), std::size_t(image.width)));
    return bytes;
}

void save_png(const std::filesystem::path& path, const Image& image, const std::vector<PngText>& text,
              std::atomic<std::int64_t>* rows_done) {
    const bool alpha = std::ranges::any_of(image.pixels, [](Rgba pixel) { return pixel.a != 255; });
    const auto width = static_cast<std::size_t>(image.width);
    save_atomically(path, [&](const ByteSink& sink) {
        Encoder encoder({image.width, image.height, alpha, false}, text, sink);
        for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
            encoder.write_row(std::span(image.pixels).subspan(y * width, width));
            if (rows_done != nullptr) ++*rows_done;
        }
    });
}

PngFile load_png(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(fmt::format("{}: the file cannot be opened", path.string()));
    const std::vector<char> bytes(std::istreambuf_iterator<char>(in), {});
    const Context context(spng_ctx_new(0));
    refuse_unless_read(spng_set_png_buffer(context.get(), bytes.data(), bytes.size()), path);
    spng_ihdr header{};
    refuse_unless_read(spng_get_ihdr(context.get(), &header), path);
    std::size_t size = 0;
    refuse_unless_read(spng_decoded_image_size(context.get(), SPNG_FMT_RGBA8, &size), path);
    PngFile file{{header.width, header.height, std::vector<Rgba>(size / sizeof(Rgba))}, {}};
    refuse_unless_read(spng_decode_image(context.get(), file.image.pixels.data(), size, SPNG_FMT_RGBA8, 0), path);
    file.text = text_in(context.get());
    return file;
}

void save_matrix_png(const std::filesystem::path& path, const MatrixPng& matrix) {
    const auto cols = static_cast<std::size_t>(matrix.shape.cols);
    const std::int64_t band = std::max<std::int64_t>(1, band_bytes / (matrix.shape.cols * 4));
    std::vector<Rgba> pixels(cols);
    save_atomically(path, [&](const ByteSink& sink) {
        Encoder encoder({matrix.shape.cols, matrix.shape.rows, false, true}, matrix.text, sink);
        for (std::int64_t row = 0; row < matrix.shape.rows; row += band) {
            const std::int64_t count = std::min(band, matrix.shape.rows - row);
            const std::vector<float> entries = matrix.rows_of(row, count);
            for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
                colour_values(std::span(entries).subspan(i * cols, cols), matrix.colouring, pixels);
                encoder.write_row(pixels);
            }
        }
    });
}

} // namespace pairscope
