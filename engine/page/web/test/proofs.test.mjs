// Positions that are solved: the proof of a win as a tree, whose moves are shown on the board.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { field, launch, moveNumber, newGame, open, playAll, serve, until } from "./support.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

/** The part of the page that solves positions, after a game of two people with these moves. */
async function solved(page, game, moves) {
  await newGame(page, game, ["person", "person"]);
  await playAll(page, moves);
  await page.getByRole("tab", { name: "Analysis" }).click();
  const part = page.getByRole("region", { name: "Solve" });
  await part.getByRole("button", { name: "Solve" }).click();
  return part;
}

/** The name of a field for screen readers. */
async function label(page, name) {
  return (await field(page, name).getAttribute("aria-label")) ?? "";
}

test("every reply of a proof has a line, which is walked on the board", async () => {
  const page = await open(browser, server.address);
  const part = await solved(page, "noughts", ["a1", "a2"]);
  await part.getByText(/^x wins within \d moves\.$/).waitFor();
  const proof = part.getByRole("list", { name: "The proof" });
  await proof.getByText("every reply loses").first().waitFor();
  assert.equal(await proof.getByText("6 replies").count(), 1, "all fields that are left");
  const first = await proof.getByRole("button").first().innerText();
  const reply = proof.locator("details > ul > li").first();
  const answers = await reply.getByRole("button").allInnerTexts();
  assert.equal(answers.length, 2, answers.join(" "));
  await reply.getByRole("button", { name: answers[1] }).click();
  await page.getByText(`After ${first} ${answers.join(" ")}`).waitFor();
  assert.match(await label(page, first), /x, move 1/);
  assert.match(await label(page, answers[0]), /o, move 2/);
  assert.match(await label(page, answers[1]), /x, move 3/);
  await proof.getByText("the game is won").first().waitFor();
  const free = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"].find((name) => !["a1", "a2", first, ...answers].includes(name));
  await field(page, free).click();
  await page.getByRole("button", { name: "Back to the position" }).click();
  await until(async () => (await label(page, first)).includes("empty"), "the position");
  assert.match(await label(page, free), /empty/, "one does not play in a preview");
  assert.equal(await moveNumber(page), 2, "the moves were not played");
  await page.getByRole("tab", { name: "Analysis" }).click();
  // A move on the board leaves the proof.
  await field(page, first).click();
  await until(async () => (await moveNumber(page)) === 3, "the move");
  assert.equal(await proof.count(), 0);
  await page.context().close();
});

test("a proof of stones names the rules by which it wins", async () => {
  const page = await open(browser, server.address);
  const part = await solved(page, "renju", ["h8", "g9", "d8", "h10", "i8", "i11", "g7"]);
  await part.getByText(/^White wins within \d+ moves\.$/).waitFor();
  const proof = part.getByRole("list", { name: "The proof" });
  await proof.getByText(/threatens|wins by/).first().waitFor();
  const button = proof.getByRole("button").first();
  const mv = await button.innerText();
  await button.click();
  await page.getByText(`After ${mv}`).waitFor();
  assert.match(await label(page, mv), /White, move 1/);
  await page.context().close();
});

test("positions without a win are described", async () => {
  const page = await open(browser, server.address);
  const drawn = await solved(page, "noughts", ["b2", "a1"]);
  await drawn.getByText(/^Neither side can win: .+\.$/).waitFor();
  const lost = await solved(page, "noughts", ["a1", "a2", "b2"]);
  await lost.getByText(/^o loses, whatever is played; .+ holds out longest\.$/).waitFor();
  const unknown = await solved(page, "renju", ["h8", "h9"]);
  await unknown.getByText("No win was found. This proves nothing.").waitFor();
  await page.context().close();
});
