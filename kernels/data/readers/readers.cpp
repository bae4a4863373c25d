// SPDX-License-Identifier: MIT
#include "kernels/data/readers/readers.h"

#include "kernels/data/readable.h"
#include "kernels/data/readers/idx.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/readers/npz.h"
#include "kernels/data/readers/records.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace pairscope {

namespace {

using namespace std::string_view_literals;

/// The name of a file, and its first bytes, unpacked if it is gzipped.
struct FileHead {
    std::string_view name;
    std::string_view bytes; ///< at most head_bytes
};

struct Reader {
    FileFormat format = FileFormat::text;
    std::span<const std::string_view> endings; ///< what its files are usually called: ".npy"
    bool has_data = true;                      ///< vectors or a table; a recording has more than that
    /// Is it certain by name and first bytes that this reader has to read the file? Null: it reads what no other one
    /// does.
    bool (*knows)(const FileHead& head) = nullptr;
    /// What comes before reading: refuses what is no such file, and passes on to the bytes that are read. Null:
    /// nothing.
    void (*open)(ByteSource& source) = nullptr;
};

constexpr std::array text_endings{".csv"sv, ".tsv"sv, ".txt"sv, ".dat"sv};
constexpr std::array npy_endings{".npy"sv};
constexpr std::array npz_endings{".npz"sv};
constexpr std::array packed_endings{".gz"sv}; // files in the idx format end in -ubyte, which is no ending, or so
constexpr std::array recording_endings{".pairscope"sv, ".html"sv}; // a page holds a recording

struct KnownFormat {
    std::string_view magic;   ///< the file's first bytes
    std::string_view finding; ///< what it is, and what to do
};
constexpr std::string_view web_page =
    "it is a web page, not a table; download the file itself, or save the table as CSV";
constexpr std::string_view json_text = "it is JSON, not a table; save its numbers as CSV";
constexpr std::string_view mathematica_text = "it is a list of Mathematica, not a table; export its numbers as CSV";
constexpr std::string_view nexus_text =
    "it is a NEXUS file; export its sequences as FASTA, or its distances as a table";
constexpr std::string_view protein_text = "it is a PDB file of a protein; save its coordinates as CSV";
/// What people open by mistake, or in hope.
constexpr std::array known_formats = {
    KnownFormat{"%PDF-"sv, "it is a PDF document, not a table; save its numbers as CSV"sv},
    KnownFormat{"PK\x03\x04"sv, "it is a ZIP archive (.xlsx and .ods are); save the table as CSV"sv},
    KnownFormat{"\xd0\xcf\x11\xe0"sv, "it is an old Office document; save the table as CSV"sv},
    KnownFormat{"\x89HDF"sv, "it is an HDF5 file; save the array as .npy"sv},
    KnownFormat{"PAR1\x15"sv, "it is a Parquet file; save the table as CSV"sv},
    KnownFormat{"SQLite format 3"sv, "it is an SQLite database; save the table as CSV"sv},
    KnownFormat{"\x89PNG"sv, "it is a PNG image, not a table; open CSV, white-space text or .npy"sv},
    KnownFormat{"\xff\xd8\xff"sv, "it is a JPEG image, not a table; open CSV, white-space text or .npy"sv},
    KnownFormat{"\x7f"
                "ELF"sv,
                "it is a program, not a table; open CSV, white-space text or .npy"sv},
    KnownFormat{"<!DOCTYPE"sv, web_page},
    KnownFormat{"<!doctype"sv, web_page},
    KnownFormat{"<html"sv, web_page},
    KnownFormat{"<?xml"sv, "it is an XML document, not a table; save its numbers as CSV"sv},
    KnownFormat{"#NEXUS"sv, nexus_text},
    KnownFormat{"#nexus"sv, nexus_text},
    KnownFormat{"CLUSTAL"sv, "it is an alignment of Clustal; save it as FASTA"sv},
    KnownFormat{"# STOCKHOLM"sv, "it is an alignment in the Stockholm format; save it as FASTA"sv},
    KnownFormat{"#mega"sv, "it is a file of MEGA; save its sequences as FASTA, or its distances as a table"sv},
    KnownFormat{"LOCUS  "sv, "it is a GenBank file; save its sequences as FASTA"sv},
    KnownFormat{"%%MatrixMarket"sv, "it is a sparse matrix of Matrix Market; save it as CSV or .npy"sv},
    KnownFormat{"File type = \"oo"sv, "it is an object of Praat; save its table as CSV"sv},
    KnownFormat{"##TITLE="sv, "it is a spectrum in the JCAMP-DX format; save its numbers as CSV"sv},
    KnownFormat{"HEADER  "sv, protein_text},
    KnownFormat{"ATOM   "sv, protein_text},
    KnownFormat{"CDF\x01"sv, "it is a netCDF file; save the array as .npy"sv},
    KnownFormat{"CDF\x02"sv, "it is a netCDF file; save the array as .npy"sv},
    KnownFormat{"ARROW1"sv, "it is an Arrow file; save the table as CSV"sv},
    KnownFormat{"$FL2"sv, "it is an SPSS file; save the table as CSV"sv},
    KnownFormat{"<stata_dta>"sv, "it is a Stata file; save the table as CSV"sv},
    KnownFormat{"<svg"sv, "it is an SVG image, not a table; open CSV, white-space text or .npy"sv},
    KnownFormat{"{\""sv, json_text},
    KnownFormat{"{\n"sv, json_text},
    KnownFormat{"{\r\n"sv, json_text},
    KnownFormat{"[{"sv, json_text},
    KnownFormat{"[["sv, json_text},
    KnownFormat{"[\n"sv, json_text},
    KnownFormat{"[\r\n"sv, json_text},
    KnownFormat{"{{"sv, mathematica_text},
    KnownFormat{"{ {"sv, mathematica_text},
    KnownFormat{zstd_magic, "it is packed with zstd; unpack it, or pack it with gzip"sv},
    KnownFormat{"\xfd"
                "7zXZ"sv,
                "it is packed with xz; unpack it, or pack it with gzip"sv},
    KnownFormat{"BZh91AY&SY"sv, "it is packed with bzip2; unpack it, or pack it with gzip"sv},
    KnownFormat{"\x1f\x8b"sv, "it is gzipped twice; unpack it once"sv},
    KnownFormat{"\xff\xfe\0\0"sv, "it is UTF-32 text; save it as UTF-8"sv},
    KnownFormat{"\0\0\xfe\xff"sv, "it is UTF-32 text; save it as UTF-8"sv},
    KnownFormat{"\xff\xfe"sv, "it is UTF-16 text; save it as UTF-8"sv},
    KnownFormat{"\xfe\xff"sv, "it is UTF-16 text; save it as UTF-8"sv},
};

/// Text of Latin letters in UTF-16 has a NUL as every other byte.
bool is_utf16(std::string_view head) {
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < head.size(); ++i) zeros[i % 2] += head[i] == '\0' ? 1 : 0;
    const auto [fewer, more] = std::minmax(zeros[0], zeros[1]);
    return fewer == 0 && 8 * more > 3 * head.size();
}

bool begins_with_word(std::string_view text, std::string_view lower_word) {
    const auto is_same = [](char a, char b) { return char(std::tolower(static_cast<unsigned char>(a))) == b; };
    return text.size() >= lower_word.size() &&
           std::ranges::equal(text.substr(0, lower_word.size()), lower_word, is_same);
}

/// "A =" above a matrix, as MATLAB prints it, or "A = [1 2; 3 4]": the name would be read as the names of columns.
bool assigns_matrix(std::string_view head) {
    constexpr std::string_view blanks = " \t\r";
    std::size_t end = 0;
    while (end < head.size() && (std::isalnum(static_cast<unsigned char>(head[end])) != 0 || head[end] == '_')) ++end;
    if (end == 0 || std::isdigit(static_cast<unsigned char>(head.front())) != 0) return false;
    const std::size_t sign = std::min(head.find_first_not_of(blanks, end), head.size());
    if (sign == head.size() || head[sign] != '=') return false;
    const std::size_t value = std::min(head.find_first_not_of(blanks, sign + 1), head.size());
    return value == head.size() || head[value] == '\n' || head[value] == '[';
}

/// "$GPGGA,": degrees and minutes stand in one number there, as in 4807.038.
bool is_log_of_receiver(std::string_view head) {
    constexpr std::size_t length = 6;
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    return head.size() > length && head[0] == '$' && head[length] == ',' &&
           std::ranges::all_of(head.substr(1, length - 1), is_capital);
}

/// What a file is that begins with a word of its format, in capital letters or small ones; empty: it has none.
std::string_view finding_of_keyword(std::string_view head) {
    while (head.starts_with('%') || head.starts_with('#'))
        head.remove_prefix(std::min(head.find('\n'), head.size() - 1) + 1); // comments
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    if (head.starts_with("structure(")) return "it is code of R; save the table as CSV with write.csv";
    if (head.starts_with("v ") && head.find("\nf ") != std::string_view::npos)
        return "it is a model in the OBJ format, whose faces are no points; save its vertices as CSV";
    if (assigns_matrix(head)) return "it gives a name to a matrix, as MATLAB and Python do; save the matrix as CSV";
    if (is_log_of_receiver(head))
        return "it is a log of a receiver (NMEA); convert it to CSV with longitude and latitude in degrees";
    if (begins_with_word(head, "@relation")) return "it is an ARFF file; save its table as CSV";
    const std::size_t last = head.find_last_not_of(" \t\r\n");
    if (head.starts_with('(') && head[last] == ';' && head.find(',') < last)
        return "it is a tree in the Newick format; save the distances between its leaves as a table";
    constexpr std::string_view columns_of_grid = "ncols ";
    if (!begins_with_word(head, columns_of_grid)) return {};
    const std::size_t value = head.find_first_not_of(" \t", columns_of_grid.size());
    if (value == std::string_view::npos || std::isdigit(static_cast<unsigned char>(head[value])) == 0) return {};
    return "it is a grid of Esri, whose numbers are cells of a map; save its points as CSV with x, y and value";
}

/// Text has no NUL and next to no control characters.
bool is_binary(std::string_view head) {
    const auto is_control = [](char c) {
        return c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f';
    };
    const auto controls = std::count_if(head.begin(), head.end(), is_control);
    return head.find('\0') != std::string_view::npos || controls * 20 > std::ssize(head);
}

bool is_npy(const FileHead& head) { return head.bytes.starts_with(npy_magic); }
bool is_archive(const FileHead& head) { return is_npz(head.bytes); }
bool are_pictures(const FileHead& head) {
    return is_named_idx(head.name) || is_idx(head.bytes.substr(0, idx_magic_bytes));
}
/// Other JSON, such as GeoJSON, does not begin with the format.
bool is_recording(const FileHead& head) {
    if (begins_like_page(head.bytes)) return true;
    if (!begins_like_recording(head.bytes)) return false;
    if (head.bytes.starts_with(zstd_magic)) return true;
    constexpr std::string_view format = "pairscope recording", first_key = "\"format\"";
    const std::size_t open = head.bytes.find('{');
    const std::size_t key = head.bytes.find_first_not_of(" \t\r\n", open + 1);
    const bool has_key = key != std::string_view::npos && head.bytes.substr(key).starts_with(first_key);
    const bool is_named = head.name.ends_with(recording_endings.front());
    return is_named || has_key || head.bytes.find(format) != std::string_view::npos;
}

/// The one list of readers, in the order in which dialogs offer their files.
constexpr std::array<Reader, 5> readers{{
    {FileFormat::text, text_endings, true, nullptr, require_text},
    {FileFormat::npy, npy_endings, true, is_npy, nullptr},
    {FileFormat::npz, npz_endings, true, is_archive, enter_array},
    {FileFormat::idx, packed_endings, true, are_pictures, nullptr},
    {FileFormat::recording, recording_endings, false, is_recording, nullptr},
}};

/// Texts are what no other reader knows.
std::vector<FileFormat> claims_on(ByteSource& source, const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const FileHead head{.name = name, .bytes = source.peek(head_bytes)};
    std::vector<FileFormat> claims;
    for (const Reader& reader : readers)
        if (reader.knows != nullptr && reader.knows(head)) claims.push_back(reader.format);
    if (claims.empty()) claims.push_back(FileFormat::text);
    return claims;
}

std::string why_unclear(const InputFile& file) {
    std::vector<std::string_view> titles;
    std::vector<std::string> options;
    for (const FileFormat format : file.claims) {
        titles.push_back(title_in(file_format_names, format));
        options.push_back(fmt::format("--reader {}", name_in(file_format_names, format)));
    }
    return fmt::format("cannot read {}: by its name and its first bytes it is {} at once; say which it is with {}",
                       shown(file.path), fmt::join(titles, " and "), fmt::join(options, " or "));
}

} // namespace

void require_text(ByteSource& source) {
    const std::string_view head = source.peek(head_bytes);
    if (head.empty()) source.refuse("it is empty; open a file with rows of at least two numbers");
    for (const auto& [magic, finding] : known_formats)
        if (head.starts_with(magic)) source.refuse(finding);
    if (const std::string_view finding = finding_of_keyword(head); !finding.empty()) source.refuse(finding);
    if (is_utf16(head)) source.refuse("it is UTF-16 text without a byte order mark; save it as UTF-8");
    if (is_binary(without_end_mark(head)))
        source.refuse("it holds binary data, not a table; open CSV, white-space text or .npy");
}

bool begins_like_recording(std::string_view first_bytes) {
    constexpr std::string_view white_space = " \t\r\n";
    if (first_bytes.starts_with(zstd_magic)) return true;
    first_bytes.remove_prefix(std::min(first_bytes.find_first_not_of(white_space), first_bytes.size()));
    return first_bytes.starts_with('{');
}

bool begins_like_page(std::string_view first_bytes) {
    constexpr std::string_view type = "<!doctype html>", mark = "content=\"pairscope page ";
    const auto is_same = [](char a, char b) { return a == char(std::tolower(static_cast<unsigned char>(b))); };
    return first_bytes.size() >= type.size() && std::ranges::equal(type, first_bytes.substr(0, type.size()), is_same) &&
           first_bytes.substr(0, head_bytes).find(mark) != std::string_view::npos;
}

InputFile look_at(InputFile file, std::optional<FileFormat> chosen) {
    if (file.claims.empty()) {
        try {
            ByteSource source(file.path);
            file.claims = claims_on(source, file.path);
        } catch (const InputError&) {
            return file;
        }
    }
    if (chosen && (file.claims.size() == 1 || file.may_be(*chosen))) file.claims = {*chosen};
    return file;
}

InputFile look_at_one_of_two(const InputFile& file, std::optional<FileFormat> chosen) {
    InputFile found = look_at(file);
    return chosen && found.may_be(*chosen) ? look_at(std::move(found), chosen) : found;
}

UnclearFile::UnclearFile(const InputFile& unclear) : InputError(why_unclear(unclear)), file(unclear) {}

FileFormat begin_reading(ByteSource& source, const InputFile& file) {
    InputFile known = file;
    if (known.claims.empty()) known.claims = claims_on(source, file.path);
    if (known.claims.size() > 1) throw UnclearFile(known);
    const Reader& reader = *std::ranges::find(readers, known.claims.front(), &Reader::format);
    if (reader.open != nullptr) reader.open(source);
    return reader.format;
}

std::vector<std::string> endings_to_open(bool recordings) {
    std::vector<std::string> endings;
    for (const Reader& reader : readers)
        if (reader.has_data || recordings) endings.insert(endings.end(), reader.endings.begin(), reader.endings.end());
    return endings;
}

} // namespace pairscope
