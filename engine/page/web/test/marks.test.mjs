// Marks and lines that the user draws on the board: by mouse, touch and keys, kept, and written to files.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { field, folder, launch, moveNumber, newGame, open, openFile, playAll, saveText, serve, talk, until } from "./support.mjs";

const HEX = fileURLToPath(new URL("../../../tests/large_games/hex", import.meta.url));

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve("--game", HEX), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const palette = (page) => page.locator("details.palette");
const lines = (page) => page.getByRole("list", { name: "Lines on the board" }).getByRole("listitem");

/** Chooses a tool by a click. */
async function choose(page, name) {
  if ((await palette(page).getAttribute("open")) === null) {
    await palette(page).locator("summary").click();
  }
  const button = palette(page).getByRole("button", { name: new RegExp(`^\\d ${name}$`) });
  await button.click();
  await until(async () => (await button.getAttribute("aria-pressed")) === "true", name);
}

/** Waits until the accessible name of a field fits. */
const says = (page, name, pattern) => until(async () => pattern.test(await field(page, name).getAttribute("aria-label")), `${name}: ${pattern}`);

/** Waits until the lines of the position are these. */
const hasLines = (page, expected) => until(async () => (await lines(page).allInnerTexts()).join("; ") === expected, expected);

/** Draws one mark of each kind, and two lines. */
async function drawAll(page, [one, two, three, four, five]) {
  for (const [tool, name] of [["Circle", one], ["Square", two], ["Triangle", three], ["Cross", four], ["Letter", five]]) {
    await choose(page, tool);
    await field(page, name).click();
    await says(page, name, tool === "Letter" ? /marked with A$/ : new RegExp(`marked with a ${tool.toLowerCase()}$`));
  }
  for (const [tool, from, to] of [["Line", one, two], ["Arrow", three, four]]) {
    await choose(page, tool);
    await field(page, from).click();
    await field(page, to).click();
  }
  await hasLines(page, `line between ${one} and ${two}; arrow from ${three} to ${four}`);
}

test("marks and lines are drawn by clicks, removed by the same clicks, and erased", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await playAll(page, ["h8"]);
  await drawAll(page, ["h8", "i9", "j10", "k11", "l12"]);
  assert.equal(await moveNumber(page), 1, "no move is played");
  assert.equal(await page.locator(".own-layer path.own").count(), 6);
  await choose(page, "Letter");
  await field(page, "a1").click();
  await says(page, "a1", /marked with B$/);
  await field(page, "l12").click();
  await says(page, "l12", /empty$/);
  await field(page, "b1").click();
  await says(page, "b1", /marked with A$/);
  await choose(page, "Circle");
  await field(page, "i9").click();
  await says(page, "i9", /marked with a circle$/);
  await field(page, "i9").click();
  await says(page, "i9", /empty$/);
  await choose(page, "Line");
  await field(page, "i9").click();
  await page.getByText("Line from i9: choose the second field.").waitFor();
  await field(page, "h8").click();
  await hasLines(page, "arrow from j10 to k11");
  await choose(page, "Erase");
  await field(page, "k11").click();
  await says(page, "k11", /empty$/);
  await until(async () => (await lines(page).count()) === 0, "the arrow is erased too");
  await palette(page).getByRole("button", { name: "Erase all" }).click();
  await says(page, "h8", /^h8, Black, last move$/);
  await page.keyboard.press("Escape");
  await field(page, "i9").click();
  await until(async () => (await moveNumber(page)) === 2, "without a tool, a click plays");
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("marks and lines are drawn by keys", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await field(page, "h8").focus();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await says(page, "h8", /marked with a circle$/);
  await page.keyboard.press("7");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await hasLines(page, "arrow from h8 to i9");
  await page.keyboard.press("0");
  await page.keyboard.press("Enter");
  await until(async () => (await lines(page).count()) === 0, "the arrow is erased");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await until(async () => (await moveNumber(page)) === 1, "without a tool, Enter plays");
  await says(page, "i9", /Black/);
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("draw a circle, a square").waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("marks and lines are drawn by taps", async () => {
  const page = await open(browser, server.address, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await newGame(page, "renju");
  await palette(page).locator("summary").tap();
  await palette(page).getByRole("button", { name: "Triangle" }).tap();
  await field(page, "h8").tap();
  await says(page, "h8", /marked with a triangle$/);
  await palette(page).getByRole("button", { name: "Line" }).tap();
  await field(page, "a1").tap();
  await field(page, "o15").tap();
  await hasLines(page, "line between a1 and o15");
  assert.equal(await moveNumber(page), 0);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("marks belong to a position, and survive a reload and a restart of the server", async () => {
  const data = folder();
  let kept = await serve("--data", data);
  const page = await open(browser, kept.address);
  await newGame(page, "othello");
  await drawAll(page, ["d3", "a1", "b1", "c1", "d4"]);
  await page.keyboard.press("Escape");
  await playAll(page, ["d3"]);
  await says(page, "a1", /empty/);
  await choose(page, "Cross");
  await field(page, "d3").click();
  await says(page, "d3", /marked with a cross$/);
  await page.getByRole("button", { name: "Take back" }).click();
  await says(page, "d3", /marked with a circle$/);
  await hasLines(page, "line between d3 and a1; arrow from b1 to c1");
  await page.reload();
  await page.getByRole("grid").waitFor();
  await says(page, "d3", /marked with a circle$/);
  await hasLines(page, "line between d3 and a1; arrow from b1 to c1");
  await page.getByRole("button", { name: "Replay" }).click();
  await says(page, "d3", /marked with a cross$/);
  await kept.stop();
  kept = await serve("--data", data);
  const other = await open(browser, kept.address);
  await other.getByRole("button", { name: "Open" }).click();
  await other.getByRole("dialog").getByRole("button", { name: /^othello/ }).click();
  await says(other, "d3", /marked with a cross$/);
  await other.getByRole("button", { name: "Take back" }).click();
  await says(other, "d4", /marked with A$/);
  await Promise.all([page.context().close(), other.context().close()]);
  await kept.stop();
});

test("every kind of board has marks and lines", async () => {
  const page = await open(browser, server.address);
  for (const [game, names] of [["draughts", ["9", "11", "32", "18", "1"]], ["connect-four", ["a1", "b2", "c3", "d4", "g6"]], [HEX, ["a1", "f6", "k11", "c4", "e2"]]]) {
    await newGame(page, game);
    await drawAll(page, names);
    assert.equal(await page.locator(".own-layer path.own").count(), 6, game);
    await page.keyboard.press("Escape");
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("SGF files have marks and lines, with those of variations, and other formats say that they have no room", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await openFile(page, "a.sgf", "(;GM[4]SZ[15]CR[hh];B[hh]SQ[ig][aa]LB[hh:A][ab:<b>](;W[ig]AR[hh:ig])(;W[ih]TR[ih]LN[aa:oo]))");
  await until(async () => (await moveNumber(page)) === 2, "the game");
  await hasLines(page, "arrow from h8 to i9");
  await page.getByRole("button", { name: "1. h8" }).click();
  await says(page, "h8", /marked with A$/);
  await says(page, "a14", /marked with <b>$/);
  await says(page, "i9", /marked with a square$/);
  await page.getByRole("button", { name: "2. i8" }).click();
  await says(page, "i8", /marked with a triangle$/);
  await choose(page, "Cross");
  await field(page, "b1").click();
  await says(page, "b1", /cross$/);
  await page.keyboard.press("Escape");
  const text = await saveText(page, ".sgf");
  assert.match(text, /SZ\[15\][^;]*CR\[hh\]/);
  assert.match(text, /;B\[hh\]SQ\[ig\]\[aa\]LB\[hh:A\]\[ab:<b>\]/);
  assert.match(text, /;W\[ig\]AR\[hh:ig\]/);
  assert.match(text, /;W\[ih\]TR\[ih\]MA\[bo\]LN\[aa:oo\]/);
  assert.equal(await page.getByText("has no room for").filter({ hasText: "marks" }).count(), 0);
  await saveText(page, ".moves");
  await page.getByText(/A \.moves file has no room for .*the marks on the board/).waitFor();
  await openFile(page, "b.sgf", text);
  await says(page, "h8", /marked with a circle|Black/);
  assert.equal(await saveText(page, ".sgf"), text, "the file is read as it was written");
  await newGame(page, "draughts");
  await choose(page, "Circle");
  await field(page, "11").click();
  await says(page, "11", /circle$/);
  await saveText(page, ".pdn");
  await page.getByText(/A \.pdn file has no room for .*the marks on the board/).waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

/** Presses a button of the dialog that saves. Returns the path of the saved file. */
async function save(page, name) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  return (await waiting).path();
}

test("pictures and the game as one file have the marks and lines", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await openFile(page, "a.sgf", "(;GM[4]SZ[15];B[hh]LB[aa:<b>];W[ig])");
  await until(async () => (await moveNumber(page)) === 2, "the game");
  const plain = readFileSync(await save(page, "PNG"));
  assert.doesNotMatch(readFileSync(await save(page, "SVG"), "utf8"), /class="own"/);
  await drawAll(page, ["h8", "a1", "j10", "k11", "l12"]);
  await page.keyboard.press("Escape");
  const svg = readFileSync(await save(page, "SVG"), "utf8");
  assert.match(svg, /class="own"/);
  assert.match(svg, /paint-order="stroke">A<\/text>/);
  assert.ok(!plain.equals(readFileSync(await save(page, "PNG"))), "the picture of pixels shows them too");
  const html = readFileSync(await save(page, "Save as one file"), "utf8");
  assert.equal(html.match(/class="own"/g).length, 2, "two positions have marks");
  assert.match(html, /Marks: a15 marked with &lt;b&gt;/);
  assert.match(html, /line between h8 and a1, arrow from j10 to k11/);
  assert.doesNotMatch(html, /<b>/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("odd requests are refused, and marks have a limit", async () => {
  const page = await open(browser, server.address);
  const start = { do: "new", game: "noughts", players: [], names: [], time: null, opening: null, lot: false };
  const failed = async (request) => (await talk(page, [start, request], "failed")).at(-1).text;
  assert.match(await failed({ do: "mark", node: 7, field: "a1", tool: "circle" }), /no such position/);
  assert.match(await failed({ do: "mark", node: 0, field: "<b>", tool: "circle" }), /does not understand/);
  assert.match(await failed({ do: "draw_line", node: 0, line: { from: "a1", to: "z9", is_arrow: true } }), /does not understand/);
  assert.match(await failed({ do: "draw_line", node: 0, line: { from: "a1", to: "a1", is_arrow: true } }), /does not understand/);
  assert.match(await failed({ do: "clear_marks", node: 7 }), /no such position/);
  const own = { marks: [{ field: "a1", shape: "label", text: "<img src=x>" }, { field: "x", shape: "circle", text: "" }], lines: Array(5000).fill({ from: "a1", to: "b2", is_arrow: false }) };
  const game = { game: "noughts", id: null, players: [{ kind: "person" }, { kind: "person" }], names: [], clocks: null, start: null, comment: "", own, nodes: [], at: 0, is_playing: false };
  const shown = (await talk(page, [], "position", { game })).at(-1);
  assert.deepEqual(shown.nodes[0].own, { marks: [{ field: "a1", shape: "label", text: "<img" }], lines: [{ from: "a1", to: "b2", is_arrow: false }] });
  await page.context().close();
});

for (const width of [320, 1280]) {
  test(`axe finds no fault while marks are drawn in ${width} pixels, and the page fits`, async () => {
    const page = await open(browser, server.address, { viewport: { width, height: 900 } });
    await newGame(page, "renju");
    await playAll(page, ["h8", "i9"]);
    await drawAll(page, ["h8", "i9", "j10", "k11", "l12"]);
    const found = await page.evaluate(`${axe}; axe.run()`);
    assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`), []);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} pixels too wide`);
    if (process.env.SCREENSHOT) {
      await page.screenshot({ path: `${process.env.SCREENSHOT}-${width}.png` });
    }
    await page.context().close();
  });
}
