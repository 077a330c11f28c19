// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Feeds a target with its corpus and with mutations of it, the same ones for the same seed. For compilers without
// libFuzzer, and for CI. If the target aborts, the input is in the file crash-input.
//
//     fuzz_json CORPUS [MUTATIONS [SEED]]
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size);

namespace {

using Input = std::vector<unsigned char>;

const Input *current = nullptr;

/// Uses async-signal-safe functions only.
void leaveInput(int signal)
{
    const int file = ::open("crash-input", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (current && file >= 0 && ::write(file, current->data(), current->size()) >= 0)
        ::close(file);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void feed(const Input &input)
{
    current = &input;
    LLVMFuzzerTestOneInput(input.data(), input.size());
}

std::vector<Input> filesIn(const char *folder)
{
    std::vector<std::filesystem::path> paths;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Input> inputs;
    for (const auto &path : paths) {
        std::ifstream file(path, std::ios::binary);
        inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return inputs;
}

/// Mutates an input: replaces, inserts and removes bytes, and copies pieces of this or other inputs.
class Mutator
{
public:
    Mutator(const std::vector<Input> &inputs, unsigned seed)
        : m_inputs(inputs)
        , m_random(seed)
    {}

    Input next()
    {
        Input input = m_inputs[below(m_inputs.size())];
        for (size_t changes = 1 + below(4); changes > 0; --changes)
            change(input);
        return input;
    }

private:
    size_t below(size_t limit) { return limit == 0 ? 0 : m_random() % limit; }

    void change(Input &input)
    {
        constexpr size_t Longest = 4096;
        static constexpr char Signs[] = "\"\\{}[],:/*%?&=#<>()\r\n\t 0-e.~|'$\x7f\xc3\xff"; // and the terminating zero
        const size_t at = below(input.size() + 1);
        const auto place = input.begin() + ptrdiff_t(at);
        const Input &other = m_inputs[below(m_inputs.size())];
        const size_t from = below(other.size());
        const size_t length = below(std::min<size_t>(other.size() - from, 40) + 1);
        switch (below(6)) {
        case 0:
            if (at < input.size())
                *place = static_cast<unsigned char>(m_random());
            break;
        case 1:
            input.insert(place, static_cast<unsigned char>(Signs[below(sizeof Signs)]));
            break;
        case 2:
            input.erase(place, place + ptrdiff_t(std::min(below(20), input.size() - at)));
            break;
        case 3:
            input.resize(at);
            break;
        case 4:
            if (at < input.size())
                *place = static_cast<unsigned char>(*place ^ (1U << below(8)));
            break;
        default: {
            const Input piece(other.begin() + ptrdiff_t(from), other.begin() + ptrdiff_t(from + length));
            input.insert(place, piece.begin(), piece.end());
        }
        }
        if (input.size() > Longest)
            input.resize(Longest);
    }

    const std::vector<Input> &m_inputs;
    std::mt19937 m_random;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s CORPUS [MUTATIONS [SEED]]\n", argv[0]);
        return 2;
    }
    std::signal(SIGABRT, leaveInput);
    std::signal(SIGSEGV, leaveInput);
    const std::vector<Input> inputs = filesIn(argv[1]);
    if (inputs.empty()) {
        std::fprintf(stderr, "%s: no files\n", argv[1]);
        return 2;
    }
    feed({});
    for (const Input &input : inputs)
        feed(input);
    const long mutations = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 0;
    Mutator mutator(inputs, argc > 3 ? static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)) : 1);
    for (long i = 0; i < mutations; ++i)
        feed(mutator.next());
    std::printf("%zu files, %ld mutations\n", inputs.size(), mutations);
    return 0;
}
