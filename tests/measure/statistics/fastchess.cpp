// Prints what fastchess computes for count vectors. `other_programs.py` compiles it with fastchess's sources.
#include <cstdio>

#include <matchmaking/elo/elo_pentanomial.hpp>
#include <matchmaking/elo/elo_wdl.hpp>
#include <matchmaking/sprt/sprt.hpp>

using namespace fastchess;

template <class Elo> void print(const Stats& stats, double elo0, double elo1, bool pairs) {
    Elo elo(stats);
    SPRT logistic(0.05, 0.05, elo0, elo1, "logistic", true), normalised(0.05, 0.05, elo0, elo1, "normalized", true);
    std::printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", elo.diff(), elo.error(), elo.nEloDiff(), elo.nEloError(),
                logistic.getLLR(stats, pairs), normalised.getLLR(stats, pairs));
}

int main() {
    int bins, counts[5];
    double elo0, elo1;
    while (std::scanf("%d", &bins) == 1) {
        for (int bin = 0; bin < bins; bin++) std::scanf("%d", counts + bin);
        std::scanf("%lf %lf", &elo0, &elo1);
        if (bins == 5)
            print<elo::EloPentanomial>(Stats(counts[0], counts[1], 0, counts[2], counts[3], counts[4]), elo0, elo1, true);
        else
            print<elo::EloWDL>(Stats(counts[2], counts[0], counts[1]), elo0, elo1, false);
    }
}
