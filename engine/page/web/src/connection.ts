// The connection of this tab to the server. A lost connection is opened again, with the game as it was.

import { readAddress, takeLink, token } from "./address";
import type { Event, Position, Request, SavedGame } from "./protocol";

/** Maximum size of a part of an opened file, in bytes. The server accepts messages of 1 MB. */
const PART = 400_000;

/** Maximum size of an opened file, in bytes. */
export const MAX_FILE = 8 * 1024 * 1024;

/** Times to wait before the connection is tried again, in milliseconds. */
const DELAYS = [250, 500, 1000, 2000, 4000];

/** What the connection is like. */
export type State = "connecting" | "open" | "lost" | "full" | "denied";

/** The game that was kept in this tab. */
function kept(): SavedGame | null {
  try {
    return JSON.parse(sessionStorage.getItem("game") ?? "null") as SavedGame | null;
  } catch {
    return null;
  }
}

/** Keeps the game in this tab, for a reload of the page or a restart of the server. */
function keep(position: Position): void {
  const game: SavedGame = {
    game: position.game,
    id: position.id,
    start: position.start,
    players: position.players.map((side) => side.player),
    names: position.players.map((side) => side.own_name),
    clocks: position.clocks,
    comment: position.nodes[0]?.comment ?? "",
    own: position.nodes[0]?.own ?? null,
    nodes: position.nodes.slice(1).map((node) => ({ parent: node.parent ?? 0, text: node.text, comment: node.comment, own: node.own })),
    at: position.at,
    is_playing: position.is_computers_turn,
  };
  try {
    sessionStorage.setItem("game", JSON.stringify(game));
  } catch {
    // The browser keeps no more. The game is lost if the page is reloaded.
  }
}

export class Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private isDenied = false;

  constructor(
    private readonly onEvent: (event: Event) => void,
    private readonly onState: (state: State) => void,
  ) {
    readAddress();
    addEventListener("hashchange", () => {
      readAddress();
      if (this.isDenied) {
        this.open();
      } else {
        this.openLink();
      }
    });
    this.open();
  }

  private open(): void {
    this.isDenied = token() === "";
    if (this.isDenied) {
      this.onState("denied");
      return;
    }
    const socket = new WebSocket(`ws://${location.host}/socket`);
    let isFull = false;
    this.socket = socket;
    socket.onopen = () => {
      const language = localStorage.getItem("language");
      socket.send(JSON.stringify({ do: "hello", token: token(), language, game: kept() } satisfies Request));
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as Event;
      if (event.is === "denied") {
        this.isDenied = true;
        this.onState("denied");
        return;
      }
      isFull = event.is === "full";
      if (event.is === "welcome") {
        this.tries = 0;
        this.onState("open");
        this.openLink();
      }
      if (event.is === "position") {
        keep(event);
      }
      this.onEvent(event);
    };
    socket.onclose = () => {
      if (this.isDenied || this.socket !== socket) {
        return;
      }
      this.onState(isFull ? "full" : "lost");
      const delay = DELAYS[Math.min(this.tries, DELAYS.length - 1)];
      this.tries += 1;
      setTimeout(() => this.open(), delay);
    };
  }

  /** Sends a request. While there is no connection, it is dropped. */
  send(request: Request): void {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(request));
    }
  }

  /** Opens the link that waits, if there is a connection. */
  private openLink(): void {
    const link = this.socket?.readyState === WebSocket.OPEN ? takeLink() : null;
    if (link !== null) {
      this.send({ do: "open_link", link });
    }
  }

  /** Sends a file, whose bytes are the characters of `bytes`. */
  sendFile(name: string, bytes: string): void {
    for (let at = 0; at < bytes.length; at += PART) {
      this.send({ do: "file_part", bytes: bytes.slice(at, at + PART) });
    }
    this.send({ do: "open", name, bytes: "" });
  }
}

/** The bytes of a file as characters with their numbers. */
export async function bytesOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) {
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  }
  return text;
}
