// SPDX-License-Identifier: MIT
// The calls of kernels/scale/ranks/rank_calls.h by the MPI whose headers this file is compiled with. It becomes
// a shared library, which uses nothing else of the program.
#include "kernels/scale/ranks/rank_calls.h"

#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <string>

namespace pairscope::scale {
namespace {

int start(int* rank, int* size) {
    int level = 0;
    if (const int error = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level); error != MPI_SUCCESS)
        return error;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    return MPI_Comm_size(MPI_COMM_WORLD, size);
}

int host(char* name, std::size_t room) {
    char whole[MPI_MAX_PROCESSOR_NAME + 1] = {};
    int length = 0;
    const int error = MPI_Get_processor_name(whole, &length);
    const std::size_t kept = std::min(room - 1, static_cast<std::size_t>(std::max(length, 0)));
    std::memcpy(name, whole, kept);
    name[kept] = '\0';
    return error;
}

int send(int to, int tag, const void* bytes, std::size_t count) {
    if (count > INT_MAX) return MPI_ERR_COUNT;
    return MPI_Send(bytes, static_cast<int>(count), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

int look(int* from, int* tag, long long* count) {
    int is_there = 0, bytes = 0;
    MPI_Status status;
    *count = -1;
    const int error = MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
    if (error != MPI_SUCCESS || is_there == 0) return error;
    *from = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    const int unknown = MPI_Get_count(&status, MPI_BYTE, &bytes);
    *count = bytes;
    return unknown;
}

int receive(int from, int tag, void* bytes, std::size_t count) {
    return MPI_Recv(bytes, static_cast<int>(count), MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int finish() { return MPI_Finalize(); }

void abort_all(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

const char* library() {
    static const std::string words = [] {
        char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = {};
        int length = 0;
        MPI_Get_library_version(text, &length); // may be called before MPI is started
        std::string whole(text);                // "Open MPI v4.1.4, package: ...", "MPICH Version:\t4.0.2\n..."
        std::ranges::replace(whole, '\t', ' ');
        return whole.substr(0, whole.find_first_of(",\n"));
    }();
    return words.c_str();
}

} // namespace
} // namespace pairscope::scale

extern "C" __attribute__((visibility("default"))) const pairscope::scale::RankCalls* pairscope_rank_calls() {
    using namespace pairscope::scale;
    static const RankCalls calls{.version = rank_calls_version,
                                 .library = library(),
                                 .start = start,
                                 .host = host,
                                 .send = send,
                                 .look = look,
                                 .receive = receive,
                                 .finish = finish,
                                 .abort = abort_all};
    return &calls;
}
