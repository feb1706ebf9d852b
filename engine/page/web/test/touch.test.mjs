// Touch: the first tap aims, the second one places.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { field, launch, moveNumber, newGame, open, serve, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

test("a tap aims, and a second tap or the button places", async () => {
  const page = await open(browser, server.address, PHONE);
  await newGame(page, "renju");
  await field(page, "h8").tap();
  await page.getByRole("button", { name: "Place h8" }).waitFor();
  assert.equal(await moveNumber(page), 0, "the tap has only aimed");
  await field(page, "h9").tap();
  const place = page.getByRole("button", { name: "Place h9" });
  await place.waitFor();
  await field(page, "h9").tap();
  await until(async () => (await moveNumber(page)) === 1, "the first move");
  assert.equal(await place.count(), 0);
  await field(page, "i9").tap();
  await page.getByRole("button", { name: "Place i9" }).tap();
  await until(async () => (await moveNumber(page)) === 2, "the second move");
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("a piece and its target need one more tap, and a mouse places at once", async () => {
  const phone = await open(browser, server.address, PHONE);
  await newGame(phone, "draughts");
  await field(phone, "11").tap();
  await field(phone, "15").tap();
  await phone.getByRole("button", { name: "Place 11-15" }).waitFor();
  assert.equal(await moveNumber(phone), 0);
  await field(phone, "15").tap();
  await until(async () => (await moveNumber(phone)) === 1, "the move");
  await phone.context().close();
  const page = await open(browser, server.address);
  await newGame(page, "renju");
  await field(page, "h8").click();
  await until(async () => (await moveNumber(page)) === 1, "a click places");
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("checkbox", { name: /^Aim with the first click/ }).check();
  await page.keyboard.press("Escape");
  await field(page, "i9").click();
  await page.getByRole("button", { name: "Place i9" }).waitFor();
  assert.equal(await moveNumber(page), 1, "a click aims too if it should");
  await page.context().close();
});
