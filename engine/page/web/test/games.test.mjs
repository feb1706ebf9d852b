// Whole games of every built-in game, by clicks and by keys, and the reasons for illegal moves.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { compareSnapshot } from "./snapshots.mjs";
import { field, launch, moveNumber, newGame, open, serve, status, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** Games, each with the number of moves to make, an illegal move, and a part of the reason. */
const GAMES = [
  ["renju", 200, "h8", "There is already a stone on h8."],
  ["gomoku", 200, "h8", "There is already a stone on h8."],
  ["gomoku-standard", 200, "h8", "There is already a stone on h8."],
  ["renju-2001", 200, "h8", "There is already a stone on h8."],
  ["noughts", 9, "b2", "x cannot play `b2` here"],
  ["connect-four", 42, "h", "`h` is not a move of this game"],
  ["othello", 60, "a1", "cannot play `a1` here"],
  ["draughts", 40, "1-20", "cannot play `1-20` here"],
];

/** Makes moves by choosing the first possible field until the game or the list of moves ends. */
async function play(page, moves, choose) {
  const lines = [];
  await page.keyboard.press("m");
  for (let number = 0; number < moves; ) {
    const possible = page.getByRole("gridcell", { name: /possible/ });
    if ((await possible.count()) === 0) {
      break;
    }
    const before = await moveNumber(page);
    await choose(possible.first());
    const done = async () => (await moveNumber(page)) > before || (await page.locator(".entered").count()) > 0;
    await until(done, `the move after ${lines.at(-1)}`);
    while ((await moveNumber(page)) === before) {
      const entered = await page.locator(".entered").count();
      await choose(page.getByRole("gridcell", { name: /possible/ }).first());
      await until(async () => (await moveNumber(page)) > before || (await page.locator(".entered").count()) !== entered, "the next click");
    }
    number = await moveNumber(page);
    lines.push(await status(page));
  }
  await page.keyboard.press("m");
  return lines;
}

// Most of their time is spent waiting.
describe("every built-in game", { concurrency: 3 }, () => {
  for (const [game, moves] of GAMES) {
    test(`a game of ${game} is played by clicks`, async () => {
      const page = await open(browser, server.address);
      await newGame(page, game);
      const lines = await play(page, moves, (cell) => cell.click());
      compareSnapshot(`clicks-${game}`, lines);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });

    test(`a game of ${game} is played by keys`, async () => {
      const page = await open(browser, server.address);
      await newGame(page, game);
      const lines = await play(page, Math.min(moves, 12), async (cell) => {
        await cell.focus();
        await page.keyboard.press("Enter");
      });
      compareSnapshot(`keys-${game}`, lines);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });
  }

  for (const [game, , move, reason] of GAMES) {
    test(`an illegal move of ${game} is answered with its reason`, async () => {
      const page = await open(browser, server.address);
      await newGame(page, game);
      if (reason.includes("already a stone") || game === "noughts") {
        await type(page, move);
        await until(async () => (await moveNumber(page)) === 1, "the first move");
      }
      await type(page, move);
      await until(async () => (await status(page)).includes(reason.replace("x cannot", "o cannot")), `${reason}, not ${await status(page)}`);
      await page.context().close();
    });
  }
});

test("the arrow keys move over the board", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "noughts");
  await field(page, "b2").focus();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "Home", "PageUp", "End"]) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press("Enter");
  await until(async () => (await status(page)).startsWith("1. c3"), "the field above right of the middle");
  await page.context().close();
});

test("a forbidden point is refused with its kind, and can be played nevertheless", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  for (const [number, move] of ["h9", "a1", "h10", "a15", "i8", "o1", "j8", "o15"].entries()) {
    await type(page, move);
    await until(async () => (await moveNumber(page)) === number + 1, move);
  }
  assert.match(await field(page, "h8").getAttribute("aria-label"), /forbidden: double three/);
  await field(page, "h8").click();
  await until(async () => /h8 is forbidden: double three/.test(await status(page)), "the reason");
  await page.getByRole("article").getByRole("heading", { name: /h8/ }).first().waitFor();
  await page.getByRole("button", { name: "Play h8 anyway, and lose" }).click();
  await until(async () => /White wins/.test(await status(page)), "the end of the game");
  await page.context().close();
});
