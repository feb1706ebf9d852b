// Enters moves by clicks. The server lists the legal moves with the clicks that enter each of them.

import type { LegalMove, Position } from "./protocol";

/** What a click leads to. */
export type Click =
  /** The move is complete, or it is not possible, and the server says why. */
  | { play: string }
  /** Further clicks are needed after these. */
  | { entered: string[] };

/** Whether these clicks begin a move. */
function begins(move: LegalMove, entered: readonly string[]): boolean {
  return entered.length <= move.clicks.length && entered.every((name, at) => move.clicks[at]?.includes(name));
}

/** The result of a click on a field, after the clicks `entered`. */
export function click(position: Position, entered: readonly string[], name: string): Click {
  if (entered.length > 0 && entered[entered.length - 1] === name) {
    return { entered: entered.slice(0, -1) };
  }
  const all = [...entered, name];
  const possible = position.moves.filter((move) => begins(move, all));
  const complete = possible.filter((move) => move.clicks.length === all.length);
  const only = complete[0] ?? (possible.length === 1 && all.length > 1 ? possible[0] : undefined);
  if (only && (complete.length === 0 || possible.length === complete.length)) {
    return { play: only.text };
  }
  if (possible.length > 0) {
    return { entered: all };
  }
  if (entered.length > 0 && position.moves.some((move) => begins(move, [name]))) {
    return { entered: [name] };
  }
  return { play: all.join("-") };
}

/** The fields that may be clicked next. */
export function targets(position: Position, entered: readonly string[]): Set<string> {
  const fields = position.moves.filter((move) => begins(move, entered)).flatMap((move) => move.clicks[entered.length] ?? []);
  return new Set(fields);
}
