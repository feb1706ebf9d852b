// The colours of boards: they can be chosen, and everything that is drawn on a board differs enough from it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** Classes of the board, each with the property that has its colour. */
const GROUNDS = [["ground", "fill"], ["square", "fill"]];
const TEXTS = [["name", "fill"], ["sign", "fill"], ["own-label", "fill"]];
const SHAPES = [["forbidden", "stroke"], ["target", "fill"], ["target-ring", "stroke"], ["entered", "stroke"], ["last-target", "stroke"], ["last-origin", "stroke"], ["line", "stroke"], ["own", "stroke"]];

/** The colours of these classes on a board with these styles, as red, green and blue. */
function colours(page, board, styles, classes) {
  return page.evaluate(
    ([board, styles, classes]) => {
      document.documentElement.dataset.board = board;
      const svg = document.body.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
      svg.setAttribute("class", `board ${styles}`);
      const found = classes.map(([name, property]) => {
        const path = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
        path.setAttribute("class", name);
        return getComputedStyle(path)[property].match(/[\d.]+/g).slice(0, 3).map(Number);
      });
      svg.remove();
      return found;
    },
    [board, styles, classes],
  );
}

/** The contrast of two colours as the accessibility guidelines define it, from 1 to 21. */
function contrast(one, other) {
  const luminance = (colour) => {
    const parts = colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

for (const colorScheme of ["light", "dark"]) {
  test(`marks differ enough from every board in the ${colorScheme} page`, async () => {
    const page = await open(browser, server.address, { colorScheme });
    for (const board of ["wood", "green", "blue", "grey"]) {
      for (const styles of ["", "checkered", "plain"]) {
        const grounds = await colours(page, board, styles, GROUNDS);
        for (const [classes, least] of [[TEXTS, 4.5], [SHAPES, 3]]) {
          const drawn = await colours(page, board, styles, classes);
          for (const [at, colour] of drawn.entries()) {
            const found = Math.min(...grounds.map((ground) => contrast(ground, colour)));
            assert.ok(found >= least, `${classes[at][0]} on ${board} ${styles}: ${found.toFixed(2)}`);
          }
        }
      }
    }
    await page.context().close();
  });
}

test("the colour of the board is chosen and remembered", async () => {
  const page = await open(browser, server.address);
  const ground = () => page.locator(".ground").first().evaluate((one) => getComputedStyle(one).fill);
  const wood = await ground();
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("combobox", { name: "Colour of the board" }).selectOption("blue");
  const blue = await ground();
  assert.notEqual(blue, wood);
  await page.reload();
  await page.getByRole("grid").waitFor();
  assert.equal(await ground(), blue);
  await page.context().close();
});
