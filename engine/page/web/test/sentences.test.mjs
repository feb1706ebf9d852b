// What the page says: notes, refusals and failures, and how long it says so.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { field, folder, launch, moveNumber, newGame, open, openFile, serve, status, talk, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** The notes, as a live region announces them. */
const notes = (page) => page.locator("[aria-live=polite] .notes li").allInnerTexts();

test("notes about a file stay until the next action or until they are dismissed", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  const text = "(;GM[4]SZ[15];B[hh];W[ii])(;GM[4]SZ[15];B[hh])";
  await openFile(page, "two.sgf", text);
  await until(async () => (await moveNumber(page)) === 2, "the game");
  assert.deepEqual(await notes(page), ["The file has 2 games; the first one is open."]);
  await page.getByRole("tab", { name: "Why" }).click();
  await page.getByRole("button", { name: "Which rules apply?" }).click();
  await page.locator(".rules li").first().waitFor();
  assert.equal((await notes(page)).length, 1, "a question is no action");
  await page.getByRole("button", { name: "Dismiss" }).click();
  assert.deepEqual(await notes(page), []);
  await openFile(page, "two.sgf", text);
  await until(async () => (await notes(page)).length === 1, "the note");
  await type(page, "a1");
  await until(async () => (await moveNumber(page)) === 3, "the move");
  assert.deepEqual(await notes(page), []);
  await page.context().close();
});

test("variations that are left out are mentioned", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "draughts");
  await openFile(page, "a.pdn", "1. 11-15 23-19 (1... 22-17) 2. 8-11 *");
  await until(async () => (await moveNumber(page)) === 3, "the game");
  await until(async () => /variation/.test((await notes(page)).join()), "the note");
  await page.context().close();
});

test("a game that is not kept says so as long as it is not kept", async (context) => {
  const data = folder();
  mkdirSync(`${data}/games`, { mode: 0o700 });
  for (let number = 0; number < 1000; number += 1) {
    writeFileSync(`${data}/games/${number.toString(16).padStart(32, "0")}.json`, "{}");
  }
  const full = await serve("--data", data);
  context.after(() => full.stop());
  const page = await open(browser, full.address);
  await newGame(page, "noughts");
  await type(page, "b2");
  const banner = page.getByText("This game is not kept: 1000 games are kept already");
  await banner.waitFor();
  await type(page, "a1");
  await until(async () => (await moveNumber(page)) === 2, "the next move");
  assert.equal(await banner.count(), 1);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: /^Delete/ }).first().click();
  await until(async () => (await page.getByRole("button", { name: /^Delete/ }).count()) === 999, "a game less");
  await page.getByRole("button", { name: "Close" }).click();
  await type(page, "c3");
  await banner.waitFor({ state: "detached" });
  await page.context().close();
});

test("an error is forgotten with the next action", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "othello");
  await type(page, "a1");
  await until(async () => (await status(page)).includes("a1"), "the refusal");
  await page.keyboard.press("Tab");
  await page.locator("h1").click();
  await page.keyboard.press("u");
  await until(async () => (await status(page)) === "Black is to move.", `the position, not ${await status(page)}`);
  await page.context().close();
});

test("a new game that cannot begin leaves the dialog and the game as they are", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await type(page, "h8");
  await until(async () => (await moveNumber(page)) === 1, "the move");
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Opening" }).fill("Q9");
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.getByRole("alert").filter({ hasText: "There is no opening Q9" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await moveNumber(page), 1);
  await page.getByRole("button", { name: "New game" }).click();
  await dialog.getByRole("textbox", { name: "Opening" }).fill("D4");
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  await until(async () => (await moveNumber(page)) >= 3, "the opening");
  await page.context().close();
});

const SGF = "(;GM[4]SZ[15];B[hh];W[gg])";
const PDN = '[Event "a"]\n\n1. 11-15 22-17 2. 8-11 *\n';

test("a file is opened as a game that accepts it", async () => {
  const page = await open(browser, server.address);
  for (const [table, name, text, game, number] of [
    ["draughts", "pasted.txt", SGF, "renju", 2],
    ["draughts", "a.sgf", "(;GM[4]SZ[15]RU[gomoku];B[hh])", "gomoku", 1],
    ["renju", "a.sgf", "(;GM[4]SZ[15]RU[gomoku];B[hh])", "gomoku", 1],
    ["renju", "a.pdn", PDN, "draughts", 3],
    ["othello", "pasted.txt", '[GameType "21"]\n1. 11-15 *', "draughts", 1],
    ["renju", "pasted.txt", "11-15 22-17", "draughts", 2],
    ["othello", "pasted.txt", "d3 c3 c4", "othello", 3],
    ["renju", "pasted.txt", "d3 c3 c4", "renju", 3],
  ]) {
    await newGame(page, table);
    await openFile(page, name, text);
    await page.locator(".game").filter({ hasText: new RegExp(`^${game}( |$)`) }).waitFor();
    await until(async () => (await moveNumber(page)) === number, `${game} ${number}: ${await status(page)}`);
    const said = (await notes(page)).join();
    assert.equal(said.includes(`This is a game of ${game}.`), table !== game, `${text}: ${said}`);
  }
  await page.context().close();
});

test("a file that no game accepts, or several, is refused and leaves the game alone", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "draughts");
  await type(page, "11-15");
  await until(async () => (await moveNumber(page)) === 1, "the move");
  for (const [name, text, reason] of [
    ["a.sgf", "(;GM[4]SZ[15];B[zz])", /^No game accepts this file. By the rules of renju: .*a\.sgf:1/s],
    ["pasted.txt", "hello", /^No game accepts this file. By the rules of draughts: /],
    ["pasted.txt", "# nothing", /contains no game/],
    ["pasted.txt", "c3", /fits several games: renju, .*noughts/],
    ["pasted.txt", "{a remark}", /variations and remarks without a game/],
  ]) {
    await openFile(page, name, text);
    await until(async () => reason.test(await status(page)), `${reason}, not ${await status(page)}`);
    assert.equal(await moveNumber(page), 1);
  }
  await page.context().close();
});

test("an illegal move by clicks is explained like a typed one", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "draughts");
  for (const [number, move] of ["11-15", "22-18"].entries()) {
    await type(page, move);
    await until(async () => (await moveNumber(page)) === number + 1, move);
  }
  await field(page, "9").click();
  assert.equal(await status(page), "2. 22-18. Black is to move.", "a piece alone is no move");
  await field(page, "10").click();
  await field(page, "14").click();
  const reason = (move) => new RegExp(`cannot play .?${move}.*15x22.*the only legal move`, "s");
  await until(async () => reason("10-14").test(await status(page)), `the reason, not ${await status(page)}`);
  await page.getByRole("article").getByText(/jump/).first().waitFor();
  await field(page, "9").click();
  await field(page, "14").click();
  await until(async () => reason("9-14").test(await status(page)), "the reason of the other man");
  await field(page, "15").click();
  await field(page, "22").click();
  await until(async () => (await moveNumber(page)) === 3, "the capture");
  await page.context().close();
});

test("refusals, titles and failures are said in the language of the page", async () => {
  const page = await open(browser, server.address);
  await page.evaluate(() => localStorage.setItem("language", "nl"));
  await page.reload();
  await page.getByRole("button", { name: "Nieuwe partij" }).waitFor();
  await page.getByRole("button", { name: "Nieuwe partij" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Spel", exact: true }).selectOption("othello");
  await dialog.getByRole("combobox").nth(2).selectOption("person");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await dialog.waitFor({ state: "detached" });
  const enter = async (move) => {
    await page.getByRole("textbox", { name: "Zet", exact: true }).fill(move);
    await page.keyboard.press("Enter");
  };
  for (const [move, reason] of [
    ["a1", /^Zwart kan `a1` hier niet spelen: verwacht een van de zetten `/],
    ["hoi", /^`hoi` is geen zet van dit spel: verwacht een zet zoals `/],
  ]) {
    await enter(move);
    await until(async () => reason.test(await status(page)), `${reason}, not ${await status(page)}`);
  }
  await page.getByRole("tab", { name: "Waarom" }).click();
  const asked = page.getByRole("textbox", { name: "Waarom mag deze zet wel of niet?" });
  for (const [move, title] of [["a1", /^Zwart kan `a1` hier niet spelen/], ["d3", /^Zwart kan d3 spelen\.$/]]) {
    await asked.fill(move);
    await page.keyboard.press("Enter");
    await page.getByRole("article").getByRole("heading", { name: title }).waitFor();
  }
  await page.getByRole("button", { name: "Welke regels" }).click();
  await page.locator(".rules li button").first().click();
  await page.getByRole("article").getByRole("heading", { name: /van toepassing|voor (Zwart|Wit)/ }).first().waitFor();
  const [failure] = (await talk(page, ["nonsense"], "failed", { language: "nl" })).slice(-1);
  assert.equal(failure.text, "De server begrijpt een bericht van de bladzijde niet. Laad de bladzijde opnieuw.");
  await page.context().close();
});
