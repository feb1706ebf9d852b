// Makes the screenshots of the book: `npm run screenshots`. They show a refused move, the proof of a rule, and the
// mistakes of a game.

import { fileURLToPath } from "node:url";
import { launch, moveNumber, newGame, open, serve, type, until } from "./test/support.mjs";

const FOLDER = fileURLToPath(new URL("../../../blanche-compiler/book/src/work/", import.meta.url));

const [server, browser] = await Promise.all([serve(), launch()]);

/** A page with a game of two people after these moves. */
async function played(game, moves) {
  const page = await open(browser, server.address, { viewport: { width: 1080, height: 700 }, colorScheme: "light" });
  await newGame(page, game, ["person", "person"]);
  for (const [at, move] of moves.entries()) {
    await type(page, move);
    await until(async () => (await moveNumber(page)) === at + 1, move);
  }
  return page;
}

async function picture(page, name) {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${FOLDER}page-${name}.png` });
  await page.context().close();
}

const forbidden = await played("renju", ["h8", "a1", "h9", "a15", "g10", "o1", "i10", "o15"]);
await type(forbidden, "h10");
await forbidden.getByRole("heading", { level: 2 }).first().waitFor();
await picture(forbidden, "forbidden");

const why = await played("renju", ["h8", "g9", "d8", "h10", "i8", "i11", "g7"]);
await why.getByRole("tab", { name: "Why" }).click();
await why.getByRole("button", { name: "Which rules apply?" }).click();
await why.getByRole("button", { name: /t\.threat for white/i }).click();
await why.getByRole("heading", { level: 2 }).first().waitFor();
await why.waitForTimeout(500);
await picture(why, "why");

const mistakes = await played("noughts", ["a1", "a2", "b2", "c3", "a3", "c1", "b3", "c2"]);
await mistakes.getByRole("tab", { name: "Analysis" }).click();
await mistakes.getByRole("button", { name: "Find mistakes" }).click();
await mistakes.getByText("All values").waitFor({ timeout: 120_000 });
await picture(mistakes, "mistakes");

await Promise.all([server.stop(), browser.close()]);
