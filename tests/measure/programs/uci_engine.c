/* A UCI engine that plays a fixed game of random legal moves without thinking. Its argument names a file, to which it
   appends the number and the time of each move, in seconds. */
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char GAME[] =
    "h2h4 g7g5 h1h2 f7f6 f2f4 g5g4 c2c3 c7c6 b2b3 b7b6 d2d4 c8a6 f4f5 d8c8 c1h6 e8f7 e2e3 c8e8 d1g4 d7d5 "
    "g4f4 a6b5 f4g5 f8h6 a2a3 a7a5 h2h1 b5d3 e1d2 e8d7 d2d1 e7e6 h1h2 d7a7 d1e1 d3f5 c3c4 f5e4 g1e2 b8d7 "
    "g5g8 f7g8 a1a2 g8f8 b3b4 e6e5 a2a1 a7a6 b1c3 f8f7 c3b1 e4d3 e1f2 f7e8 f2g1 c6c5 b4c5 e8e7 e2f4 h6f8 "
    "c5b6 d5c4 f4d5 e7f7 h4h5 d7b6 g2g4 f8a3 f1d3 c4d3 d5c3 f6f5 g1g2 f5g4 h2h1 a6b5 c3e4 a3e7 a1a4 e7c5 "
    "h1h3 b5b4 e4d2 f7e7 h3h4 a8a7 e3e4 e7d7 h4h3 g4h3 g2f2 b4c4 a4b4 h8b8 b4b3 d7d8 b3b5 b8c8 b1a3 c5a3 "
    "d4d5 c4a2 b5b3 a2b3 d5d6 a7d7 f2g1 a3b4 g1f2 b3d1 d2b3 d1g4 f2f1 b4e1 b3a1 c8c5 a1c2 e1b4 c2b4 g4f4 "
    "f1e1 b6c4 b4d3 d8c8 d3f2 d7c7 f2h1 f4g3 e1f1 g3g7 d6d7 c8d8 h1g3 c4a3 g3h1 g7g2 f1e1 h7h6 e1d1 g2g1 "
    "d1e2 d8d7 e2f3 a5a4 f3e2 g1c1 h1f2 c7c8 f2h1 c8b8 e2f2 b8b7 f2g3 c1h1 g3h4 b7b5 h4g4 d7c6 g4h4 b5a5 "
    "h4g4 c6c7 g4g3 h1g1 g3f3 c7c6 f3e2 c6b6 e2f3 b6a6 f3e2 g1g4 e2d2 c5c2 d2e3 c2c4 e3f2 a6b6 f2e1 b6b5 "
    "e1f1 g4d1 f1f2 c4c2 f2e3 d1g4 e3d3 g4e6 d3e3 h3h2 e3f3 e6b6 f3g3 c2f2 g3g4 b6e6 g4g3 f2a2 g3h4 e6g8 ";

int main(int count, char **words) {
    static char line[1 << 16];
    FILE *times = count > 1 ? fopen(words[1], "a") : NULL;
    int plies = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ucinewgame", 10)) {
            continue;
        } else if (!strncmp(line, "uci", 3)) {
            printf("id name fixed game\nuciok\n");
        } else if (!strncmp(line, "isready", 7)) {
            printf("readyok\n");
        } else if (!strncmp(line, "position", 8)) {
            char *at = strstr(line, " moves ");
            for (plies = 0; at && (at = strchr(at + 1, ' ')); plies++) continue;
        } else if (!strncmp(line, "go", 2)) {
            const char *move = GAME;
            struct timespec now;
            for (int skipped = 0; skipped < plies; skipped++) move = strchr(move, ' ') + 1;
            printf("bestmove %.*s\n", (int)strcspn(move, " "), move);
            fflush(stdout);
            clock_gettime(CLOCK_MONOTONIC, &now);
            if (times) fprintf(times, "%d %ld.%09ld\n", plies, (long)now.tv_sec, now.tv_nsec);
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
        fflush(stdout);
    }
    return times ? fclose(times) : 0;
}
