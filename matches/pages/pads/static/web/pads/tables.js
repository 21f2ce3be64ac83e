/* The engine's tables, and what follows from a deal by looking it up in them. Nothing is computed here: where the tables
   have no row, or several rows that differ, the answer is null for "not known". Pairs are [A's, B's].

   @typedef {Object} Standing  where a rubber stands, as `now` of the server's state has it; `wanted` null: not known
   @typedef {Object} Marks     a deal as it is looked up: {dealer, said, king, winner, won, void}
   @typedef {Object} Step      what a deal, or a king, comes to: {score, over, game_winner, value, next}; next is a Standing */

const NOTHING = "-";
const VULNERABLE = ["A", "B", "none"];

export class Tables {
  /**
   * @param {Object} rows as scoring.compact gives them; null while they could not be fetched
   * @param {string} variant the game that is played; rows under its name go before the common ones
   */
  constructor(rows, variant = "ecarte") {
    this.rows = rows;
    this.variant = variant;
  }

  /** Who is vulnerable, "none" for nobody; null where the calls do not say. @returns {?string} */
  vulnerable(said, dealer) {
    return this.look("calls", `${said}|${dealer}`);
  }

  /** Who has the deal by what was said, without a card played; null where it is played for. @returns {?string} */
  taken(said, dealer) {
    return this.look("taken", `${said}|${dealer}`);
  }

  /**
   * What a deal, or a king alone, adds to a player's score; null where the calls leave it open. It is looked up at the
   * start of a game, since near its end a score may stop short.
   * @param {Marks} marks @param {string} player @returns {?number}
   */
  gain(marks, player) {
    const row = this.dealRow([0, 0], marks);
    return row && row.score["AB".indexOf(player)];
  }

  /** What a game is worth to its winner. @returns {?number} */
  gameValue(reckoning, loserPoints) {
    return this.look("values", reckoning)?.[loserPoints] ?? null;
  }

  /** What both want before the first game. @returns {?Array<number>} */
  wantedAtFirst(bestOf) {
    const wanted = this.look("wanted", bestOf);
    return wanted === null ? null : [wanted, wanted];
  }

  /** What both want after a game, and whether the rubber is over. @returns {?{wanted: Array<number>, over: boolean}} */
  afterGame(wanted, winner) {
    const row = wanted && this.look("games", `${wanted.join(",")}|${winner}`);
    if (!row) return null;
    const [after, over] = row.split("|");
    return { wanted: after.split(",").map(Number), over: over === "1" };
  }

  /**
   * What a deal comes to; null where that is not known, or where the deal is not complete.
   * @param {Standing} standing @param {Marks} marks @param {Object} rules of the rubber @returns {?Step}
   */
  afterDeal(standing, marks, rules) {
    if (!standing.score || !marks || !marks.dealer) return null;
    const row = this.dealRow(standing.score, marks);
    const isWon = marks.winner || this.taken(marks.said, marks.dealer);
    if (row && !row.over && !marks.void && !isWon) return null;
    return row && this.step(standing, row, row.next, rules);
  }

  /**
   * The king marked behind the last deal's score (law 22).
   * @param {Standing} standing @param {{player: string}} told @param {?string} lastDealer who dealt the last deal
   * @returns {?Step}
   */
  afterKing(standing, told, lastDealer, rules) {
    const dealer = lastDealer || standing.dealer;
    if (!standing.score || !dealer) return null;
    const row = this.dealRow(standing.score, { dealer, said: "", king: told.player });
    return row && this.step(standing, row, row.over ? row.next : standing.dealer, rules);
  }

  /** The dealer follows from the last pair that was cut; a tie leaves him open. @returns {Standing} */
  afterCut(standing, told) {
    return { ...standing, dealer: this.cutDealer(told.pairs), cut_is_due: false };
  }

  /** Who deals after this cut; "" for a tie, null where nothing was cut. @param {Array<Array<string>>} pairs */
  cutDealer(pairs) {
    const last = pairs[pairs.length - 1];
    const dealer = last ? this.look("cuts", last[0][1] + last[1][1]) : null;
    return this.look("dealers", dealer) ?? dealer;
  }

  look(table, key) {
    return this.rows?.[this.variant]?.[table]?.[key] ?? this.rows?.[table]?.[key] ?? null;
  }

  /** Where the calls leave open who is vulnerable, every case has to come to the same. */
  dealRow(score, { dealer, said, king, winner, won, void: isVoid }) {
    const known = isVoid ? VULNERABLE[2] : this.vulnerable(said, dealer);
    const taken = isVoid ? null : this.taken(said, dealer);
    const outcome = isVoid ? "void" : taken || (winner ? winner + (won === "vole" ? "5" : "") : NOTHING);
    const marked = isVoid ? NOTHING : king || NOTHING;
    const rows = (known ? [known] : VULNERABLE).map((vulnerable) => {
      const alike = this.look("outcomes", `${vulnerable}|${outcome}`) ?? outcome;
      return this.look("deals", `${score.join("")}|${dealer}|${vulnerable}|${marked}|${alike}`);
    });
    if (!rows[0] || rows.some((row) => row !== rows[0])) return null;
    const [after, next, gameWinner] = rows[0].split("|");
    return { score: [...after].map(Number), next, winner: gameWinner, over: gameWinner !== "" };
  }

  step(standing, row, dealer, rules) {
    const { score, over, winner } = row;
    if (!over) {
      const next = { ...standing, deal: standing.deal + 1, dealer, score, is_between_games: false, cut_is_due: false };
      return { score, over, game_winner: null, value: null, next };
    }
    const games = this.afterGame(standing.wanted, winner);
    const isCut = rules.cut === "game";
    const next = {
      ...standing,
      game: standing.game + 1,
      deal: 1,
      dealer: isCut ? null : dealer,
      score: [0, 0],
      games_won: standing.games_won.map((won, seat) => won + (winner === "AB"[seat])),
      wanted: games && games.wanted,
      winner: games && games.over ? winner : null,
      is_between_games: true,
      cut_is_due: isCut && !games?.over,
    };
    const loserPoints = score["BA".indexOf(winner)];
    return { score, over, game_winner: winner, value: this.gameValue(rules.reckoning, loserPoints), next };
  }
}
