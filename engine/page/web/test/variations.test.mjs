// Variations in SGF: the whole tree is saved and opened again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, moveNumber, newGame, open, openFile, saveText, serve, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** The moves that the pane lists, in its order. */
const listed = (page) => page.locator("button.move").allInnerTexts();

test("a tree is saved as SGF with its variations and comments, and opened again", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  const tree = "(;GM[4]SZ[15];B[hh](;W[ig];B[ii](;W[hi])(;W[gg]C[a plan];B[gi]))(;W[ih]C[another opening]))";
  await openFile(page, "a.sgf", tree);
  await until(async () => (await listed(page)).length === 8, "the tree");
  const expected = await listed(page);
  assert.deepEqual(expected, ["Start", "1. h8", "2. i9", "3. i7", "4. h7", "2. i8 ✎", "4. g9 ✎", "5. g7"]);
  assert.equal(await moveNumber(page), 4, "the end of the main line is shown");
  assert.equal(await page.locator(".notes").count(), 0, "nothing is left out");
  await page.getByRole("button", { name: "2. i8" }).click();
  await until(async () => (await moveNumber(page)) === 2, "the first variation");
  await type(page, "j9");
  await page.getByRole("button", { name: "3. j9" }).waitFor();
  const text = await saveText(page, ".sgf");
  assert.match(text, /\(;W\[ig\];B\[ii\]\s*\(;W\[hi\]\)\s*\(;W\[gg\]C\[a plan\];B\[gi\]\)\)\s*\(;W\[ih\]C\[another opening\];B\[jg\]\)\)/);
  await newGame(page, "renju");
  await openFile(page, "b.sgf", text);
  await until(async () => (await listed(page)).length === 9, "the tree again");
  assert.deepEqual((await listed(page)).sort(), [...expected, "3. j9"].sort());
  assert.equal(await moveNumber(page), 4, "the main line is the same");
  await page.context().close();
});

test("moves of variations that cannot be played are left out, and a note says so", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await openFile(page, "a.sgf", "(;GM[4]SZ[15];B[hh](;W[ig])(;W[hh];B[aa])(;W[ih]))");
  await until(async () => (await listed(page)).length === 4, "the tree");
  await page.getByText("2 moves of the variations are left out").waitFor();
  await page.context().close();
});

test("variations begin with small boards", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  const boards = page.locator("svg.mini");
  await openFile(page, "a.sgf", "(;GM[4]SZ[15];B[hh](;W[ig];B[ii](;W[hi])(;W[gg]))(;W[ih]))");
  await until(async () => (await boards.count()) === 4, "a board for each alternative");
  const stones = (node) => page.getByRole("button", { name: node }).locator("svg.mini").locator("circle.dark, circle.light").count();
  assert.deepEqual([await stones("2. i9"), await stones("2. i8"), await stones("4. h7"), await stones("4. g9")], [2, 2, 4, 4]);
  await boards.last().click({ force: true });
  await until(async () => (await moveNumber(page)) > 1, "its position");
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("checkbox", { name: "Small boards at variations" }).uncheck();
  await page.keyboard.press("Escape");
  await until(async () => (await boards.count()) === 0, "no boards");
  await page.context().close();

  // Fields of another shape, and pieces with letters.
  const other = await open(browser, server.address, { viewport: { width: 320, height: 640 } });
  await newGame(other, "draughts");
  await type(other, "9-13");
  await until(async () => (await moveNumber(other)) === 1, "a move");
  await other.getByRole("button", { name: "Take back" }).click();
  await until(async () => (await moveNumber(other)) === 0, "the beginning");
  await type(other, "10-14");
  await until(async () => (await other.locator("svg.mini").count()) === 2, "two boards");
  assert.equal(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "nothing is wider than the window");
  await other.context().close();
});
