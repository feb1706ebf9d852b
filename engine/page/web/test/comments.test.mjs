// Comments on the nodes of the tree: written, kept, and read from and written to records.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { folder, launch, moveNumber, newGame, open, openFile, playAll, saveText, serve, talk, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

const comment = (page) => page.getByRole("textbox", { name: /^Comment on/ });
const shown = (page, text) => until(async () => (await comment(page).inputValue()) === text, text);

test("a comment is written, shown with its move, and survives a reload", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await comment(page).fill("the beginning");
  await playAll(page, ["h8"]);
  await page.locator("h1").click();
  await page.keyboard.press("c");
  assert.ok(await comment(page).evaluate((one) => one === document.activeElement), "a key leads to the comment");
  await page.keyboard.type("the middle\nof [the] board\\");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "1. h8 commented" }).waitFor();
  assert.ok(await comment(page).evaluate((one) => one === document.activeElement), "the focus stays");
  await playAll(page, ["i9"]);
  await shown(page, "");
  assert.equal(await page.getByRole("button", { name: "2. i9", exact: true }).count(), 1, "a move without a comment has no sign");
  await page.locator("h1").click();
  await page.keyboard.press("[");
  await shown(page, "the middle\nof [the] board\\");
  await page.keyboard.press("[");
  await shown(page, "the beginning");
  await page.reload();
  await page.getByRole("grid").waitFor();
  await shown(page, "the beginning");
  await page.getByRole("button", { name: "1. h8" }).click();
  await shown(page, "the middle\nof [the] board\\");
  await comment(page).fill("");
  await page.locator("h1").click();
  await page.getByRole("button", { name: "1. h8", exact: true }).waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a comment that is being written stays with its move while the computer moves", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "othello", ["person", "level 10"]);
  await type(page, "d3");
  await comment(page).focus();
  const label = page.locator("label.comment");
  const before = /Comment on (.*)/.exec(await label.innerText())[1];
  await page.keyboard.type("a plan");
  await until(async () => /^2\./.test(await page.locator("[aria-current=step]").innerText()), "the reply");
  await page.keyboard.type(" for later");
  assert.equal(/Comment on (.*)/.exec(await label.innerText())[1], before);
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: `${before} commented` }).waitFor();
  await page.getByRole("button", { name: before }).click();
  await shown(page, "a plan for later");
  await page.context().close();
});

test("comments are kept on disk", async () => {
  const data = folder();
  let kept = await serve("--data", data);
  const page = await open(browser, kept.address);
  await newGame(page, "noughts");
  await playAll(page, ["b2"]);
  await comment(page).fill("the middle");
  await comment(page).press("Control+Enter");
  await page.getByRole("button", { name: "1. b2 commented" }).waitFor();
  await kept.stop();
  kept = await serve("--data", data);
  const other = await open(browser, kept.address);
  await other.getByRole("button", { name: "Open" }).click();
  await other.getByRole("dialog").getByRole("button", { name: /^noughts/ }).click();
  await shown(other, "the middle");
  await Promise.all([page.context().close(), other.context().close()]);
  await kept.stop();
});

test("remarks of records are comments, and comments are saved in formats with remarks", async () => {
  const page = await open(browser, server.address);
  for (const [game, name, text, last, format, pattern] of [
    ["renju", "a.sgf", "(;GM[4]SZ[15]C[a game];B[hh]C[the middle];W[ig])", "2. i9", ".sgf", /C\[a game\]\s*;B\[hh\]C\[the middle\]\s*;W\[ig\]C\[new\]/],
    ["draughts", "a.pdn", "{a game} 1. 11-15 {the middle} 22-18 *", "2. 22-18", ".pdn", /\{a game\} 1\. 11-15 \{the middle\} 22-18 \{new\}/],
  ]) {
    await newGame(page, game);
    await openFile(page, name, text);
    await until(async () => (await moveNumber(page)) === 2, name);
    await page.getByRole("button", { name: /^1\. .* commented/ }).click();
    await shown(page, "the middle");
    await page.getByRole("button", { name: "Start commented" }).click();
    await shown(page, "a game");
    await page.getByRole("button", { name: last }).click();
    await until(async () => (await moveNumber(page)) === 2, "the last move");
    await comment(page).fill("new");
    await comment(page).press("Control+Enter");
    await page.getByRole("button", { name: `${last} commented` }).waitFor();
    assert.match(await saveText(page, format), pattern);
    assert.equal(await page.getByText("has no room for").filter({ hasText: "comments" }).count(), 0);
    await saveText(page, ".moves");
    await page.getByText(/A \.moves file has no room for .*the comments/).waitFor();
  }
  await page.context().close();
});

test("comments have limits, and a wrong node is refused", async () => {
  const page = await open(browser, server.address);
  await comment(page).fill("x".repeat(3000));
  assert.equal((await comment(page).inputValue()).length, 2000);
  const failed = (request) => talk(page, [{ do: "new", game: "noughts", players: [], names: [], time: null, opening: null, lot: false }, request], "failed");
  assert.match((await failed({ do: "comment", node: 0, text: "x".repeat(2001) })).at(-1).text, /at most 2,?000 characters/);
  assert.match((await failed({ do: "comment", node: 7, text: "x" })).at(-1).text, /no such position/);
  await page.context().close();
});
