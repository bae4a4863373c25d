// SPDX-License-Identifier: MIT
// A busy machine for tests: some threads compute, or write memory, for a random time and then sleep for a random time.
//   load SECONDS [THREADS [SEED]]
#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// Alternates between work and rest until `end`. Every second piece of work writes 64 MB again and again.
void be_busy(Clock::time_point end, unsigned seed) {
    std::mt19937 random(seed);
    std::exponential_distribution<double> seconds(1.0 / 0.15);
    std::vector<float> memory(16 << 20);
    for (int piece = 0; Clock::now() < end; ++piece) {
        const auto until = Clock::now() + std::chrono::duration<double>(seconds(random));
        volatile double sum = 0.0;
        while (Clock::now() < until && Clock::now() < end) {
            if (piece % 2 == 0)
                for (int i = 0; i < 100'000; ++i) sum = sum + 1.0 / (i + 1);
            else
                for (float& value : memory) value += 1.0f;
        }
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds(random)));
    }
}

} // namespace

int main(int count, char** words) {
    const double seconds = count > 1 ? std::atof(words[1]) : 60.0;
    const int threads = count > 2 ? std::atoi(words[2]) : 1;
    const unsigned seed = count > 3 ? static_cast<unsigned>(std::atoi(words[3])) : 1;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::vector<std::jthread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back(be_busy, end, seed + static_cast<unsigned>(i));
}
