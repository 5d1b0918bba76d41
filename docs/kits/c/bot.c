/* A bot for Herbarium in C, without libraries: cc -O2 -o bot bot.c
   Change only `agent_begin` and `agent_choose`; docs/bots/protocol.md explains the messages. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME "c-kit"
#define MOST_MOVES 4000

static char moves[MOST_MOVES][64]; /* the legal moves of a question, and the value of the position after each */
static double values[MOST_MOVES];
static int count;
static unsigned long long state; /* of the random number generator */

static unsigned below(unsigned most) { /* a random number from 0 to most - 1 */
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)((state >> 32) % most);
}

/* Your bot ---------------------------------------------------------------------------------------------------- */

/* Begin a game. The line has spec, seat, seats, seed and position. */
static void agent_begin(const char *line, unsigned long long seed) {
    (void)line;
    state = seed | 1;
}

/* Return the number of a move. The line of the question has view, turn, phase and limit too.
   Without look-ahead: return below(count). One move ahead: the best value for your seat after the move. */
static int agent_choose(const char *line) {
    int best = 0, alike = 1;
    (void)line;
    for (int i = 1; i < count; i++) {
        if (values[i] > values[best]) best = i, alike = 1;
        else if (values[i] == values[best] && below(++alike) == 0) best = i;
    }
    return best;
}

/* Nothing below needs a change -------------------------------------------------------------------------------- */

static char line[1 << 17];

static const char *find(const char *member) { /* the text after a member such as "id": or NULL */
    const char *at = strstr(line, member);
    return at == NULL ? NULL : at + strlen(member);
}

static void read_moves(void) {
    const char *at = find("\"moves\":["), *number = find("\"values\":[");
    count = 0;
    while (at != NULL && *at == '"' && count < MOST_MOVES) {
        const char *end = strchr(++at, '"');
        int length = (int)(end - at);
        if (length > 63) length = 63;
        memcpy(moves[count], at, (size_t)length);
        moves[count++][length] = 0;
        at = end + 1;
        if (*at == ',') at++;
    }
    for (int i = 0; i < count && number != NULL; i++) {
        char *end;
        values[i] = strtod(number, &end);
        number = *end == ',' ? end + 1 : end;
    }
}

int main(void) {
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *method = find("\"method\":\""), *number = find("\"id\":");
        if (method == NULL || line[0] != '{') continue;
        if (strncmp(method, "quit\"", 5) == 0) break;
        if (number == NULL || number > method) continue; /* a notification */
        printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":", atoll(number));
        if (strncmp(method, "hello\"", 6) == 0) {
            printf("{\"version\":1,\"name\":\"%s\",\"wants\":[\"view\",\"moves\",\"values\"],"
                   "\"deterministic\":\"simulations\"}", NAME);
        } else if (strncmp(method, "choose\"", 7) == 0) {
            read_moves();
            printf("{\"move\":\"%s\"}", moves[agent_choose(line)]);
        } else {
            if (strncmp(method, "new_game\"", 9) == 0) {
                const char *seed = find("\"seed\":\"");
                agent_begin(line, seed == NULL ? 1 : strtoull(seed, NULL, 10));
            }
            printf("{}");
        }
        printf("}\n");
        fflush(stdout);
    }
    return 0;
}
