// The names of players, their clocks, and openings that are drawn by lot.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, moveNumber, open, openFile, playAll, saveText, serve, startGame, status, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** Begins a game of two people. `enter` fills in the rest of the dialog. */
const begin = (page, game, enter) => startGame(page, game, ["person", "person"], enter);

/** Fills in the names of the players. */
async function fillNames(dialog, black, white) {
  await dialog.getByRole("group", { name: "Black" }).getByRole("textbox", { name: "Name" }).fill(black);
  await dialog.getByRole("group", { name: "White" }).getByRole("textbox", { name: "Name" }).fill(white);
}

test("a player whose time is over loses", async () => {
  const page = await open(browser, server.address);
  await begin(page, "gomoku", (dialog) => dialog.getByRole("spinbutton", { name: "Minutes for each side" }).fill("0.02"));
  const clocks = page.getByRole("timer");
  assert.equal(await clocks.count(), 2);
  await playAll(page, ["h8"]);
  await until(async () => (await status(page)).includes("White has no time left; Black wins."), "the end");
  assert.match(await clocks.nth(1).innerText(), /^0:00\.0$/);
  assert.match(await clocks.nth(0).innerText(), /^0:01\.\d$/, "nobody loses time for the first move");
  await page.context().close();
});

test("clocks stand still while the game is looked through, and after a reload, until the next move", async () => {
  const page = await open(browser, server.address);
  await begin(page, "gomoku", async (dialog) => {
    await dialog.getByRole("spinbutton", { name: "Minutes for each side" }).fill("90");
    await dialog.getByRole("spinbutton", { name: "Seconds added by each move" }).fill("30");
  });
  const running = page.locator(".clock.running");
  const clocks = page.getByRole("timer");
  assert.deepEqual(await clocks.allInnerTexts(), ["1:30:00", "1:30:00"]);
  assert.equal(await running.count(), 0, "no clock runs before the first move");
  await playAll(page, ["h8", "i9"]);
  await running.waitFor();
  assert.match(await clocks.nth(1).innerText(), /^1:30:[123]\d$/, "the move has added time");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("combobox", { name: "Best moves" }).selectOption("1");
  await until(async () => (await status(page)) === "There is no analysis while a clock runs.", "the reason");
  await page.getByRole("combobox", { name: "Best moves" }).selectOption("off");
  await page.locator("h1").click();
  await page.keyboard.press("[");
  await running.waitFor({ state: "detached" });
  await page.keyboard.press("]");
  await until(async () => (await moveNumber(page)) === 2, "the last move");
  const left = await clocks.allInnerTexts();
  await page.reload();
  await page.getByRole("grid").waitFor();
  assert.deepEqual(await clocks.allInnerTexts(), left);
  assert.equal(await running.count(), 0);
  await playAll(page, ["h9"]);
  await running.waitFor();
  await page.context().close();
});

test("players have names, which are kept and written to records", async () => {
  const page = await open(browser, server.address);
  const evil = "<img src=x onerror=alert(1)>";
  await begin(page, "renju", (dialog) => fillNames(dialog, "Anna", evil));
  await playAll(page, ["h8"]);
  await page.reload();
  await page.getByText("Anna").waitFor();
  await page.getByText(evil).waitFor();
  assert.equal(await page.locator("img").count(), 0);
  const text = await saveText(page, ".sgf");
  assert.match(text, /PB\[Anna\]/);
  await openFile(page, "other.sgf", "(;GM[4]SZ[15]PB[Bea]PW[Cor];B[hh];W[ii])");
  await page.getByText("Bea").waitFor();
  assert.equal(await page.getByText("Anna").count(), 0);
  await page.context().close();
});

test("long names and clocks fit into a narrow page", async () => {
  const page = await open(browser, server.address, { viewport: { width: 320, height: 800 } });
  await begin(page, "gomoku", async (dialog) => {
    await fillNames(dialog, "A".repeat(60), "Bea ".repeat(15));
    await dialog.getByRole("spinbutton", { name: "Minutes for each side" }).fill("600");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "the dialog");
  });
  await playAll(page, ["h8"]);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "the page");
  await page.context().close();
});

test("an opening is drawn by lot, and the dialog remembers what was entered", async () => {
  const page = await open(browser, server.address);
  const lot = (dialog) => dialog.getByRole("checkbox", { name: "Draw the opening by lot" }).check();
  for (const game of ["othello", "draughts", "renju"]) {
    await begin(page, game, lot);
    await until(async () => (await moveNumber(page)) >= 2, `the opening of ${game}`);
  }
  await page.getByRole("button", { name: "New game" }).click();
  assert.ok(await page.getByRole("dialog").getByRole("checkbox", { name: "Draw the opening by lot" }).isChecked());
  await page.context().close();
});
