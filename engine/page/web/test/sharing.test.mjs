// What the user takes away from the page: pictures, links, and games as one file.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { folder, launch, moveNumber, newGame, open, openFile, playAll, serve, talk, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const EVIL = "<img src=x onerror=document.title='evil'>";

/** Presses a button of the dialog that saves, by the keyboard. Returns the path and the name of the saved file. */
async function save(page, name) {
  await page.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  const waiting = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
  const saved = await waiting;
  return { path: await saved.path(), name: saved.suggestedFilename() };
}

/** The colour of a pixel of a picture, and its size. */
function pixel(page, path, [x, y]) {
  const address = `data:image/png;base64,${readFileSync(path).toString("base64")}`;
  return page.evaluate(async ({ address, x, y }) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return { colour: [...context.getImageData(x, y, 1, 1).data], size: [image.width, image.height] };
  }, { address, x, y });
}

test("a picture of the position is saved as SVG and PNG", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await playAll(page, ["h8", "i9"]);
  const svg = await save(page, "SVG");
  assert.equal(svg.name, "renju.svg");
  const text = readFileSync(svg.path, "utf8");
  assert.match(text, /<title>renju: h8,i9<\/title>/);
  assert.match(text, /class="letter"[^>]*>15</);
  assert.equal(text.match(/<rect class="mark"/g).length, 1, "the last move is marked");
  await page.locator("h1").click();
  await page.keyboard.press("n");
  await page.getByRole("gridcell", { name: /^h8, Black, move 1/ }).waitFor();
  const numbered = readFileSync((await save(page, "SVG")).path, "utf8");
  assert.match(numbered, /class="on-light"[^>]*>2</);
  const png = await save(page, "PNG");
  assert.equal(png.name, "renju.png");
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(text);
  // The stone on h8, beside its number.
  const { colour, size } = await pixel(page, png.path, [2 * (24 + 7 * 26 + 13 - 8), 2 * (7 * 26 + 13)]);
  assert.deepEqual(size, [2 * width, 2 * height]);
  assert.deepEqual(colour, [0x22, 0x22, 0x22, 255], "a black stone: the style sheet of the picture is used");
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a picture shows the marks of the page, in every game", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await openFile(page, "a.sgf", "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ab];B[gg];W[oa];B[gf];W[oo])");
  await until(async () => (await moveNumber(page)) === 8, "the game");
  const forbidden = await page.getByRole("gridcell", { name: /forbidden/ }).count();
  assert.ok(forbidden > 0);
  const text = readFileSync((await save(page, "SVG")).path, "utf8");
  assert.equal(text.match(/<text class="mark"[^>]*>×</g).length, forbidden);
  for (const [game, moves] of [["othello", ["d3"]], ["connect-four", ["d"]], ["draughts", ["11-15"]]]) {
    await newGame(page, game);
    await playAll(page, moves);
    const { path, name } = await save(page, "SVG");
    assert.equal(name, `${game}.svg`);
    assert.equal(readFileSync(path, "utf8").match(/<rect class="mark"/g).length, 1, game);
  }
  await page.context().close();
});

test("texts of records are no markup in pictures", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await openFile(page, "a.sgf", `(;GM[4]SZ[15]PB[${EVIL}]EV[${EVIL}]RU[${EVIL}];B[hh]C[${EVIL}])`);
  await until(async () => (await moveNumber(page)) === 1, "the game");
  assert.doesNotMatch(readFileSync((await save(page, "SVG")).path, "utf8"), /<img/);
  await page.context().close();
});

/** Copies the link to the position by the keyboard. */
async function copyLink(page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: "Copy link" });
  await until(() => button.isEnabled(), "the link");
  await button.focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("The link is copied.").waitFor();
  assert.equal(await dialog.getByRole("textbox", { name: "Link" }).inputValue(), await page.evaluate(() => navigator.clipboard.readText()));
  await dialog.getByRole("button", { name: "Close" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Pastes a text into the dialog that opens games. */
async function paste(page, text) {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: /paste/ }).fill(text);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("a link opens its position in a tab with the token, and pasted", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await playAll(page, ["h8", "i9", "j10"]);
  await page.getByRole("button", { name: "Take back" }).click();
  await until(async () => (await moveNumber(page)) === 2, "one move back");
  await playAll(page, ["a1"]);
  await page.getByRole("button", { name: "1. h8" }).click();
  await until(async () => (await moveNumber(page)) === 1, "the first move");
  const link = await copyLink(page);
  assert.equal(link, `http://127.0.0.1:${server.port}/#game=renju&moves=h8,i9,a1&at=1`);
  const isOpen = async (what) => {
    await page.locator(".game").filter({ hasText: "renju" }).waitFor();
    await until(async () => (await moveNumber(page)) === 1 && (await page.getByRole("button", { name: "3. a1" }).count()) === 1, what);
    await until(() => !page.url().includes("#"), "the fragment is removed");
  };
  await newGame(page, "othello");
  await paste(page, ` ${link}\n`);
  await isOpen("pasted");
  await newGame(page, "othello");
  await page.evaluate((link) => { location.href = link; }, link);
  await isOpen("in the address of an open page");
  await newGame(page, "othello");
  await page.goto("about:blank");
  await page.goto(link);
  await isOpen("in the address of a new page");
  assert.ok(!link.includes(server.token));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("links hold passes, captures, columns and initial positions", async () => {
  const page = await open(browser, server.address);
  const found = [];
  for (const [game, moves] of [["renju", ["h8", "pass", "i9"]], ["draughts", ["11-15", "22-18", "15x22"]], ["connect-four", ["d", "d"]]]) {
    await newGame(page, game);
    await playAll(page, moves);
    found.push([game, moves.length, await copyLink(page)]);
  }
  await newGame(page, "renju");
  await openFile(page, "a.sgf", "(;GM[4]SZ[15]AB[hh][ii]AW[aa][bb];B[jj])");
  await until(async () => (await moveNumber(page)) === 1, "the game");
  found.push(["renju", 1, await copyLink(page), "i7"]);
  for (const [game, count, link, stone] of found) {
    await newGame(page, "noughts");
    await paste(page, link);
    await page.locator(".game").filter({ hasText: game }).waitFor();
    await until(async () => (await moveNumber(page)) === count, link);
    assert.ok(!stone || (await page.getByRole("gridcell", { name: new RegExp(`^${stone}, Black`) }).count()) === 1, "the initial position");
  }
  await page.context().close();
});

test("a link without a token waits until the address of the server is opened", async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${server.port}/#game=othello&moves=d3,c3&at=1`);
  await page.getByText("noire serve --open").waitFor();
  assert.ok(page.url().endsWith("#game=othello&moves=d3,c3&at=1"), "the fragment is kept");
  await page.goto(server.address);
  await page.locator(".game").filter({ hasText: "othello" }).waitFor();
  await until(async () => (await moveNumber(page)) === 1, "the position");
  assert.ok(!page.url().includes("#"));
  await page.reload();
  await page.getByRole("grid").waitFor();
  assert.equal(await moveNumber(page), 1, "the tab goes on with the game");
  await page.context().close();
});

test("damaged links are answered with a sentence, and the game on the table stays", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await playAll(page, ["h8"]);
  const address = `http://127.0.0.1:${server.port}/`;
  for (const [fragment, sentence] of [
    ["#game=tiddlywinks", /no game tiddlywinks/],
    ["#game=%2Fetc%2Fpasswd", /no game/],
    ["#game=renju&moves=h8,h8", /move 2, h8, cannot be played/],
    [`#game=renju&moves=${encodeURIComponent(EVIL)}`, /move 1, <img/],
    ["#game=renju&moves=h8&at=5", /damaged/],
    ["#game=renju&start=nonsense%", /damaged/],
    ["#nothing", /damaged/],
    [`#game=renju&moves=${"h8,".repeat(3000)}`, /longer than 8 kB/],
  ]) {
    await paste(page, address + fragment);
    await until(async () => sentence.test(await page.getByRole("status").innerText()), `${fragment.slice(0, 60)}: ${await page.getByRole("status").innerText()}`);
  }
  assert.equal(await moveNumber(page), 1);
  await page.goto("about:blank");
  await page.goto(`${address}#game=renju&moves=z99`);
  await until(async () => /move 1, z99/.test(await page.getByRole("status").innerText()), "the sentence in a new page");
  assert.deepEqual([await moveNumber(page), await page.locator("img").count(), page.errors.length], [1, 0, 0]);
  await page.context().close();
});

test("a game in a folder is named in its link as it was given, unless its path is absolute", async () => {
  const path = fileURLToPath(new URL("../../../../knowledge/noughts", import.meta.url));
  const own = await serve("--game", path);
  const page = await open(browser, own.address);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("would contain the path of its folder").waitFor();
  assert.ok(await page.getByRole("button", { name: "Copy link" }).count() === 0);
  await page.context().close();
  await own.stop();
});

/** Opens a saved file without a server, and counts what it asks for. */
async function openSaved(path, options = {}) {
  const copy = `${folder()}/saved.html`;
  copyFileSync(path, copy);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  [page.requests, page.errors] = [[], []];
  page.on("request", (request) => page.requests.push(request.url()));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  page.on("pageerror", (error) => page.errors.push(error.message));
  await page.goto(pathToFileURL(copy).href);
  return page;
}

const heading = (page) => page.locator(".position:visible h2").allInnerTexts();

test("a game is saved as one file, which is walked through without a server", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "noughts");
  await playAll(page, ["b2", "a1", "c3", "b1"]);
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("combobox", { name: "Best moves" }).selectOption("2");
  await page.locator("table.lines").waitFor();
  const best = await page.locator("table.lines tbody td").first().innerText();
  await page.getByRole("combobox", { name: "Best moves" }).selectOption("off");
  await playAll(page, ["b3"]);
  await page.getByRole("button", { name: "1. b2" }).click();
  await until(async () => (await moveNumber(page)) === 1, "the first move");
  await page.getByRole("tab", { name: "Why" }).click();
  await page.getByRole("button", { name: "Which rules apply?" }).click();
  await page.getByRole("button", { name: /does not apply three for x/ }).click();
  await page.getByRole("article").getByRole("heading", { name: /three for x/ }).waitFor();
  const said = await page.getByRole("article").locator(".said").first().innerText();
  const { path, name } = await save(page, "Save as one file");
  assert.equal(name, "noughts.html");
  for (const colorScheme of ["light", "dark"]) {
    const saved = await openSaved(path, { colorScheme });
    assert.deepEqual(await heading(saved), ["1. b2"], "the position that was shown");
    assert.ok((await saved.locator(".position:visible pre").innerText()).includes(said), "the explanation");
    await saved.keyboard.press("ArrowRight");
    assert.deepEqual(await heading(saved), ["2. a1"]);
    await saved.keyboard.press("End");
    assert.deepEqual(await heading(saved), ["5. b3"]);
    await saved.getByRole("button", { name: "position before" }).click();
    assert.deepEqual(await heading(saved), ["4. b1"]);
    assert.equal(await saved.locator(".position:visible td").first().innerText(), best, "the analysis");
    await saved.getByRole("slider", { name: "Position" }).focus();
    await saved.keyboard.press("ArrowLeft");
    assert.deepEqual(await heading(saved), ["3. c3"]);
    await saved.getByRole("link", { name: "Start" }).click();
    assert.deepEqual(await heading(saved), ["Start"]);
    await saved.keyboard.press("ArrowLeft");
    assert.deepEqual(await heading(saved), ["Start"], "there is nothing before");
    const found = await saved.evaluate(`${axe}; axe.run()`);
    assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`), []);
    assert.deepEqual([saved.requests.length, saved.errors], [1, []], "the file itself");
    await saved.context().close();
  }
  const plain = await openSaved(path, { javaScriptEnabled: false });
  assert.equal((await heading(plain)).length, 6, "without scripts, all boards are shown");
  assert.equal(await plain.locator("#controls").isVisible(), false);
  await plain.context().close();
  await page.context().close();
});

test("a saved file names those who play as the user has entered them", async () => {
  const page = await open(browser, server.address);
  const person = { kind: "person" };
  const begin = { do: "new", game: "renju", players: [person, person], names: ["Ann <b>", ""], time: null, opening: null, lot: false };
  const events = await talk(page, [begin, { do: "one_file", numbers: false, analyses: [], explanation: null }], "file");
  const text = events.at(-1).text;
  assert.ok(text.includes("Ann &lt;b&gt;"), "the name");
  assert.ok(!text.includes("<b>"), "it is no markup");
  await page.context().close();
});

test("names and rules of a saved file are no markup, and no script of them runs", async () => {
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await openFile(page, "a.sgf", `(;GM[4]SZ[15]PB[${EVIL}]PW[</script><script>document.title='evil'</script>]RU[${EVIL}]RE[B+Resign];B[hh]C[${EVIL}];W[ii])`);
  await until(async () => (await moveNumber(page)) === 2, "the game");
  await page.locator("h1").click();
  await page.keyboard.press("n");
  const saved = await openSaved((await save(page, "Save as one file")).path);
  assert.deepEqual(await heading(saved), ["2. i7"]);
  assert.equal((await saved.locator("dd").allInnerTexts())[0], EVIL, "the name of the first player");
  assert.match(await saved.title(), /^renju: <img/);
  assert.equal(await saved.locator("img").count(), 0);
  assert.equal(await saved.locator("script").count(), 1);
  assert.deepEqual([saved.requests.length, saved.errors], [1, []]);
  await saved.context().close();
  await page.context().close();
});

test("a long game is saved in the language of the page, and is small", async () => {
  const page = await open(browser, server.address);
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("nl");
  await page.getByRole("combobox", { name: "Taal" }).waitFor();
  await page.getByRole("button", { name: "Sluiten" }).click();
  // Rows in which no side gets five in a row: pairs of colours, shifted in every second row.
  const fields = Array.from({ length: 225 }, (_, at) => [at % 15, Math.floor(at / 15)]);
  const isBlack = ([x, y]) => Math.floor((x + 2 * (y % 2)) / 2) % 2 === 0;
  const [black, white] = [fields.filter(isBlack), fields.filter((field) => !isBlack(field))];
  const moves = black.slice(0, 100).flatMap((field, at) => [["B", field], ["W", white[at]]]);
  const letters = ([x, y]) => String.fromCharCode(97 + x) + String.fromCharCode(97 + y);
  await page.getByRole("button", { name: "Openen", exact: true }).click();
  const buffer = Buffer.from(`(;GM[4]SZ[15]RU[gomoku]${moves.map(([colour, field]) => `;${colour}[${letters(field)}]`).join("")})`);
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles({ name: "a.sgf", mimeType: "text/plain", buffer });
  await page.getByRole("button", { name: /^200\. / }).waitFor();
  await page.getByRole("button", { name: "Bewaren", exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Bewaar als één bestand" }).click();
  const path = await (await waiting).path();
  assert.ok(statSync(path).size < 500_000, `${statSync(path).size} bytes`);
  const saved = await openSaved(path);
  assert.equal(await saved.locator("html").getAttribute("lang"), "nl");
  await saved.getByRole("button", { name: "vorige stelling" }).click();
  assert.match((await heading(saved))[0], /^199\. /);
  assert.doesNotMatch(await saved.locator("body").innerText(), /page-/);
  await saved.context().close();
  await page.context().close();
});
