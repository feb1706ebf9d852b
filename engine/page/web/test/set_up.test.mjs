// Positions that people set up, by clicks and by keys.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { field, folder, launch, moveNumber, newGame, open, serve, status, talk, type, until } from "./support.mjs";

const HEX = fileURLToPath(new URL("../../../tests/large_games/hex", import.meta.url));

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve("--game", HEX), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

const label = (page, name) => field(page, name).getAttribute("aria-label");

/** Begins to set up a position from the empty board. */
async function setUp(page) {
  await page.getByRole("button", { name: "Set up a position" }).click();
  const form = page.getByRole("form", { name: "Set up a position" });
  await form.getByRole("button", { name: "Empty the board" }).click();
  return form;
}

test("stones are placed by clicks, and the game begins from there", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  const form = await setUp(page);
  for (const [piece, fields] of [["Black", ["h8", "i9", "a1"]], ["White", ["h9"]], ["Erase", ["a1"]]]) {
    await form.getByRole("radio", { name: new RegExp(`\\d ${piece}$`) }).check();
    for (const name of fields) {
      await field(page, name).click();
    }
  }
  await form.getByRole("group", { name: "To move" }).getByRole("radio", { name: "White" }).check();
  await form.getByRole("button", { name: "Start from here" }).click();
  await form.waitFor({ state: "detached" });
  await until(async () => /^White is to move/.test(await status(page)), "the position");
  assert.equal(await moveNumber(page), 0);
  assert.match(await label(page, "h8"), /Black/);
  assert.match(await label(page, "h9"), /White/);
  assert.match(await label(page, "a1"), /empty/);
  await type(page, "j10");
  await until(async () => (await moveNumber(page)) === 1, "a move");
  assert.match(await label(page, "j10"), /White/);
  await page.reload();
  await page.getByRole("grid").waitFor();
  await until(async () => (await moveNumber(page)) === 1, "the game after a reload");
  assert.match(await label(page, "i9"), /Black/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("pieces are placed by keys", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "draughts");
  const form = await setUp(page);
  const pieces = await form.getByRole("group", { name: "Piece" }).getByRole("radio").count();
  assert.equal(pieces, 5, "men and kings of both sides, and the eraser");
  const signs = await form.getByRole("group", { name: "Piece" }).innerText();
  const digit = (player) => new RegExp(`(\\d)\\s+${player}`).exec(signs)[1];
  for (const [name, player] of [["18", "White"], ["15", "Black"], ["1", "White"]]) {
    await field(page, name).focus();
    await page.keyboard.press(digit(player));
    await page.keyboard.press("Enter");
  }
  await field(page, "1").focus();
  await page.keyboard.press("0");
  await page.keyboard.press("Enter");
  await form.getByRole("group", { name: "To move" }).getByRole("radio", { name: "White" }).check();
  await form.getByRole("button", { name: "Start from here" }).focus();
  await page.keyboard.press("Enter");
  await form.waitFor({ state: "detached" });
  await until(async () => /^White is to move/.test(await status(page)), "the position");
  assert.match(await label(page, "18"), /White/);
  assert.match(await label(page, "15"), /Black/);
  assert.match(await label(page, "1"), /empty/);
  await page.context().close();
});

test("a position that is no start of a game is refused with a sentence, and stays", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "noughts");
  const form = await setUp(page);
  for (const name of ["a1", "b1", "c1"]) {
    await field(page, name).click();
  }
  await form.getByRole("button", { name: "Start from here" }).click();
  await form.getByRole("alert").getByText(/No game can begin from this position: x wins/).waitFor();
  assert.match(await label(page, "b1"), /x/);
  await field(page, "b1").click();
  await form.getByRole("button", { name: "Start from here" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  const wrong = { do: "set_up", pieces: [{ field: "z9", piece: 0 }], to_move: 0 };
  assert.match((await talk(page, [wrong], "failed")).at(-1).text, /does not understand/);
  await page.context().close();
});

test("a position is set up in every game with a board, and kept on disk", async () => {
  const data = folder();
  const kept = await serve("--data", data, "--game", HEX);
  const page = await open(browser, kept.address);
  for (const [game, names] of [["othello", ["d4", "e4"]], ["connect-four", ["d1", "d2"]], ["gomoku", ["h8", "h9"]], [HEX, ["f6", "f7"]]]) {
    await newGame(page, game);
    const form = await setUp(page);
    for (const [at, name] of names.entries()) {
      await form.getByRole("group", { name: "Piece" }).getByRole("radio").nth(at).check();
      await field(page, name).click();
    }
    await form.getByRole("button", { name: "Start from here" }).click();
    await form.waitFor({ state: "detached" });
    const hasPieces = async () => (await Promise.all(names.map((name) => label(page, name)))).every((text) => !text.includes("empty"));
    await until(hasPieces, `the pieces of ${game}`);
    await page.reload();
    await page.getByRole("grid").waitFor();
    await until(hasPieces, `the pieces of ${game} after a reload`);
  }
  await page.context().close();
  await kept.stop();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const width of [320, 1280]) {
  test(`axe finds no fault while a position is set up in ${width} pixels, and it fits`, async () => {
    const page = await open(browser, server.address, { viewport: { width, height: 900 } });
    await newGame(page, "noughts");
    await page.getByRole("button", { name: "Set up a position" }).click();
    await page.getByRole("form", { name: "Set up a position" }).waitFor();
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
