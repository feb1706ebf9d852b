// What the page says: notes, refusals and failures, and how long it says so.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { folder, launch, moveNumber, newGame, open, openFile, serve, status, type, until } from "./support.mjs";

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

test("a game that is not kept says so as long as it is not kept", async () => {
  const data = folder();
  mkdirSync(`${data}/games`, { mode: 0o700 });
  for (let number = 0; number < 1000; number += 1) {
    writeFileSync(`${data}/games/${number.toString(16).padStart(32, "0")}.json`, "{}");
  }
  const full = await serve("--data", data);
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
  await full.stop();
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
