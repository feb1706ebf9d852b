// Searches, explanations, files, languages, and what a person does besides playing.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { createRequire } from "node:module";
import { field, folder, launch, moveNumber, newGame, open, playAll, saveText, serve, status, talk, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

test("the computer replies, and moves are taken back and replayed", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "noughts", ["person", "level 3"]);
  await type(page, "b2");
  await until(async () => (await moveNumber(page)) === 2, "the reply");
  await page.getByRole("button", { name: "Take back" }).click();
  await until(async () => (await moveNumber(page)) === 0, "both moves are taken back");
  await page.getByRole("button", { name: "Replay" }).click();
  await until(async () => (await moveNumber(page)) === 2, "both moves are replayed");
  await page.getByRole("button", { name: "Hint" }).click();
  await until(async () => /could play/.test(await status(page)), "a hint");
  await page.getByRole("button", { name: "Resign" }).click();
  await until(async () => /resign/i.test(await status(page)), "the end");
  await page.context().close();
});

test("stop ends a search, and its move is made", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "othello", ["person", "level 10"]);
  await playAll(page, []);
  await type(page, "d3");
  const stop = page.getByRole("button", { name: "Stop" });
  await until(async () => (await stop.isEnabled()) || (await moveNumber(page)) === 2, "a search");
  if (await stop.isEnabled()) {
    await page.keyboard.press("Escape").catch(() => {});
    await stop.click().catch(() => {});
  }
  await until(async () => (await moveNumber(page)) === 2, "the move that was found");
  await until(async () => !(await stop.isEnabled()), "the end of the search");
  await page.context().close();
});

test("an analysis lists the best moves, and ends when it is turned off", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "connect-four");
  await page.getByRole("tab", { name: "Analysis" }).click();
  const count = page.getByRole("combobox", { name: "Best moves" });
  await count.selectOption("3");
  await page.getByRole("table").getByRole("row").nth(3).waitFor();
  await count.selectOption("off");
  await until(async () => !(await page.getByRole("button", { name: "Stop" }).isEnabled()), "the end");
  assert.equal(await page.getByRole("table").getByRole("row").count(), 4, "what was found stays");
  await page.context().close();
});

test("an analysis can be limited to some moves of a position", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "connect-four");
  await page.getByRole("tab", { name: "Analysis" }).click();
  const only = page.getByRole("textbox", { name: "Only these moves" });
  await only.fill("b, f");
  await page.keyboard.press("Enter");
  const first = page.getByRole("table").getByRole("row").nth(1);
  await until(async () => /^[bf]/.test(await first.innerText()), "one of the moves");
  assert.equal(await page.getByRole("table").getByRole("row").count(), 2, "the analysis is on, with one move");
  await page.getByRole("combobox", { name: "Best moves" }).selectOption("5");
  await until(async () => (await page.getByRole("table").getByRole("row").count()) === 3, "both moves");
  await only.fill("b h");
  await page.keyboard.press("Tab");
  await until(async () => /`h` is not a move of this game/.test(await status(page)), "the wrong move");
  await only.fill("");
  await page.keyboard.press("Enter");
  await until(async () => (await page.getByRole("table").getByRole("row").count()) === 6, "five of all moves");
  await only.fill("d");
  await page.keyboard.press("Enter");
  await until(async () => (await page.getByRole("table").getByRole("row").count()) === 2, "one move");
  await type(page, "d");
  await until(async () => (await page.getByRole("table").getByRole("row").count()) === 6, "all moves of the next position");
  assert.equal(await only.inputValue(), "");
  const many = Array.from({ length: 101 }, () => "a");
  const events = await talk(page, [{ do: "analyse", lines: 1, only: many }], "failed");
  assert.equal(events.at(-1).text, "At most 100 moves can be chosen.");
  await page.context().close();
});

test("rules are explained, and fields of a condition are pointed out", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "noughts");
  await playAll(page, ["b2", "a1", "c3", "b1"]);
  await page.getByRole("tab", { name: "Why" }).click();
  await page.getByRole("button", { name: "Which rules apply?" }).click();
  await page.getByRole("button", { name: /does not apply three for x/ }).click();
  const article = page.getByRole("article");
  await article.getByRole("heading", { name: /three for x: does not apply/ }).waitFor();
  await article.getByText(/b2/).first().hover();
  await until(async () => /marked/.test((await field(page, "b2").getAttribute("aria-label")) ?? ""), "the mark on b2");
  await page.getByRole("textbox", { name: /Why is this move/ }).fill("a1");
  await page.keyboard.press("Enter");
  await article.getByText(/cannot play/).first().waitFor();
  await page.context().close();
});

test("the last move is marked, and the pieces are numbered, in every game", async () => {
  const page = await open(browser, server.address);
  for (const [game, moves, target, origin] of [
    ["renju", ["h8", "i9"], "i9"],
    ["othello", ["d3", "c3"], "c3"],
    ["connect-four", ["d", "d"], "d2"],
    ["draughts", ["11-15", "22-18", "15x22"], "22", "15"],
  ]) {
    await newGame(page, game);
    await playAll(page, moves);
    const label = (name) => field(page, name).getAttribute("aria-label");
    assert.match(await label(target), /, last move(,|$)/, game);
    assert.equal(await page.getByRole("gridcell", { name: /, last move(,|$)/ }).count(), 1, game);
    assert.equal(await page.getByRole("gridcell", { name: /last move from here/ }).count(), origin ? 1 : 0, game);
    assert.ok(!origin || /last move from here/.test(await label(origin)), game);
    await page.locator("h1").click();
    await page.keyboard.press("n");
    await until(async () => new RegExp(`move ${moves.length}(,|$)`).test(await label(target)), `the number in ${game}`);
    await page.keyboard.press("n");
  }
  await page.context().close();
});

test("what is not on the board is described, and names of fields do not touch pieces", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "draughts");
  const row = page.getByRole("row", { name: "Number of quiet moves since the last capture or man's move" });
  assert.match(await row.innerText(), /\b0$/);
  const touching = await page.evaluate(() => {
    const fields = [...document.querySelectorAll("g.field")].filter((field) => field.querySelector("circle"));
    return fields.filter((field) => {
      const [circle, name] = [field.querySelector("circle"), field.querySelector(".name").getBBox()];
      const [x, y] = [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))];
      // The lower half of the box below the digits is empty.
      return Math.hypot(x - (name.x + name.width), y - (name.y + 0.75 * name.height)) < Number(circle.getAttribute("r"));
    }).length;
  });
  assert.equal(touching, 0);
  await page.context().close();
});

test("words in the table of the analysis are not broken", async () => {
  const page = await open(browser, server.address, { viewport: { width: 1200, height: 800 } });
  await newGame(page, "draughts");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("combobox", { name: "Best moves" }).selectOption("2");
  await page.locator("table.lines").waitFor();
  const heights = await page.locator("table.lines th").evaluateAll((all) => all.map((one) => one.getClientRects()[0].height));
  assert.ok(Math.max(...heights) < 45, `${heights}`);
  assert.equal(await page.locator("table.lines .whole").evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1).length), 0);
  await page.context().close();
});

test("the explanation of a rule opens below the rule and has the focus", async () => {
  const page = await open(browser, server.address, { reducedMotion: "reduce" });
  await newGame(page, "renju");
  await page.getByRole("tab", { name: "Why" }).click();
  await page.getByRole("button", { name: "Which rules apply?" }).click();
  const rules = page.locator(".rules > li");
  await rules.first().waitFor();
  assert.ok((await rules.count()) > 10, "a long list");
  for (const number of [(await rules.count()) - 1, 0]) {
    await rules.nth(number).getByRole("button").first().click();
    const heading = rules.nth(number).getByRole("article").getByRole("heading").first();
    await heading.waitFor();
    await until(() => heading.evaluate((one) => one === document.activeElement), "the focus");
    const { y, height } = await heading.boundingBox();
    assert.ok(y >= 0 && y + height <= page.viewportSize().height, `the heading is in view, not at ${y}`);
  }
  await page.context().close();
});

test("a game is saved in every format and opened again", async () => {
  const page = await open(browser, server.address);
  for (const [game, moves] of [["renju", ["h8", "i9", "i7"]], ["draughts", ["9-13", "22-17"]]]) {
    await newGame(page, game);
    await playAll(page, moves);
    await page.getByRole("button", { name: "Save" }).click();
    const buttons = page.getByRole("dialog").getByRole("button", { name: /^\./ });
    await buttons.first().waitFor();
    const formats = await buttons.allInnerTexts();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    assert.ok(formats.length >= 3, `${formats}`);
    for (const format of formats) {
      await newGame(page, game);
      await playAll(page, moves);
      const text = await saveText(page, format);
      await newGame(page, game);
      await until(async () => (await moveNumber(page)) === 0, "a new game");
      await page.getByRole("button", { name: "Open" }).click();
      const file = { name: `game${format}`, mimeType: "text/plain", buffer: Buffer.from(text) };
      await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
      // Drawn boards hold positions and no moves.
      if (format === ".diagrams") {
        await page.getByRole("dialog").waitFor({ state: "detached" });
        continue;
      }
      await until(async () => (await moveNumber(page)) === moves.length, `${game}${format}: ${await status(page)}`);
    }
  }
  await page.context().close();
});

test("a variation is added to the tree, and the tree is walked by keys", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "othello");
  await playAll(page, ["d3", "c3"]);
  await page.getByRole("button", { name: "1. d3" }).click();
  await until(async () => (await moveNumber(page)) === 1, "the move before");
  await type(page, "e3");
  await page.getByRole("button", { name: "2. e3" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^2\. / }).count(), 2, "both replies are listed");
  await page.locator("h1").click();
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await until(async () => (await moveNumber(page)) === 0, "the start");
  await page.context().close();
});

test("a game survives a reload", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await playAll(page, ["h8", "i9"]);
  await page.reload();
  await page.getByRole("grid").waitFor();
  await until(async () => (await moveNumber(page)) === 2, "the game");
  assert.match(await field(page, "i9").getAttribute("aria-label"), /White/);
  await page.context().close();
});

test("a game is kept on disk, and found after a restart of the server", async () => {
  const data = folder();
  let kept = await serve("--data", data);
  const page = await open(browser, kept.address);
  await newGame(page, "othello");
  await playAll(page, ["d3", "c3"]);
  await kept.stop("SIGKILL");
  await page.getByRole("alert").waitFor();
  const port = kept.port;
  kept = await serve("--data", data, "--port", String(port));
  await page.getByRole("alert").waitFor({ state: "detached" });
  assert.equal(await moveNumber(page), 2, "the page goes on where it was");
  const other = await open(browser, kept.address);
  await other.getByRole("button", { name: "Open" }).click();
  await other.getByRole("dialog").getByRole("button", { name: /^othello/ }).click();
  await until(async () => (await moveNumber(other)) === 2, "the kept game");
  await Promise.all([page.context().close(), other.context().close()]);
  await kept.stop();
});

test("the page speaks Dutch", async () => {
  const page = await open(browser, server.address);
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("nl");
  await page.getByRole("combobox", { name: "Taal" }).waitFor();
  await page.getByRole("button", { name: "Sluiten" }).click();
  assert.match(await status(page), /Zwart is aan zet/);
  const shown = await page.locator("body").innerText();
  assert.doesNotMatch(shown, /page-/, "every word is translated");
  await page.context().close();
});

test("names of files and records are shown as text", async () => {
  const page = await open(browser, server.address);
  const evil = "<img src=x onerror=document.title='evil'>";
  await page.getByRole("button", { name: "Open" }).click();
  const buffer = Buffer.from(`(;GM[4]SZ[15]PB[${evil}]EV[${evil}]RU[${evil}];B[hh]C[${evil}])`);
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles({ name: `${evil}.sgf`, mimeType: "text/plain", buffer });
  await until(async () => (await moveNumber(page)) === 1, "the game");
  await type(page, evil);
  await until(async () => (await status(page)).includes("onerror"), "the refusal");
  assert.equal(await page.title(), "NOIRE");
  assert.equal(await page.locator("img").count(), 0);
  await page.context().close();
});

test("a file that is too large and one with mistakes are refused with a sentence", async () => {
  const page = await open(browser, server.address);
  const large = `${folder()}/large.sgf`;
  writeFileSync(large, Buffer.alloc(8 * 1024 * 1024 + 1, "x"));
  for (const [file, reason] of [
    [large, /larger than 8 MB/],
    [{ name: "a.sgf", mimeType: "text/plain", buffer: Buffer.from("(;GM[4]SZ[15];B[zz])") }, /a\.sgf/],
  ]) {
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
    await until(async () => reason.test(await status(page)), `${reason}, not ${await status(page)}`);
  }
  await page.context().close();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds no fault in the ${colorScheme} page`, async () => {
    const page = await open(browser, server.address, { colorScheme });
    await newGame(page, "noughts");
    await playAll(page, ["b2", "a1"]);
    for (const tab of ["Moves", "Analysis", "Why"]) {
      await page.getByRole("tab", { name: tab }).click();
      if (tab === "Why") {
        await page.getByRole("button", { name: "Which rules apply?" }).click();
        await page.getByRole("button", { name: /three for x/ }).first().click();
        await page.getByRole("article").waitFor();
      }
      const found = await page.evaluate(`${axe}; axe.run()`);
      assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`), []);
    }
    await page.context().close();
  });
}

for (const width of [320, 390, 1280]) {
  test(`the page fits into ${width} pixels`, async () => {
    const page = await open(browser, server.address, { viewport: { width, height: 800 } });
    for (const tab of ["Moves", "Analysis", "Why"]) {
      await page.getByRole("tab", { name: tab }).click();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${tab} is ${over} pixels too wide`);
    }
    await page.context().close();
  });
}

test("nine tabs of one browser are served", async () => {
  const context = await browser.newContext();
  const pages = await Promise.all(Array.from({ length: 9 }, () => context.newPage()));
  await Promise.all(pages.map(async (page) => {
    await page.goto(server.address);
    await page.getByRole("grid").waitFor();
  }));
  await context.close();
});
