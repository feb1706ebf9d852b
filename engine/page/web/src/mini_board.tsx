// A small board that shows a position of the tree: pieces and the last move, without anything to enter.

import { STEP, geometry } from "./geometry";
import type { Board } from "./protocol";

/** The lines of a board with stones on the crossings. */
function lines(board: Board, place: ReturnType<typeof geometry>["place"]): string {
  const [bottom, right] = [board.rows.length - 1, board.columns.length - 1];
  const across = board.rows.map((_, r) => `M${place(r, 0).x} ${place(r, 0).y}H${place(r, right).x}`);
  const down = board.columns.map((_, c) => `M${place(0, c).x} ${place(0, c).y}V${place(bottom, c).y}`);
  return [...across, ...down].join("");
}

export function MiniBoard({ board }: { board: Board }) {
  const { width, height, place } = geometry(board, 4);
  const fields = board.rows.flatMap((row, r) => row.fields.flatMap((field, c) => (field ? [{ field, ...place(r, c) }] : [])));
  const half = STEP / 2;
  return (
    <svg class="board mini" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect class="ground" x={4} y={4} width={width - 8} height={height - 8} rx="4" />
      {board.ground === "lines" && <path class="line" d={lines(board, place)} />}
      {fields.map(({ field, x, y }) => {
        const owner = field.piece?.owner ?? null;
        const kind = owner === 0 ? "dark" : owner === 1 ? "light" : "other";
        return (
          <g key={field.name}>
            {board.ground !== "lines" && <rect class="square" x={x - half} y={y - half} width={STEP} height={STEP} />}
            {field.piece && <circle class={kind} cx={x} cy={y} r={half - 2} />}
            {field.piece?.shows_sign && <text class={`letters on-${kind}`} x={x} y={y + 7}>{field.piece.sign}</text>}
            {field.last === "target" && <circle class={field.piece ? `latest on-${kind}` : "latest"} cx={x} cy={y} r={half / 2.5} />}
          </g>
        );
      })}
    </svg>
  );
}
