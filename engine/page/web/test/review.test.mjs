// Whole lines: a line that is checked and refuted, and the mistakes of a game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, moveNumber, newGame, open, openFile, serve, status, talk, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** Begins a game of two people and plays these moves. */
async function played(page, game, moves) {
  await newGame(page, game, ["person", "person"]);
  for (const [at, move] of moves.entries()) {
    await type(page, move);
    await until(async () => (await moveNumber(page)) === at + 1, `move ${move}`);
  }
  await page.getByRole("tab", { name: "Analysis" }).click();
}

/** The record of a game of renju that nobody wins, whose review takes longer than a click. */
function longGame(count) {
  const fields = Array.from({ length: 15 * 15 }, (_, at) => [at % 15, Math.floor(at / 15)]);
  const distance = ([x, y]) => Math.max(Math.abs(x - 7), Math.abs(y - 7));
  const isBlack = ([x, y]) => (x + 2 * y) % 4 < 2;
  fields.sort((one, other) => distance(one) - distance(other));
  const sides = [fields.filter(isBlack), fields.filter((field) => !isBlack(field))];
  const moves = Array.from({ length: count }, (_, at) => `;${"BW"[at % 2]}[${sides[at % 2][at >> 1].map((one) => "abcdefghijklmno"[one]).join("")}]`);
  return `(;GM[4]FF[4]SZ[15]${moves.join("")})`;
}

test("a line is checked move by move, and the reply that refutes it is named", async () => {
  const page = await open(browser, server.address);
  await played(page, "noughts", ["a1", "a2", "b2", "c3", "a3"]);
  const part = page.getByRole("region", { name: "Check a line" });
  await part.getByRole("spinbutton").fill("3");
  await part.getByRole("button", { name: "Check a line" }).click();
  const list = part.getByRole("list", { name: "The checked line" });
  await list.waitFor();
  const lines = (await list.getByRole("listitem").allInnerTexts()).map((line) => line.replace(/\s+/g, " ").trim());
  assert.deepEqual(lines, ["b2 ✓ every reply loses, within 4 moves", "c3", "a3 ✗ refuted: the opponent draws with c1 c2 b1 b3"]);
  assert.equal(await part.getByRole("status").innerText(), "The line fails with move 5, a3.");
  await list.getByRole("button", { name: "b2" }).click();
  await until(async () => (await moveNumber(page)) === 3, "the position after the move");
  await page.context().close();
});

test("a line of stones is proved against every reply", async () => {
  const page = await open(browser, server.address);
  await played(page, "renju", ["h8", "g9", "d8", "h10", "i8", "i11", "g7", "f8"]);
  const part = page.getByRole("region", { name: "Check a line" });
  await part.getByRole("spinbutton").fill("8");
  await part.getByRole("button", { name: "Check a line" }).click();
  await part.getByText("The line wins for White.").waitFor();
  await page.context().close();
});

test("the mistakes of a game are listed, worst first, and lead to their positions", async () => {
  const page = await open(browser, server.address);
  await played(page, "noughts", ["a1", "a2", "b2", "c3", "a3", "c1", "b3", "c2"]);
  const part = page.getByRole("region", { name: "Find mistakes" });
  await part.getByRole("button", { name: "Find mistakes" }).click();
  const mistakes = part.getByRole("list").first();
  await mistakes.waitFor();
  const texts = await mistakes.getByRole("listitem").allInnerTexts();
  assert.ok(texts[0].startsWith("7. b3 loses at once") || texts[0].includes("lets the opponent win") || texts[0].includes("misses a win"), texts[0]);
  assert.ok(texts.some((text) => /^5\. a3 misses a win within \d moves: /.test(text)), texts.join("\n"));
  assert.ok(texts.some((text) => /^2\. a2 lets the opponent win within \d moves; /.test(text)), texts.join("\n"));
  const curve = part.getByRole("img", { name: /^Chances of x: \d+ % at the beginning, 0 % at the end/ });
  await curve.waitFor();
  await mistakes.getByRole("button", { name: /^5\. a3/ }).click();
  await until(async () => (await moveNumber(page)) === 5, "the position after the mistake");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByText("All values").click();
  assert.equal(await part.getByRole("row").count(), 10, "eight moves, the last position, and the heading");
  await page.context().close();
});

test("a review can be stopped, and what it found is kept", async () => {
  const page = await open(browser, server.address);
  await openFile(page, "long.sgf", longGame(120));
  await page.getByRole("tab", { name: "Analysis" }).click();
  const part = page.getByRole("region", { name: "Find mistakes" });
  await part.getByRole("button", { name: "Find mistakes" }).click();
  await part.getByRole("progressbar").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await part.getByText("All values").click();
  await part.getByRole("progressbar").waitFor({ state: "detached" });
  const rows = await part.getByRole("row").count();
  assert.ok(1 < rows && rows < 122, `${rows} rows with the heading`);
  await page.context().close();
});

test("a line that does not exist is refused", async () => {
  const page = await open(browser, server.address);
  for (const first of [0, 3, 4000]) {
    const events = await talk(page, [{ do: "check_line", first }], "failed");
    assert.equal(events.at(-1).text, "There is no such move before the position shown.");
  }
  const events = await talk(page, [{ do: "review" }], "failed");
  assert.equal(events.at(-1).text, "There are no moves yet.");
  assert.ok((await status(page)).length > 0);
  await page.context().close();
});
