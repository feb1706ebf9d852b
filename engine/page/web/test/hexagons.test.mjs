// A board of hexagons, by clicks and by keys.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { field, launch, moveNumber, newGame, open, serve, status, until } from "./support.mjs";

const HEX = fileURLToPath(new URL("../../../tests/large_games/hex", import.meta.url));

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve("--game", HEX), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** Opens the page with a game between persons. */
async function begin(options = {}) {
  const page = await open(browser, server.address, options);
  await newGame(page, HEX);
  return page;
}

test("the fields are hexagons whose edges meet", async () => {
  const page = await begin();
  const path = await page.locator("g.field .square").evaluateAll((all) => all.map((one) => one.getAttribute("d")));
  assert.equal(path.length, 121);
  const points = (name) => page.locator(`[data-field=${name}] .square`).evaluate((one) => {
    const numbers = one.getAttribute("d").match(/-?[\d.]+/g).map(Number);
    const [x, top, right, upper, lower, , bottom, left] = numbers;
    return { x, top, right, upper, lower, bottom, left };
  });
  const near = (one, other) => assert.ok(Math.abs(one - other) < 0.01, `${one} and ${other}`);
  const [f6, g6, f5] = await Promise.all(["f6", "g6", "f5"].map(points));
  near(f6.right, g6.left);
  near(f6.upper, g6.upper);
  // The lower corner of a field is the right upper corner of the field below on its left, or the left one of the other.
  near(f6.bottom, f5.upper);
  assert.ok([f5.left, f5.right].some((x) => Math.abs(x - f6.x) < 0.01), "the field below");
  await page.context().close();
});

test("hexagons are played by clicks, also near their edges", async () => {
  const page = await begin();
  await field(page, "f6").click();
  await until(async () => (await moveNumber(page)) === 1, "the first move");
  // A point near the lower corner of a field is still inside it, though the box of the row below contains it too.
  const box = await page.locator("[data-field=d4] .square").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 3);
  await until(async () => (await moveNumber(page)) === 2, "the second move");
  assert.match(await status(page), /^2\. d4/);
  assert.equal(await page.locator("[data-field=d4] path.last").count(), 1, "the last move is marked");
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("hexagons are played by keys", async () => {
  const page = await begin();
  await field(page, "f6").focus();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "Home", "ArrowRight"]) {
    await page.keyboard.press(key);
  }
  assert.equal(await page.locator("[tabindex='0'] path.cursor").count(), 1, "the cursor is a hexagon");
  await page.keyboard.press("Enter");
  await until(async () => (await status(page)).startsWith("1. b5"), "the move");
  await page.context().close();
});

for (const width of [320, 1280]) {
  test(`a board of hexagons fits into ${width} pixels`, async () => {
    const page = await begin({ viewport: { width, height: 800 } });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} pixels too wide`);
    if (process.env.SCREENSHOT) {
      await field(page, "f6").click();
      await page.getByRole("button", { name: "Hint" }).waitFor();
      await page.keyboard.press("m");
      await page.screenshot({ path: `${process.env.SCREENSHOT}-${width}.png` });
    }
    await page.context().close();
  });
}
