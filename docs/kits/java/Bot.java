// A bot for Herbarium in Java 11 or later, without libraries: javac Bot.java, then java -cp . Bot
// Change only `Agent`; docs/bots/protocol.md explains the messages.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public class Bot {
    static final String NAME = "java-kit";

    static class Question {
        String line; // the whole message: view, turn, phase, limit
        List<String> moves = new ArrayList<>(); // the legal moves
        List<Double> values = new ArrayList<>(); // the value for your seat of the position after each move
    }

    static class Agent {
        private final Random random;

        // Begin a game. The line has spec, seat, seats, seed and position.
        Agent(String line, long seed) {
            random = new Random(seed);
        }

        // Learn what your seat sees. The line has n, actor and event.
        void observe(String line) {
        }

        // Return one of the moves.
        // Without look-ahead: return question.moves.get(random.nextInt(question.moves.size()));
        // One move ahead: the best value for your seat after the move.
        String choose(Question question) {
            List<String> good = new ArrayList<>();
            double best = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < question.moves.size(); i++) {
                double value = question.values.get(i);
                if (value > best) good.clear();
                best = Math.max(best, value);
                if (value == best) good.add(question.moves.get(i));
            }
            return good.get(random.nextInt(good.size()));
        }
    }

    // Nothing below needs a change ----------------------------------------------------------------------------------

    // The text after a member such as "id": or "" if there is none.
    static String find(String line, String member) {
        int at = line.indexOf("\"" + member + "\":");
        return at < 0 ? "" : line.substring(at + member.length() + 3);
    }

    // The digits at the beginning of a text.
    static String digits(String text) {
        int end = 0;
        while (end < text.length() && Character.isDigit(text.charAt(end))) end++;
        return text.substring(0, end);
    }

    // The parts of a list in square brackets, without quotation marks.
    static String[] list(String line, String member) {
        String text = find(line, member);
        if (!text.startsWith("[") || text.startsWith("[]")) return new String[0];
        return text.substring(1, text.indexOf(']')).replace("\"", "").split(",");
    }

    static Question read(String line) {
        Question question = new Question();
        question.line = line;
        for (String move : list(line, "moves")) question.moves.add(move);
        for (String value : list(line, "values")) question.values.add(Double.parseDouble(value));
        return question;
    }

    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        Agent agent = new Agent("", 1);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String text = find(line, "method");
            if (text.isEmpty() || !line.startsWith("{")) continue;
            String method = text.substring(1, text.indexOf('"', 1));
            if (method.equals("quit")) break;
            if (method.equals("observe")) agent.observe(line);
            int id = line.indexOf("\"id\":");
            if (id < 0 || id > line.indexOf("\"method\":")) continue; // a notification
            String result = "{}";
            if (method.equals("hello"))
                result = "{\"version\":1,\"name\":\"" + NAME
                    + "\",\"wants\":[\"view\",\"moves\",\"values\"],\"deterministic\":\"simulations\"}";
            if (method.equals("new_game")) agent = new Agent(line, Long.parseLong(digits(find(line, "seed").substring(1))));
            if (method.equals("choose")) result = "{\"move\":\"" + agent.choose(read(line)) + "\"}";
            out.print("{\"jsonrpc\":\"2.0\",\"id\":" + digits(find(line, "id")) + ",\"result\":" + result + "}\n");
            out.flush();
        }
    }
}
