// Where the fields of a board are drawn.

import type { Board } from "./protocol";

/** Distance between the centres of neighbouring fields. */
export const STEP = 40;

/** Distance of the upper corner of a hexagon from its centre. */
export const CORNER = STEP / Math.sqrt(3);

interface Geometry {
  width: number;
  height: number;
  /** The centre of a field. */
  place: (row: number, column: number) => { x: number; y: number };
}

/** The size of a board and the centres of its fields. `edge` is the width of the margin to the left and below. */
export function geometry(board: Board, edge: number): Geometry {
  const shifts = board.rows.reduce((most, row) => Math.max(most, row.shift), 0);
  // The rows of hexagons reach into each other, so that the corners of their fields meet.
  const [down, above] = board.ground === "hexagons" ? [1.5 * CORNER, CORNER] : [STEP, STEP / 2];
  return {
    width: board.columns.length * STEP + (shifts * STEP) / 2 + edge + 4,
    height: (board.rows.length - 1) * down + 2 * above + edge + 4,
    place: (row, column) => ({
      x: edge + column * STEP + STEP / 2 + ((board.rows[row]?.shift ?? 0) * STEP) / 2,
      y: 4 + row * down + above,
    }),
  };
}
