// Measures how fast the page is: medians of 20 runs, in milliseconds. Needs an optimised program:
//   cargo build --release && NOIRE=../../../target/release/noire node measure.mjs

import { gunzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { field, launch, newGame, open, serve, status, until } from "./test/support.mjs";

const RUNS = 20;
const median = (times) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)].toFixed(0);

/** The time from `start` until a change of the page makes `condition` true, both inside the browser. */
function timed(page, start, condition) {
  return page.evaluate(
    ([start, condition]) =>
      new Promise((resolve) => {
        const holds = new Function(`return ${condition}`);
        const begin = performance.now();
        const observer = new MutationObserver(() => {
          if (holds()) {
            observer.disconnect();
            resolve(performance.now() - begin);
          }
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        new Function(start)();
      }),
    [start, condition],
  );
}

const clickOn = (name) => `document.querySelector('[data-field="${name}"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`;

const [server, browser] = await Promise.all([serve(), launch()]);
const loads = [];
for (let run = 0; run < RUNS; run += 1) {
  const begin = performance.now();
  const page = await open(browser, server.address);
  loads.push(performance.now() - begin);
  await page.context().close();
}
const page = await open(browser, server.address);
const [stones, reasons, stops] = [[], [], []];
for (let run = 0; run < RUNS; run += 1) {
  await newGame(page, "renju");
  stones.push(await timed(page, clickOn("h8"), `document.querySelector('[data-field="h8"] circle') !== null`));
}
for (let run = 0; run < RUNS; run += 1) {
  await newGame(page, "othello");
  reasons.push(await timed(page, clickOn("a1"), `document.querySelector(".status.error") !== null`));
}
for (let run = 0; run < RUNS; run += 1) {
  await newGame(page, "othello", ["person", "level 10"]);
  await field(page, "d3").click();
  const stop = page.getByRole("button", { name: "Stop" });
  await until(() => stop.isEnabled(), "a search");
  const click = `[...document.querySelectorAll(".controls button")].find((button) => button.textContent === "Stop").click()`;
  stops.push(await timed(page, click, `document.querySelector(".search") === null`));
  await until(async () => (await status(page)) !== "", "the move");
}
const size = ["page.js", "page.css"].map((name) => readFileSync(new URL(`dist/${name}.gz`, import.meta.url)));
const bytes = size.reduce((sum, file) => sum + file.length, 0);
console.log(`page loaded and board usable   ${median(loads)} ms
click to stone drawn           ${median(stones)} ms
click to reason                ${median(reasons)} ms
Stop to stopped                ${median(stops)} ms
script and style, compressed   ${bytes} bytes (${size.reduce((sum, file) => sum + gunzipSync(file).length, 0)} uncompressed)`);
await browser.close();
await server.stop();
