// What the user takes away from the page: pictures, links, and games as one file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, moveNumber, newGame, open, openFile, serve, type, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

const EVIL = "<img src=x onerror=document.title='evil'>";

/** Plays moves by typing them. */
async function playAll(page, moves) {
  for (const move of moves) {
    const before = await moveNumber(page);
    await type(page, move);
    await until(async () => (await moveNumber(page)) > before, move);
  }
}

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
