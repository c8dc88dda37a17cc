// Dam It! for boardgame.io's server, for benchmarks/server/load.py: the numbers of src/lodge/games/dam_it/rules/facts.py, the
// same moves and secrets. node boardgame_io.js PORT [FOLDER]: with a folder, matches are kept in its files (FlatFile).
const { createRequire } = require("module");
const fromBuild = createRequire(process.env.BOARDGAME_IO + "/package.json");
const { Server, FlatFile } = fromBuild("boardgame.io/server");
const { INVALID_MOVE } = fromBuild("boardgame.io/core");

const KINDS = ["birch", "willow", "pine", "alder", "maple", "oak", "acacia", "disposal", "garbage"];
const COUNTS = [6, 6, 6, 6, 6, 6, 6, 12, 12];
const VALUES = { birch: 1, willow: 1, pine: 2, alder: 2, maple: 2, oak: 3, acacia: 3, disposal: 2 };
const LOSS = [0, 1, 4, 9, 16, 25];
const PILES = [
  [11, [17]],
  [9, [14, 12]],
  [7, [11, 10, 8]],
  [5, [7, 6, 6, 5]],
  [3, [5, 4, 4, 3, 3]],
];

function uncover(pile, random) {
  const left = pile.reduce((sum, n) => sum + n, 0);
  if (left === 0) return null;
  let nth = Math.floor(random.Number() * left);
  let kind = 0;
  while (nth >= pile[kind]) nth -= pile[kind++];
  pile[kind] -= 1;
  return KINDS[kind];
}

function score(player) {
  const dams = player.dams.reduce((sum, dam) => sum + Number(dam.split("/")[1]), 0);
  return dams + Math.floor(player.cubes / 2) - LOSS[Math.min(player.garbage, 5)];
}

const damIt = {
  name: "dam-it",
  minPlayers: 2,
  maxPlayers: 4,
  disableUndo: true,
  setup: ({ ctx, random }) => {
    const pile = COUNTS.slice();
    const river = [];
    for (let i = 0; i < 4; i++) river.push({ card: uncover(pile, random), cubes: 0 });
    const players = [];
    for (let i = 0; i < ctx.numPlayers; i++)
      players.push({ cubes: 4, hand: {}, hand_size: 0, dams: [], garbage: 0, dam_pile_size: 0 });
    return { river, top: uncover(pile, random), pile, discard: 0, dams: PILES.map(([cost, points]) => ({ cost, points })), players };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: {
      client: false,
      move: ({ G, playerID, random }, place, dispose) => {
        const me = G.players[playerID];
        const at = place - 1;
        if (at < 0 || at > 4 || at > me.cubes) return INVALID_MOVE;
        const card = at < 4 ? G.river[at].card : G.top;
        if (dispose && (card !== "garbage" || !me.hand.disposal)) return INVALID_MOVE;
        me.cubes -= at;
        for (let i = 0; i < at; i++) G.river[i].cubes += 1;
        if (at < 4) {
          me.cubes += G.river[at].cubes;
          G.river.splice(at, 1);
          G.river.push({ card: G.top, cubes: 0 });
        }
        if (dispose) {
          me.hand.disposal -= 1;
          me.hand_size -= 1;
          G.discard += 2;
        } else if (card === "garbage") {
          me.garbage += 1;
          me.dam_pile_size += 1;
        } else {
          me.hand[card] = (me.hand[card] || 0) + 1;
          me.hand_size += 1;
        }
        G.top = uncover(G.pile, random);
      },
    },
    build: {
      client: false,
      move: ({ G, playerID }, cost, cards) => {
        const me = G.players[playerID];
        const pile = G.dams.find((dam) => dam.cost === cost && dam.points.length > 0);
        if (!pile || cards.some((card) => !me.hand[card])) return INVALID_MOVE;
        if (cards.reduce((sum, card) => sum + VALUES[card], 0) < cost) return INVALID_MOVE;
        for (const card of cards) me.hand[card] -= 1;
        me.hand_size -= cards.length;
        me.dams.push(`${cost}/${pile.points.shift()}`);
        me.dam_pile_size += 1;
        G.discard += cards.length;
      },
    },
  },
  endIf: ({ G }) => (G.top === null || G.dams.every((dam) => dam.points.length === 0) ? { over: true } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    pile: G.pile.reduce((sum, n) => sum + n, 0),
    players: G.players.map((player, seat) =>
      String(seat) === playerID ? { ...player, score: score(player) } : { ...player, hand: null, dams: null, garbage: null }
    ),
  }),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [damIt], db, origins: [/.*/] });
server.run(Number(port), () => console.log("ready"));
