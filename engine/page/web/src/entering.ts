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
  if (entered.length > 0 && (position.moves.some((move) => begins(move, [name])) || isOwn(position, name))) {
    return { entered: [name] };
  }
  // The move is not legal. The server says why if it is complete.
  return all.length < needed(position, all[0] ?? name) ? { entered: all } : { play: all.join(separator(position)) };
}

/** Whether a piece of the player to move is on the field. */
function isOwn(position: Position, name: string): boolean {
  return position.board.rows.some((row) => row.fields.some((field) => field?.name === name && field.piece?.owner === position.to_move));
}

/** The number of clicks that enter a move which begins on this field, judging by the legal moves. */
function needed(position: Position, first: string): number {
  const counts = position.moves.map((move) => move.clicks.length).filter((count) => count > 0);
  const usual = counts.length > 0 ? Math.min(...counts) : 1;
  return isOwn(position, first) && counts.some((count) => count > 1) ? Math.max(usual, 2) : usual;
}

/** The sign that joins the fields of a move. */
function separator(position: Position): string {
  const isAdding = position.moves.some((move) => move.clicks.length > 1 && move.text.includes("+"));
  return isAdding && !position.moves.some((move) => move.text.includes("-")) ? "+" : "-";
}

/** The fields that may be clicked next. */
export function targets(position: Position, entered: readonly string[]): Set<string> {
  const fields = position.moves.filter((move) => begins(move, entered)).flatMap((move) => move.clicks[entered.length] ?? []);
  return new Set(fields);
}
