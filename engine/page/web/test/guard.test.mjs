// Requests that are no requests of the page.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { launch, open, serve, talk as talkFrom, until } from "./support.mjs";

let server;
before(async () => (server = await serve()));
after(() => server.stop());

/** The answer to a request with these headers. */
function ask(path, headers, method = "GET") {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: server.port, path, headers, method }, (answer) => {
      answer.resume();
      resolve(answer);
    });
    asked.on("upgrade", (answer, socket) => resolve(Object.assign(answer, { socket })));
    asked.on("error", reject);
    asked.end();
  });
}

const upgrade = () => ({
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
});

test("foreign hosts and origins are refused, also on the socket", async () => {
  const own = `127.0.0.1:${server.port}`;
  for (const [headers, code] of [
    [{ Host: own }, 200],
    [{ Host: own, Origin: `http://${own}` }, 200],
    [{ Host: "evil.example" }, 403],
    [{ Host: `evil.example:${server.port}` }, 403],
    [{ Host: own, Origin: "http://evil.example" }, 403],
    [{ Host: own, Origin: "null" }, 403],
  ]) {
    assert.equal((await ask("/", headers)).statusCode, code, JSON.stringify(headers));
    const socket = await ask("/socket", { ...upgrade(), ...headers });
    assert.equal(socket.statusCode, code === 200 ? 101 : 403, JSON.stringify(headers));
    socket.socket?.destroy();
  }
});

test("every answer has a strict content security policy", async () => {
  for (const path of ["/", "/page.js", "/nothing"]) {
    const { headers } = await ask(path, {});
    assert.match(headers["content-security-policy"], /default-src 'none'; script-src 'self'/);
    assert.equal(headers["x-content-type-options"], "nosniff");
  }
});

test("the page can only be read", async () => {
  for (const method of ["POST", "PUT", "DELETE", "TRACE", "OPTIONS"]) {
    const { statusCode, headers } = await ask("/", {}, method);
    assert.deepEqual([statusCode, headers.allow], [405, "GET, HEAD"], method);
  }
  assert.equal((await ask("/", {}, "HEAD")).statusCode, 200);
});

/** Sends a message over a new socket, and returns the first answer or "closed". */
async function talk(text) {
  const { socket } = await ask("/socket", upgrade());
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(payload.length));
  const masked = Buffer.from(payload.map((byte, at) => byte ^ mask[at % 4]));
  socket.write(Buffer.concat([Buffer.from([0x81, 0xff]), length, mask, masked]));
  return new Promise((resolve) => {
    let got = "";
    socket.on("data", (data) => {
      got += data.toString("latin1");
      const found = /\{"is":"(\w+)"/.exec(got);
      if (found) {
        socket.destroy();
        resolve(found[1]);
      }
    });
    socket.on("close", () => resolve("closed"));
    socket.on("error", () => resolve("closed"));
  });
}

test("a tab needs the token", async () => {
  const hello = (token) => JSON.stringify({ do: "hello", token, language: null, game: null });
  assert.equal(await talk(hello(server.token)), "welcome");
  for (const text of [hello(""), hello("0".repeat(32)), hello(server.token.slice(1))]) {
    assert.equal(await talk(text), "denied", text);
  }
  for (const text of ['{"do":"rules"}', "nonsense", "[]"]) {
    assert.equal(await talk(text), "failed", text);
  }
});

test("a connection that says nothing is closed soon", async () => {
  const { socket } = await ask("/socket", upgrade());
  const began = Date.now();
  await new Promise((resolve) => socket.on("close", resolve).resume());
  assert.ok(Date.now() - began < 8000, "two seconds, and some for a slow machine");
});

test("a tab whose kept game is damaged begins a new game and says so", async () => {
  const browser = await launch();
  const page = await open(browser, server.address);
  for (const [kept, reason] of [
    ['{"game":7}', /kept is damaged/],
    ['"text"', /kept is damaged/],
    [JSON.stringify({ game: "tiddlywinks", id: null, players: [], start: null, nodes: [], at: 0 }), /no game tiddlywinks/],
    [JSON.stringify({ game: "draughts", id: null, players: [], start: "nonsense", nodes: [], at: 9 }), /./],
    [JSON.stringify({ game: "renju", id: "x", players: [], start: null, nodes: [{ parent: 5, text: "h8" }], at: -1 }), /kept is damaged/],
  ]) {
    await page.evaluate((kept) => sessionStorage.setItem("game", kept), kept);
    await page.reload();
    await page.getByRole("grid").waitFor();
    const status = () => page.getByRole("status").innerText();
    await until(async () => reason.test(await status()), `${kept}: ${await status()}`);
  }
  await browser.close();
});

test("every request that cannot be fulfilled is answered with a sentence", async () => {
  const browser = await launch();
  const page = await open(browser, server.address);
  for (const [request, sentence] of [
    [{ do: "go", node: 7 }, "There is no such position in the tree of moves."],
    [{ do: "explain_rule", rule: 9999 }, "There is no such rule."],
    [{ do: "dance" }, "The server does not understand a message of the page. Reload the page."],
    ["{", "The server does not understand a message of the page. Reload the page."],
  ]) {
    const events = await talkFrom(page, [request], "failed");
    assert.equal(events.at(-1).text, sentence);
  }
  const binary = await page.evaluate(() => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    socket.onopen = () => {
      socket.send(JSON.stringify({ do: "hello", token: sessionStorage.getItem("token"), language: "en", game: null }));
      socket.send(new Uint8Array([1, 2, 3]));
    };
    socket.onmessage = ({ data }) => JSON.parse(data).is === "failed" && resolve(JSON.parse(data).text);
  }));
  assert.match(binary, /does not understand/);
  const part = { do: "file_part", bytes: "ÿ".repeat(400_000) };
  const large = await talkFrom(page, [...Array(21).fill(part), { do: "open", name: "a.sgf", bytes: "" }], "failed");
  assert.equal(large.at(-1).text, "The file is larger than 8 MB.");
  await browser.close();
});

test("one tab too many is told so, and goes on when another one is closed", async (context) => {
  const own = await serve();
  context.after(() => own.stop());
  const browser = await launch();
  const page = await open(browser, own.address);
  await page.evaluate(async () => {
    window.sockets = [];
    for (let number = 1; number < 64; number += 1) {
      await new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ do: "hello", token: sessionStorage.getItem("token"), language: "en", game: null }));
        socket.onmessage = resolve;
        window.sockets.push(socket);
      });
    }
  });
  const late = await browser.newPage();
  await late.goto(own.address);
  await late.getByText("64 tabs are open already").waitFor();
  await page.evaluate(() => window.sockets.forEach((socket) => socket.close()));
  await late.getByRole("grid").waitFor();
  await browser.close();
});

/** A connection that sends this text and nothing more. */
function connection(text) {
  const socket = connect(server.port, "127.0.0.1", () => socket.write(text));
  socket.on("error", () => {});
  return socket.resume();
}

test("a connection without a complete request is closed, and too many are refused", async () => {
  const began = Date.now();
  const slow = ["", "GET / HTTP/1.1\r\nHost: 127"].map(connection);
  const closed = (socket) => new Promise((resolve) => socket.on("close", resolve));
  await Promise.all(slow.map(closed));
  assert.ok(Date.now() - began < 25_000, "ten seconds, and some for a slow machine");
  const many = Array.from({ length: 300 }, () => connection(""));
  await Promise.any(many.map(closed));
  many.forEach((socket) => socket.destroy());
  await until(() => ask("/", {}).then(({ statusCode }) => statusCode === 200, () => false), "an answer");
});

test("a message of more than a megabyte is refused", async () => {
  const large = JSON.stringify({ do: "hello", token: "x".repeat(2 << 20), language: null, game: null });
  assert.notEqual(await talk(large), "welcome");
  assert.equal((await ask("/", {})).statusCode, 200, "the server goes on");
});

test("a page without the token shows how to start the server", async () => {
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.port}/`);
  await page.getByText("noire serve --open").waitFor();
  const whole = await open(browser, server.address);
  await until(() => !whole.url().includes("token"), "the token leaves the address");
  await browser.close();
});
