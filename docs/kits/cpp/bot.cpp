// A bot for Herbarium in C++17, without libraries: c++ -std=c++17 -O2 -o bot bot.cpp
// Change only `Agent`; docs/bots/protocol.md explains the messages.

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

struct Question {                   // the question of one decision
    std::string line;               // the whole message: view, turn, phase, limit
    std::vector<std::string> moves; // the legal moves
    std::vector<double> values;     // the value for your seat of the position after each move
};

// Your bot ----------------------------------------------------------------------------------------------------------

const std::string NAME = "cpp-kit";

class Agent {
    std::mt19937_64 random;

  public:
    // Begin a game. The line has spec, seat, seats, seed and position.
    Agent(const std::string &, unsigned long long seed) : random(seed) {}

    // Learn what your seat sees. The line has n, actor and event.
    void observe(const std::string &) {}

    // Return one of the moves.
    // Without look-ahead: return question.moves[random() % question.moves.size()];
    // One move ahead: the best value for your seat after the move.
    std::string choose(const Question &question) {
        std::vector<std::size_t> good;
        for (std::size_t i = 0; i < question.moves.size(); i++) {
            if (!good.empty() && question.values[i] > question.values[good[0]]) good.clear();
            if (good.empty() || question.values[i] == question.values[good[0]]) good.push_back(i);
        }
        return question.moves[good[random() % good.size()]];
    }
};

// Nothing below needs a change --------------------------------------------------------------------------------------

// The text after a member such as "id": or "" if there is none.
static const char *find(const std::string &line, const std::string &member) {
    const auto at = line.find("\"" + member + "\":");
    return at == std::string::npos ? "" : line.c_str() + at + member.size() + 3;
}

static Question read_question(const std::string &line) {
    Question question{line, {}, {}};
    const char *at = find(line, "moves");
    if (*at == '[') at++;
    while (*at == '"') {
        const std::string rest(at + 1);
        question.moves.push_back(rest.substr(0, rest.find('"')));
        at += question.moves.back().size() + 2;
        if (*at == ',') at++;
    }
    const char *number = find(line, "values");
    for (std::size_t i = 0; i < question.moves.size(); i++) {
        char *end = nullptr;
        question.values.push_back(*number ? std::strtod(number + 1, &end) : 0.0);
        if (end != nullptr) number = end;
    }
    return question;
}

int main() {
    Agent agent("", 1);
    for (std::string line; std::getline(std::cin, line);) {
        const std::string text = find(line, "method"), id = find(line, "id");
        if (text.empty() || line[0] != '{') continue;
        const std::string method = text.substr(1, text.find('"', 1) - 1);
        if (method == "quit") break;
        if (method == "observe") agent.observe(line);
        if (line.find("\"id\":") > line.find("\"method\":")) continue; // a notification
        std::string result = "{}";
        if (method == "hello")
            result = "{\"version\":1,\"name\":\"" + NAME +
                     "\",\"wants\":[\"view\",\"moves\",\"values\"],\"deterministic\":\"simulations\"}";
        if (method == "new_game") agent = Agent(line, std::strtoull(find(line, "seed") + 1, nullptr, 10));
        if (method == "choose") result = "{\"move\":\"" + agent.choose(read_question(line)) + "\"}";
        std::cout << "{\"jsonrpc\":\"2.0\",\"id\":" << std::atoll(id.c_str()) << ",\"result\":" << result << "}"
                  << std::endl;
    }
}
