// Who plays: players that fit the game, and the computer's turn.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { NOIRE, folder, launch, moveNumber, newGame, open, serve, status, talk, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** The player of this colour, which can be changed above the board. */
const seat = (page, name) => page.getByRole("region", { name: "Board" }).getByRole("combobox", { name });

test("only players that can play the chosen game are offered", async () => {
  const page = await open(browser, server.address);
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  const offered = async (game) => {
    await dialog.getByRole("combobox", { name: "Game" }).selectOption(game);
    const options = await dialog.getByRole("combobox").nth(1).locator("option").allInnerTexts();
    return options.filter((option) => option.includes("-"));
  };
  assert.deepEqual(await offered("renju"), []);
  assert.deepEqual(await offered("othello"), ["exposed-4", "exposed-4-guided", "exposed-5", "maximum-disc"]);
  assert.deepEqual(await offered("draughts"), ["checkers-2014", "checkers-2014-best-2", "checkers-2014-best-3"]);
  await dialog.getByRole("combobox").nth(2).selectOption("checkers-2014-best-2");
  assert.deepEqual(await offered("noughts"), []);
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await seat(page, "o").inputValue(), "person", "a player of another game is no player of this one");
  await page.context().close();
});

test("the server refuses a player that cannot play the game", async () => {
  const page = await open(browser, server.address);
  const misfit = { kind: "agent", name: "checkers-2014" };
  const events = await talk(page, [{ do: "new", game: "othello", players: [misfit, misfit], names: [], time: null, opening: null, lot: false }], "failed");
  assert.match(events.at(-1).text, /^checkers-2014 cannot play this game: /);
  await page.context().close();
});

test("a player that cannot move is replaced, and the game goes on", async () => {
  const page = await open(browser, server.address);
  const misfit = { kind: "agent", name: "checkers-2014" };
  const game = { game: "othello", id: null, start: null, players: [misfit, { kind: "person" }], nodes: [], at: 0 };
  await page.evaluate((game) => sessionStorage.setItem("game", JSON.stringify(game)), game);
  await page.reload();
  await page.getByRole("button", { name: "Computer moves" }).click();
  await until(async () => (await status(page)).startsWith("The computer cannot move for Black: "), "the reason");
  await seat(page, "Black").selectOption("level 1");
  await until(async () => (await moveNumber(page)) === 1, "a move of the other player");
  await seat(page, "Black").selectOption("person");
  await page.context().close();
});

test("a game between computers goes on after a stop when it is asked to", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "othello", ["level 8", "level 8"]);
  await until(async () => (await moveNumber(page)) >= 2, "some moves");
  const goOn = page.getByRole("button", { name: "Go on" });
  assert.equal(await goOn.count(), 0, "it goes on by itself");
  await page.getByRole("button", { name: "Stop" }).click();
  await goOn.waitFor();
  const stopped = await moveNumber(page);
  await page.waitForTimeout(500);
  assert.equal(await moveNumber(page), stopped, "it stands still");
  await goOn.click();
  await until(async () => (await moveNumber(page)) >= stopped + 2, "further moves");
  await page.context().close();
});

test("the computer searches its move again after a reload or a restart, unless it was stopped", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju", ["person", "level 10"]);
  await type(page, "h8");
  const stop = page.getByRole("button", { name: "Stop" });
  const searches = async () => (await stop.isEnabled()) || (await moveNumber(page)) === 2;
  await until(searches, "a search");
  await page.reload();
  await page.getByRole("grid").waitFor();
  await until(searches, "the search after the reload");
  if (await stop.isEnabled()) {
    await stop.click().catch(() => {});
  }
  await until(async () => (await moveNumber(page)) === 2, "the reply");
  await newGame(page, "othello", ["level 8", "level 8"]);
  await until(async () => (await moveNumber(page)) >= 1, "a move");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  const stopped = await moveNumber(page);
  await page.reload();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  assert.equal(await moveNumber(page), stopped);
  await page.context().close();
});

test("a program that is named when the server starts can be chosen for games of stones, and plays", async () => {
  // Programs are named by options and in a file.
  const data = folder();
  writeFileSync(`${data}/programs.txt`, `# programs\n\nother = "${NOIRE}" gomocup\nfriend=no such program\nnobody\n`);
  const own = await serve("--data", data, "--program", `friend="${NOIRE}" gomocup`);
  const page = await open(browser, own.address);
  await newGame(page, "gomoku", ["person", "friend"]);
  await type(page, "h8");
  await until(async () => (await moveNumber(page)) === 2, "the reply of the program");
  await type(page, "a1");
  await until(async () => (await moveNumber(page)) === 4, "its next reply");
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Game" }).selectOption("noughts");
  const options = await dialog.getByRole("combobox").nth(1).locator("option").allInnerTexts();
  assert.ok(!options.includes("friend"), "the protocol has no number for these rules");
  await dialog.getByRole("combobox", { name: "Game" }).selectOption("gomoku");
  const all = await dialog.getByRole("combobox").nth(1).locator("option").allInnerTexts();
  assert.deepEqual(all.filter((name) => ["friend", "other", "nobody"].includes(name)), ["friend", "other"]);
  await page.context().close();
  await own.stop();
});

test("the failure of a program is told, and the game goes on with another player", async () => {
  const own = await serve("--program", "mute=sleep 60", "--program", "wrong=sh -c 'while read line; do echo OK; echo 3,3; done'");
  const page = await open(browser, own.address);
  await newGame(page, "renju", ["person", "wrong"]);
  await type(page, "d12");
  await until(async () => (await status(page)).startsWith("The computer cannot move for White: it sent d12, which is not legal."), "the reason");
  await newGame(page, "renju", ["person", "mute"]);
  await type(page, "h8");
  await page.getByRole("button", { name: "Stop" }).click();
  await seat(page, "White").selectOption("level 1");
  await page.getByRole("button", { name: /^(Go on|Computer moves)$/ }).click();
  await until(async () => (await moveNumber(page)) === 2, "the reply of the other player");
  await page.context().close();
  await own.stop();
});
