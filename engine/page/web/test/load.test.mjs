// Many tabs and many games: searches are served in turn, and memory does not grow.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./support.mjs";

/** The number of games after which memory is measured: `GAMES=1000 npm test` plays more than every run of the tests. */
const GAMES = Number(process.env.GAMES ?? 100);

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => Promise.all([server.stop(), browser.close()]));

test("50 tabs that all search are served in turn", async () => {
  const page = await open(browser, server.address);
  const tabs = await page.evaluate(() => {
    const begun = { game: "renju", id: null, players: [{ kind: "person" }, { kind: "computer", level: 4 }], start: null, nodes: [{ parent: 0, text: "h8" }], at: 1 };
    const tab = () =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/socket`);
        const seen = { moves: 0, refused: 0, places: [] };
        const ask = () => socket.send(JSON.stringify({ do: "move" }));
        socket.onopen = () => {
          socket.send(JSON.stringify({ do: "hello", token: sessionStorage.getItem("token"), language: "en", game: begun }));
          ask();
        };
        socket.onclose = () => resolve(seen);
        socket.onmessage = ({ data }) => {
          const event = JSON.parse(data);
          if (event.is === "queued") {
            seen.places.push(event.place);
          } else if (event.is === "idle" && event.text.includes("searches wait already")) {
            // Too many searches wait already. The user is told so, and asks again.
            seen.refused += 1;
            setTimeout(ask, 100);
          } else if (event.is === "position" && event.at === 2) {
            seen.moves += 1;
            socket.close();
          }
        };
      });
    return Promise.all(Array.from({ length: 50 }, tab));
  });
  assert.deepEqual(tabs.map((tab) => tab.moves), Array(50).fill(1), JSON.stringify(tabs));
  const places = tabs.flatMap((tab) => tab.places);
  // How many have to wait or to ask again depends on the machine.
  assert.ok(places.every((place) => place <= 16), places.join(" "));
  // A place in the queue only gets better, until the user asks again.
  const patient = tabs.filter((tab) => tab.refused === 0);
  assert.ok(patient.every((tab) => tab.places.every((place, at) => at === 0 || place < tab.places[at - 1])), JSON.stringify(patient));
  await page.context().close();
});

test("memory does not grow over many games", async () => {
  const page = await open(browser, server.address);
  const games = (count) =>
    page.evaluate(
      (count) =>
        new Promise((resolve) => {
          const computer = { kind: "computer", level: 1 };
          const begin = JSON.stringify({ do: "new", game: "noughts", players: [computer, computer], names: [], time: null, opening: null, lot: false });
          const socket = new WebSocket(`ws://${location.host}/socket`);
          let [played, isNew] = [0, false];
          socket.onopen = () => {
            socket.send(JSON.stringify({ do: "hello", token: sessionStorage.getItem("token"), language: "en", game: null }));
            socket.send(begin);
          };
          socket.onclose = () => resolve(played);
          socket.onmessage = ({ data }) => {
            const event = JSON.parse(data);
            isNew ||= event.is === "position" && event.game === "noughts" && event.at === 0;
            if (event.is === "position" && event.end !== null && isNew) {
              [played, isNew] = [played + 1, false];
              if (played === count) {
                socket.close();
              } else {
                socket.send(begin);
              }
            }
          };
        }),
      count,
    );
  /** The resident memory of the server, in MB. */
  const memory = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
  // Caches fill during the first games.
  const warm = Math.floor(GAMES / 5);
  assert.equal(await games(warm), warm);
  const before = memory();
  assert.equal(await games(GAMES - warm), GAMES - warm);
  const after = memory();
  assert.ok(after < before + 16, `${before.toFixed(0)} MB after ${warm} games, ${after.toFixed(0)} MB after ${GAMES}`);
  console.log(`${before.toFixed(0)} MB after ${warm} games, ${after.toFixed(0)} MB after ${GAMES}`);
  await page.context().close();
});
