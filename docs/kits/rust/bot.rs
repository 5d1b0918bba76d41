// A bot for Herbarium in Rust, without crates: rustc -O -o bot bot.rs
// Change only `Agent`; docs/bots/protocol.md explains the messages.

use std::io::{self, BufRead, Write};

const NAME: &str = "rust-kit";

struct Question<'a> {
    #[allow(dead_code)]
    line: &'a str, // the whole message: view, turn, phase, limit
    moves: Vec<&'a str>, // the legal moves
    values: Vec<f64>,    // the value for your seat of the position after each move
}

struct Agent {
    state: u64, // of the random number generator
}

impl Agent {
    // Begin a game. The line has spec, seat, seats, seed and position.
    fn new(_line: &str, seed: u64) -> Agent {
        Agent { state: seed | 1 }
    }

    // A random whole number below `most`.
    fn below(&mut self, most: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 32) as usize % most
    }

    // Learn what your seat sees. The line has n, actor and event.
    fn observe(&mut self, _line: &str) {}

    // Return one of the moves.
    // Without look-ahead: question.moves[self.below(question.moves.len())].to_string()
    // One move ahead: the best value for your seat after the move.
    fn choose(&mut self, question: &Question) -> String {
        let best = question.values.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        let good: Vec<usize> = (0..question.moves.len()).filter(|&i| question.values[i] == best).collect();
        question.moves[good[self.below(good.len())]].to_string()
    }
}

// Nothing below needs a change --------------------------------------------------------------------------------------

// The text after a member such as "id": if there is one.
fn find<'a>(line: &'a str, member: &str) -> Option<&'a str> {
    let key = format!("\"{}\":", member);
    line.find(&key).map(|at| &line[at + key.len()..])
}

// The parts of a list in square brackets, without quotation marks.
fn list<'a>(line: &'a str, member: &str) -> Vec<&'a str> {
    match find(line, member) {
        Some(text) if text.starts_with('[') && !text.starts_with("[]") => {
            text[1..text.find(']').unwrap_or(text.len())].split(',').map(|part| part.trim_matches('"')).collect()
        }
        _ => Vec::new(),
    }
}

// The digits at the beginning of a text.
fn digits(text: &str) -> &str {
    &text[..text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len())]
}

fn main() {
    let mut agent = Agent::new("", 1);
    for line in io::stdin().lock().lines() {
        let line = match line {
            Ok(line) => line,
            Err(_) => continue, // not UTF-8
        };
        let method = match find(&line, "method") {
            Some(text) if line.starts_with('{') => text[1..].split('"').next().unwrap_or(""),
            _ => continue,
        };
        match method {
            "quit" => break,
            "observe" => agent.observe(&line),
            _ => {}
        }
        if !line.starts_with("{\"jsonrpc\":\"2.0\",\"id\":") {
            continue; // a notification
        }
        let result = match method {
            "hello" => format!(
                "{{\"version\":1,\"name\":\"{}\",\"wants\":[\"view\",\"moves\",\"values\"],\"deterministic\":\"simulations\"}}",
                NAME
            ),
            "new_game" => {
                let seed = find(&line, "seed").map(|text| digits(&text[1..])).unwrap_or("1");
                agent = Agent::new(&line, seed.parse().unwrap_or(1));
                "{}".to_string()
            }
            "choose" => {
                let values = list(&line, "values").iter().map(|text| text.parse().unwrap_or(0.0)).collect();
                let question = Question { line: &line, moves: list(&line, "moves"), values };
                format!("{{\"move\":\"{}\"}}", agent.choose(&question))
            }
            _ => "{}".to_string(),
        };
        println!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{}}}", digits(find(&line, "id").unwrap_or("0")), result);
        io::stdout().flush().unwrap_or(());
    }
}
