"use strict";
// Lists the games of the report and replays them. It knows no rules: what a move did to local
// boards and where the winning line is comes with each game (see replay.py for the keys).
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  if (!data.games.length) return;

  const PAGE = 100; // rows of the list shown at a time
  const PACE = 600; // milliseconds between moves of a replay
  const CELL = 10; // units of the drawing
  const LABEL = .03; // size of coordinates, as a share of the board
  const STONE = .45, ARM = .27, RING = .285; // of a cell, as in inarow/games/svg.py

  const fill = (node, attributes, children) => {
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
  const svg = (tag, attributes = {}, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
  const cells = (text) => (text.match(/[a-z]\d+/g) || []);
  const name = (game, side) => data.players[game.p[side]];
  const resultText = (game) => game.r === undefined ? "–" : ["0–1", "½–½", "1–0"][game.r + 1];

  let shown = [], rows = PAGE; // the games that pass the filters, and how many are listed
  let game = null, moves = [], ply = 0, timer = null;

  // ---- The board ----
  function drawBoard() {
    const board = data.boards[game.b];
    const { rows: height, columns: width, block, stones } = board;
    const at = (move) => [(move.charCodeAt(0) - 97 + .5) * CELL, (height - Number(move.slice(1)) + .5) * CELL];
    const across = width * CELL, down = height * CELL, label = LABEL * Math.max(across, down);
    const square = (kind, x, y, half) => svg("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
    const circle = (kind, cx, cy, r) => svg("circle", { class: kind, cx, cy, r });
    const parts = [svg("rect", { class: stones ? "wood" : "paper", width: across, height: down })];
    const lines = (kind, step, from, to, inset) => {
      for (let i = from; i <= width - to; i += step) {
        const x = (i + inset) * CELL;
        parts.push(svg("line", { class: kind, x1: x, x2: x, y1: inset * CELL, y2: down - inset * CELL }));
      }
      for (let i = from; i <= height - to; i += step) {
        const y = (i + inset) * CELL;
        parts.push(svg("line", { class: kind, y1: y, y2: y, x1: inset * CELL, x2: across - inset * CELL }));
      }
    };
    if (stones) {
      lines("rule", 1, 0, 1, .5);
      for (const star of cells(board.stars)) parts.push(circle("star", ...at(star), .8));
    } else {
      lines("cell", 1, 0, 0, 0);
      lines("wall", block || Math.max(width, height), 0, 0, 0);
    }
    for (let i = 0; i < width; i++) {
      const x = (i + .5) * CELL, y = down + 1.2 * label;
      parts.push(svg("text", { class: "place", x, y, "font-size": label }, String.fromCharCode(97 + i)));
    }
    for (let i = 0; i < height; i++) {
      const x = -1.2 * label, y = (height - i - .5) * CELL;
      parts.push(svg("text", { class: "place", x, y, "font-size": label }, String(i + 1)));
    }
    if (block) parts.push(...localBoards(block, height));
    const line = ply === moves.length ? new Set(cells(game.w || "")) : new Set();
    for (let i = 0; i < ply; i++) {
      const [x, y] = at(moves[i]), side = i % 2 ? "second" : "first", wins = line.has(moves[i]);
      if (stones) parts.push(circle(`stone ${side}`, x, y, CELL * STONE));
      else parts.push(...(wins ? [square("lined", x, y, CELL / 2)] : []), letter(x, y, CELL, side));
      if ($("numbers").checked) {
        parts.push(stones
          ? svg("text", { class: `count ${side}`, x, y }, String(i + 1))
          : svg("text", { class: "small", x: x + CELL * .44, y: y - CELL * .35, "font-size": Math.min(2.2, label) }, String(i + 1)));
      }
      const outline = stones ? circle : square;
      if (i < (game.o || 0)) parts.push(outline("given", x, y, CELL * .42));
      if (stones && wins) parts.push(circle("line", x, y, CELL * STONE));
      else if (i === ply - 1) parts.push(outline("last", x, y, CELL * STONE));
    }
    $("board").setAttribute("viewBox", `${-2.2 * label} -1 ${across + 2.2 * label + 1} ${down + 2.2 * label + 1}`);
    $("board").setAttribute("aria-label", `Board after ${ply} moves: ${moves.slice(0, ply).join(" ")}`);
    $("board").replaceChildren(...parts);
  }

  function letter(x, y, size, side) {
    if (side === "second") return svg("circle", { class: "mark second", cx: x, cy: y, r: RING * size });
    const reach = ARM * size;
    const d = `M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
    return svg("path", { class: "mark first", d });
  }

  function localBoards(block, height) {
    const side = block * CELL, count = height / block, parts = [];
    const corner = (number) => [(number % count) * side, (count - 1 - Math.floor(number / count)) * side];
    const next = (game.f || "")[ply];
    if (next >= "0" && next <= "9") {
      const [x, y] = corner(Number(next));
      parts.push(svg("rect", { class: "next", x, y, width: side, height: side }));
    }
    for (const [when, number, winner] of game.l || []) {
      if (when > ply) continue;
      const [x, y] = corner(number);
      parts.push(winner === "="
        ? svg("rect", { class: "drawn", x, y, width: side, height: side })
        : svg("g", { class: "taken" }, letter(x + side / 2, y + side / 2, 1.05 * side, winner === "X" ? "first" : "second")));
    }
    return parts;
  }

  // ---- What is known of the moves ----
  const known = (key, move) => (game[key] || [])[move - (game.o || 0)];

  function moveInfo() {
    if (ply === 0) return "Before the first move.";
    const move = ply - 1, side = move % 2, parts = [`${ply}. ${moves[move]} by ${name(game, side)}`];
    if (move < (game.o || 0)) return `${parts[0]} · given by the opening`;
    const time = known("t", move), value = known("v", move), nodes = known("n", move);
    if (time != null) parts.push(time < 1000 ? `${time} ms` : `${Number((time / 1000).toPrecision(3))} s`);
    if (value != null) parts.push(`value ${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value / 100).toFixed(2)}`);
    if (nodes != null) parts.push(`${nodes.toLocaleString("en")} nodes`);
    return parts.join(" · ");
  }

  function drawGraph() {
    $("opinions").hidden = !game.v;
    if (!game.v) return;
    const x = (number) => (300 * number / Math.max(1, moves.length)).toFixed(2);
    const parts = [svg("line", { x1: 0, x2: 300, y1: 50, y2: 50 })];
    for (const side of [0, 1]) {
      const points = [];
      moves.forEach((_, move) => {
        const value = known("v", move); // for the one who moved: the second's is turned round
        if (value != null && move % 2 === side) points.push(`${x(move + 1)} ${50 - (side ? -1 : 1) * value * .46}`);
      });
      if (points.length) parts.push(svg("path", { class: side ? "two" : "one", d: `M${points.join("L")}h.01` }));
    }
    parts.push(svg("line", { class: "now", x1: x(ply), x2: x(ply), y1: 0, y2: 100 }));
    $("graph").replaceChildren(...parts);
  }

  // ---- Replay ----
  function show(number) {
    ply = Math.max(0, Math.min(moves.length, number));
    if (data.boards[game.b]) drawBoard();
    else $("board").replaceChildren();
    drawGraph();
    $("move-info").textContent = data.boards[game.b] ? moveInfo() : "The board of this game is not known.";
    $("ply").value = ply;
    $("to-first").disabled = $("back").disabled = ply === 0;
    $("to-last").disabled = $("forward").disabled = ply === moves.length;
    const list = $("moves");
    for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = list.children[ply - 1];
    if (current) {
      current.setAttribute("aria-current", "true");
      const top = current.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30) list.scrollTop = top - 30;
    }
    if (ply === moves.length) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    $("play").textContent = "Play";
    $("play").setAttribute("aria-pressed", "false");
  }

  function togglePlay() {
    if (timer) return stop();
    if (!moves.length) return;
    show(ply === moves.length ? 0 : ply + 1);
    if (ply === moves.length) return;
    timer = setInterval(() => show(ply + 1), PACE);
    $("play").textContent = "Pause";
    $("play").setAttribute("aria-pressed", "true");
  }

  function open(chosen) {
    stop();
    game = chosen;
    moves = cells(game.m || "");
    $("viewer").hidden = false;
    const board = data.boards[game.b];
    $("game-title").replaceChildren(
      `Game ${game.i}: `, html("bdi", {}, name(game, 0)), " v ", html("bdi", {}, name(game, 1)));
    const end = game.e === undefined ? "" : ` by ${data.ends[game.e]}`;
    const outcome = game.r === undefined ? "not finished" :
      game.r === 0 ? "draw" : `${name(game, game.r > 0 ? 0 : 1)} won`;
    $("game-end").textContent = [`${resultText(game)}, ${outcome}${end}`, board ? board.game : "", game.d || ""].filter(Boolean).join(" · ");
    $("ply").max = moves.length;
    $("moves-text").value = moves.join(" ");
    $("moves").replaceChildren(...moves.map((move, i) => {
      const button = html("button", { type: "button" }, html("span", {}, String(i + 1)), move);
      if (i < (game.o || 0)) fill(button, { class: "opening", title: "given by the opening" }, []);
      button.addEventListener("click", () => { stop(); show(i + 1); });
      return button;
    }));
    show(moves.length);
    for (const row of $("game-list").tBodies[0].rows) mark(row);
  }

  const mark = (row) => {
    if (shown[row.sectionRowIndex] === game) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  };

  // ---- The list ----
  function passes(each) {
    const chosen = (id) => $(id).value === "" ? null : Number($(id).value);
    const player = chosen("player"), opponent = chosen("opponent"), reason = chosen("reason");
    const side = player === null ? null : each.p.indexOf(player);
    if (side === -1 || (reason !== null && each.e !== reason)) return false;
    if (opponent !== null && !(side === null ? each.p.includes(opponent) : each.p[1 - side] === opponent)) return false;
    const mine = side === 1 ? -each.r : each.r; // NaN or undefined while not finished
    return { "": true, first: each.r > 0, second: each.r < 0, draw: each.r === 0, open: each.r === undefined,
      won: side !== null && mine > 0, lost: side !== null && mine < 0 }[$("result").value];
  }

  function list() {
    for (const option of document.querySelectorAll(".of-player")) option.disabled = $("player").value === "";
    if ($("result").selectedOptions[0].disabled) $("result").value = "";
    shown = data.games.filter(passes).reverse(); // the latest first
    const body = $("game-list").tBodies[0];
    body.replaceChildren(...shown.slice(0, rows).map((each) => {
      const button = html("button", { type: "button", "aria-label": `Replay game ${each.i}` }, String(each.i));
      const cell = (text, kind = "") => html("td", { class: kind, title: text }, text);
      const row = html("tr", {}, html("td", {}, button),
        cell(name(each, 0), each.r > 0 ? "winner" : ""), cell(name(each, 1), each.r < 0 ? "winner" : ""),
        cell(resultText(each)), cell(each.e === undefined ? "–" : data.ends[each.e]),
        cell(String(cells(each.m || "").length)), cell(String(each.o || "–")));
      row.addEventListener("click", () => {
        open(each);
        $("viewer").focus({ preventScroll: true });
        $("viewer").scrollIntoView({ block: "nearest" });
      });
      return row;
    }));
    for (const row of body.rows) mark(row);
    $("more").hidden = shown.length <= rows;
    $("count").textContent = `${shown.length} of ${data.games.length} games`;
  }

  // ---- Buttons and keys ----
  const options = (id, texts, used) => texts.forEach((text, value) => {
    if (used.has(value)) $(id).append(html("option", { value }, text));
  });
  const playing = new Set(data.games.flatMap((each) => each.p));
  options("player", data.players, playing);
  options("opponent", data.players, playing);
  options("reason", data.ends, new Set(data.games.map((each) => each.e)));
  $("filters").hidden = false;
  $("filters").addEventListener("change", () => { rows = PAGE; list(); });
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("more").addEventListener("click", () => { rows += PAGE; list(); });
  const go = (number) => { stop(); show(number); };
  const neighbour = (step) => {
    const next = shown[shown.indexOf(game) + step];
    if (next) open(next);
  };
  $("to-first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(ply - 1));
  $("forward").addEventListener("click", () => go(ply + 1));
  $("to-last").addEventListener("click", () => go(moves.length));
  $("play").addEventListener("click", togglePlay);
  $("ply").addEventListener("input", () => go(Number($("ply").value)));
  $("numbers").addEventListener("change", () => show(ply));
  $("graph").addEventListener("click", (event) => {
    const box = $("graph").getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * moves.length));
  });
  $("copy").addEventListener("click", async () => {
    $("moves-text").select();
    let copied = true;
    try { await navigator.clipboard.writeText($("moves-text").value); } catch { copied = document.execCommand("copy"); }
    $("copy").textContent = copied ? "Copied" : "Press Ctrl+C";
    setTimeout(() => { $("copy").textContent = "Copy moves"; }, 1500);
  });
  const keys = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0),
    End: () => go(moves.length), " ": togglePlay, n: () => neighbour(1), p: () => neighbour(-1) };
  $("viewer").addEventListener("keydown", (event) => {
    const typing = event.target.tagName === "INPUT" || (event.key === " " && event.target.tagName === "BUTTON");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  list();
  open(shown[0]);
})();
