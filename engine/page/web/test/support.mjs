// Starts the server and a browser for the tests. The program is $NOIRE, or the one that cargo has built; the browser is
// $CHROMIUM, or Debian's chromium-headless-shell.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const NOIRE = process.env.NOIRE ?? fileURLToPath(new URL("../../../../target/debug/noire", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** Time in which everything must happen, in milliseconds. It only ends tests that hang. */
export const PATIENCE = 30_000;

/** A folder that is removed after the tests of a file. */
export function folder() {
  const path = mkdtempSync(`${tmpdir()}/noire-page-test-`);
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts a server with these options. */
export async function serve(...options) {
  if (!existsSync(NOIRE)) {
    throw new Error(`${NOIRE} is missing: cargo build`);
  }
  const kept = options.some((option) => ["--data", "--private"].includes(option)) ? [] : ["--private"];
  const port = options.includes("--port") ? [] : ["--port", "0"];
  const server = spawn(NOIRE, ["serve", ...port, ...kept, "--lang", "en", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  server.stderr.on("data", (text) => (errors += text));
  const address = await new Promise((resolve, reject) => {
    server.stdout.on("data", (text) => {
      const found = /http:\S+/.exec(String(text));
      if (found) {
        resolve(found[0]);
      }
    });
    server.on("exit", () => reject(new Error(errors)));
  });
  const url = new URL(address);
  return {
    address,
    port: Number(url.port),
    token: url.hash.replace("#token=", ""),
    pid: server.pid,
    stop: (signal = "SIGINT") =>
      new Promise((resolve) => {
        server.on("exit", resolve);
        server.kill(signal);
      }),
  };
}

/** Starts the browser. */
export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

/** Opens the page of a server in a new tab, and waits for the board. Errors of the page fail the test. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  await page.goto(address);
  await page.getByRole("grid").waitFor();
  return page;
}

/** Begins a game between these players, such as `person` or `level 1`, who may have moved when this returns. `enter` fills
 * in the rest of the dialog. */
export async function startGame(page, game, players, enter = async () => {}) {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Game" }).selectOption(game);
  const seats = dialog.getByRole("combobox");
  for (const [number, player] of players.entries()) {
    await seats.nth(number + 1).selectOption({ label: player });
  }
  await enter(dialog);
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator(".game").filter({ hasText: game }).waitFor();
}

/** Begins a game between these players from its usual position. */
export async function newGame(page, game, players = ["person", "person"]) {
  await startGame(page, game, players);
  // A computer may have moved already.
  await until(async () => players[0] !== "person" || (await moveNumber(page)) === 0, "a new game");
}

/** The sentence of the status line. */
export function status(page) {
  return page.getByRole("status").innerText();
}

/** The number of the move that is shown. */
export async function moveNumber(page) {
  await page.getByRole("tab", { name: "Moves" }).click();
  const text = await page.locator("[aria-current=step]").innerText();
  // A sign of a comment may follow.
  return text.startsWith("Start") ? 0 : Number.parseInt(text, 10);
}

/** Waits until a condition holds. */
export async function until(condition, what) {
  const end = Date.now() + PATIENCE;
  while (!(await condition())) {
    if (Date.now() > end) {
      throw new Error(`in vain: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Types a move and plays it. */
export async function type(page, move) {
  await page.getByRole("textbox", { name: "Move", exact: true }).fill(move);
  await page.keyboard.press("Enter");
}

/** Plays moves by typing them; `pass` by its button. */
export async function playAll(page, moves) {
  for (const move of moves) {
    const before = await moveNumber(page);
    await (move === "pass" ? page.getByRole("button", { name: "Pass" }).click() : type(page, move));
    await until(async () => (await moveNumber(page)) > before, move);
  }
}

/** Saves the game in the format of an extension, such as `.sgf`, and returns the text of the file. */
export async function saveText(page, format) {
  await page.getByRole("button", { name: "Save" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: format, exact: true }).click();
  return readFileSync(await (await waiting).path(), "utf8");
}

/** The field of this name. */
export function field(page, name) {
  return page.getByRole("gridcell", { name: new RegExp(`^${name}[,]`) });
}

/** Opens a file with this name and text. */
export async function openFile(page, name, text) {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.getByRole("dialog").locator("input[type=file]").setInputFiles(file);
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Sends messages over a socket of its own from a page of the server: requests, or texts as they are. The first one is a
 * correct hello if none is given. Returns the events up to the first one of the kind `last`. */
export function talk(page, messages, last, hello = {}) {
  return page.evaluate(
    ({ messages, last, hello }) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/socket`);
        const events = [];
        const usual = { do: "hello", token: sessionStorage.getItem("token"), language: "en", game: null };
        const first = typeof hello === "string" ? hello : JSON.stringify({ ...usual, ...hello });
        socket.onopen = () => [first, ...messages].forEach((message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)));
        socket.onclose = () => resolve(events);
        socket.onmessage = ({ data }) => {
          events.push(JSON.parse(data));
          if (events.at(-1).is === last) {
            socket.close();
          }
        };
      }),
    { messages, last, hello },
  );
}
