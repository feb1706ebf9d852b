// Sets up a position: a palette of pieces, the board, and the side to move.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { BoardView } from "./board";
import type { BoardStyle } from "./board";
import type { Board, Piece, Position, Request } from "./protocol";
import { t } from "./words";

interface Props {
  position: Position;
  style: BoardStyle;
  /** Why no game can begin from the position, as a sentence. */
  problem: string | null;
  onStart: (request: Request) => void;
  onClose: () => void;
}

/** The index of a piece of the board among the kinds of pieces. */
function kindOf(piece: Piece, kinds: readonly Piece[]): number {
  return kinds.findIndex((kind) => kind.owner === piece.owner && (!kind.shows_sign || kind.sign === piece.sign));
}

/** The pieces on a board, by field, as indices of kinds. */
function piecesOf(board: Board, kinds: readonly Piece[]): Map<string, number> {
  const fields = board.rows.flatMap((row) => row.fields);
  return new Map(fields.flatMap((field) => (field?.piece ? [[field.name, kindOf(field.piece, kinds)] as const] : [])));
}

/** A board with these pieces only. */
function withPieces(board: Board, placed: ReadonlyMap<string, number>, kinds: readonly Piece[]): Board {
  const rows = board.rows.map((row) => ({
    ...row,
    fields: row.fields.map((field) => field && { ...field, piece: kinds[placed.get(field.name) ?? -1] ?? null, mark: null, is_highlighted: false, last: null }),
  }));
  return { ...board, rows };
}

const NONE: ReadonlySet<string> = new Set();
const NO_NUMBERS: ReadonlyMap<string, number> = new Map();
const NO_SIGNS: ReadonlyMap<string, string> = new Map();

export function SetUp({ position, style, problem, onStart, onClose }: Props) {
  const kinds = position.pieces;
  const [placed, setPlaced] = useState(() => piecesOf(position.board, kinds));
  /** The kind to place; -1 erases. */
  const [chosen, setChosen] = useState(0);
  const [toMove, setToMove] = useState(position.to_move);
  const [isAsked, setIsAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The next key may come at once.
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);
  const players = position.players.map((side) => side.name);
  const name = (piece: Piece) => [piece.owner === null ? "" : players[piece.owner], piece.shows_sign || piece.owner === null ? piece.sign : ""].join(" ").trim();
  const put = (field: string) => {
    const next = new Map(placed);
    if (chosen < 0 || placed.get(field) === chosen) {
      next.delete(field);
    } else {
      next.set(field, chosen);
    }
    setPlaced(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const digit = /^[0-9]$/.test(event.key) ? Number(event.key) - 1 : null;
    if (digit !== null && digit < kinds.length && !event.ctrlKey && !event.altKey && !event.metaKey) {
      setChosen(digit);
    } else if (event.key === "Escape") {
      onClose();
    }
    // The keys of the game do not work here.
    event.stopPropagation();
  };
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    setIsAsked(true);
    onStart({ do: "set_up", pieces: [...placed].map(([field, piece]) => ({ field, piece })), to_move: toMove });
  };
  return (
    <form ref={form} class="set-up" aria-labelledby="set-up" onSubmit={start} onKeyDown={onKeyDown}>
      <h2 id="set-up">{t("page-set-up")}</h2>
      <p>{t("page-set-up-help")}</p>
      <fieldset>
        <legend>{t("page-piece")}</legend>
        {[...kinds.map(name), t("page-erase")].map((label, at) => {
          const kind = at < kinds.length ? at : -1;
          return (
            <label key={kind}>
              <input type="radio" name="piece" checked={chosen === kind} onChange={() => setChosen(kind)} /> <kbd>{kind + 1}</kbd> {label}
            </label>
          );
        })}
      </fieldset>
      <fieldset>
        <legend>{t("page-side-to-move")}</legend>
        {players.map((player, at) => (
          <label key={at}>
            <input type="radio" name="to-move" checked={toMove === at} onChange={() => setToMove(at)} /> {player}
          </label>
        ))}
      </fieldset>
      <BoardView board={withPieces(position.board, placed, kinds)} players={players} style={style} numbers={NO_NUMBERS} targets={NONE} entered={[]} forbidden={[]} signs={NO_SIGNS} onField={put} />
      <p class="problem" role="alert">
        {isAsked && problem}
      </p>
      <div class="buttons">
        <button type="submit" class="main">{t("page-start-from-here")}</button>
        <button type="button" onClick={() => setPlaced(new Map())}>{t("page-clear-board")}</button>
        <button type="button" onClick={onClose}>{t("page-cancel")}</button>
      </div>
    </form>
  );
}
