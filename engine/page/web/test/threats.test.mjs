// What the rules find is pointed out on the board, and named below it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { field, launch, moveNumber, newGame, open, serve, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

test("threats of both sides are marked, listed, and explained", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  for (const [at, move] of ["h8", "g9", "d8", "h10", "i8", "i11", "g7"].entries()) {
    await type(page, move);
    await until(async () => (await moveNumber(page)) === at + 1, move);
  }
  await page.getByRole("grid").focus().catch(() => {});
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("checkbox", { name: "Show what the rules find" }).check();
  await page.keyboard.press("Escape");
  const part = page.getByRole("region", { name: "What the rules find" });
  const threat = part.getByRole("button", { name: /t\.threat for White: f8/ });
  await threat.waitFor();
  assert.match((await field(page, "f8").getAttribute("aria-label")) ?? "", /marked ▲/);
  await threat.click();
  await page.getByRole("heading", { name: /t\.threat for White/ }).waitFor();
  await page.getByRole("tab", { name: "Moves" }).click();
  await type(page, "f8");
  await until(async () => (await moveNumber(page)) === 8, "the move");
  await part.getByRole("button").first().waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("in a game whose rules find nothing, the list says so", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "othello");
  await page.keyboard.press("t");
  await page.getByText("No rule above level 0 applies.").waitFor();
  await page.keyboard.press("t");
  await until(async () => (await page.getByText("No rule above level 0 applies.").count()) === 0, "no list");
  await page.context().close();
});
