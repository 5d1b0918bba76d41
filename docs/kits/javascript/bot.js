#!/usr/bin/env node
// A bot for Herbarium in JavaScript (node), without libraries.
// Change only `Agent`; docs/bots/protocol.md explains the messages.

const NAME = "javascript-kit";
const WANTS = ["view", "moves", "values"];

class Agent {
  // Begin a game. `game` has spec, seat, seats, seed and position.
  constructor(game) {
    this.state = BigInt(game.seed) | 1n;
  }

  // A random whole number below `most`, the same for the same seed.
  below(most) {
    this.state ^= (this.state << 13n) & 0xffffffffffffffffn;
    this.state ^= this.state >> 7n;
    this.state ^= (this.state << 17n) & 0xffffffffffffffffn;
    return Number((this.state >> 32n) % BigInt(most));
  }

  // Learn what your seat sees. `event` has n, actor and event.
  observe(event) {}

  // Return one of question.moves. Other members are view, values, turn, phase and limit.
  // Without look-ahead: return question.moves[this.below(question.moves.length)];
  // One move ahead: the best value for your seat after the move.
  choose(question) {
    const best = Math.max(...question.values);
    const good = question.moves.filter((move, i) => question.values[i] === best);
    return good[this.below(good.length)];
  }
}

// Nothing below needs a change --------------------------------------------------------------------------------------

let agent = null;
let game = null;

function write(message) {
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
}

function handle(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return;
  }
  const { method, id, params } = message ?? {};
  if (method === "hello") {
    write({ id, result: { version: 1, name: NAME, wants: WANTS, deterministic: "simulations" } });
  } else if (method === "new_game") {
    game = params;
    agent = new Agent(params);
    write({ id, result: {} });
  } else if (method === "observe") {
    agent?.observe(params);
  } else if (method === "view" && game) {
    agent = new Agent({ ...game, position: params.position });
  } else if (method === "choose" && agent) {
    write({ id, result: { move: agent.choose(params) } });
  } else if (method === "quit") {
    process.exit(0);
  } else if (id !== undefined) {
    write(method === "ping" ? { id, result: {} } : { id, error: { code: -32601, message: `no method ${method}` } });
  }
}

require("node:readline").createInterface({ input: process.stdin }).on("line", handle);
