// The board: drawn as SVG, entered by clicks or keys, and read by screen readers as a grid.

import { useEffect, useRef, useState } from "preact/hooks";
import { CORNER, STEP, geometry } from "./geometry";
import { OwnLayer, markText } from "./own_marks";
import type { Board, Field, Forbidden, Ground, OwnMarks } from "./protocol";
import { t } from "./words";

/** Width of the margin with the coordinates. */
const EDGE = 26;

/** How a board is shown. */
export interface BoardStyle {
  coordinates: boolean;
  plain: boolean;
}

interface Props {
  board: Board;
  /** The names of the players, for screen readers. */
  players: string[];
  style: BoardStyle;
  /** Move numbers of the pieces, by field. */
  numbers: ReadonlyMap<string, number>;
  /** Fields that can be clicked next. */
  targets: ReadonlySet<string>;
  /** Fields that were clicked for the move that is being entered. */
  entered: readonly string[];
  forbidden: readonly Forbidden[];
  /** Fields to point out, with signs. */
  signs: ReadonlyMap<string, string>;
  /** What the user has drawn on the board. */
  own?: OwnMarks | null;
  /** A field is chosen, by a click or by a key. */
  onField: (name: string, isKey: boolean) => void;
}

/** Names of the fields as a screen reader says them. */
function label(field: Field, props: Props): string {
  const parts = [field.name];
  const piece = field.piece;
  if (piece) {
    const owner = piece.owner === null ? "" : (props.players[piece.owner] ?? "");
    parts.push([owner, piece.shows_sign || owner === "" ? piece.sign : ""].join(" ").trim());
  } else {
    parts.push(t("page-empty"));
  }
  const number = props.numbers.get(field.name);
  if (piece && number !== undefined) {
    parts.push(t("page-move-number", { number }));
  }
  if (field.last !== null) {
    parts.push(t(field.last === "target" ? "page-last-move" : "page-last-move-from"));
  }
  const forbidden = props.forbidden.find((one) => one.text === field.name);
  if (forbidden) {
    parts.push(forbidden.kind === null ? t("page-forbidden-field") : t("page-forbidden-field-kind", { kind: forbidden.kind }));
  }
  if (props.targets.has(field.name)) {
    parts.push(t("page-possible"));
  }
  const sign = field.mark ?? props.signs.get(field.name);
  if (sign !== undefined || field.is_highlighted) {
    parts.push(t("page-marked", { sign: sign ?? "" }));
  }
  const own = markText(props.own, field.name);
  if (own !== null) {
    parts.push(own);
  }
  return parts.join(", ");
}

/** Whether something is drawn in the middle of a field, apart from its piece. */
function isBusy(field: Field, { numbers, signs, forbidden, targets }: Props): boolean {
  const name = field.name;
  if (field.piece) {
    return field.piece.shows_sign || numbers.has(name) || field.last === "target";
  }
  return field.mark !== null || signs.has(name) || targets.has(name) || forbidden.some((one) => one.text === name);
}

export function BoardView(props: Props) {
  const { board, style } = props;
  const [focus, setFocus] = useState<[number, number] | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const grid = useRef<SVGGElement>(null);
  // The fields of some boards have names of their own, such as the numbers of dark squares.
  const isNamed = board.rows.some((one) => one.fields.some((field, c) => field && field.name !== `${board.columns[c] ?? ""}${one.number}`));
  // The names are in the corners, beside the pieces.
  const hasNames = isNamed && style.coordinates;
  const isCheckered = board.rows.some((one) => one.fields.includes(null));
  const edge = style.coordinates && !isNamed ? EDGE : 4;
  const { width, height, place } = geometry(board, edge);
  const isHexagonal = board.ground === "hexagons";
  const places = new Map(board.rows.flatMap((one, r) => one.fields.flatMap((field, c) => (field ? [[field.name, { ...place(r, c), field }] as const] : []))));
  const [row, column] = focus ?? first(board);
  // The cursor for the next key, which may come before the page is drawn again.
  const cursor = useRef<[number, number]>([row, column]);
  cursor.current = [row, column];
  // Whether the focus follows the cursor, which may be elsewhere already.
  const isFollowing = useRef(false);
  const setCursor = (at: [number, number]) => {
    cursor.current = at;
    setFocus(at);
  };

  useEffect(() => {
    if (hasFocus) {
      isFollowing.current = true;
      grid.current?.querySelector<SVGGElement>('[tabindex="0"]')?.focus();
      isFollowing.current = false;
    }
  }, [row, column, hasFocus]);

  const move = (down: number, right: number) => {
    const [row, column] = cursor.current;
    let [r, c] = [row + down, column + right];
    while (board.rows[r] !== undefined && c >= 0 && c < board.columns.length) {
      if (board.rows[r]?.fields[c]) {
        setCursor([r, c]);
        return;
      }
      // On a board of dark squares, the next row has the field beside.
      if (down !== 0) {
        const beside = [c + 1, c - 1].find((one) => board.rows[r]?.fields[one]);
        if (beside !== undefined) {
          setCursor([r, beside]);
          return;
        }
      }
      r += down;
      c += right;
    }
  };
  const last = board.rows.length - 1;
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [row, column] = cursor.current;
    const step = steps[event.key];
    if (step) {
      move(...step);
    } else if (event.key === "Home" || event.key === "End") {
      const all = board.rows[row]?.fields ?? [];
      const known = all.flatMap((field, at) => (field ? [at] : []));
      const to = event.key === "Home" ? known[0] : known[known.length - 1];
      setCursor([row, to ?? column]);
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      const to = event.key === "PageUp" ? 0 : last;
      const beside = [column, column + 1, column - 1].find((one) => board.rows[to]?.fields[one]);
      setCursor([to, beside ?? column]);
    } else if (event.key === "Enter" || event.key === " ") {
      const field = board.rows[row]?.fields[column];
      if (field) {
        props.onField(field.name, true);
      }
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <svg class={["board", style.plain ? "plain" : "", isCheckered ? "checkered" : ""].join(" ")} viewBox={`0 0 ${width} ${height}`}>
      <g
        ref={grid}
        role="grid"
        aria-label={t("page-board")}
        onKeyDown={onKeyDown}
        onFocusIn={() => setHasFocus(true)}
        onFocusOut={() => setHasFocus(false)}
      >
        {!isHexagonal && <rect class="ground" x={edge} y={4} width={width - edge - 4} height={height - edge - 4} rx="4" aria-hidden="true" />}
        {board.rows.map((one, r) => (
          <g role="row" key={one.number} aria-label={String(one.number)}>
            {one.fields.map((field, c) => {
              if (!field) {
                return null;
              }
              const { x, y } = place(r, c);
              const isCursor = r === row && c === column;
              return (
                <g
                  key={field.name}
                  role="gridcell"
                  class="field"
                  tabIndex={isCursor ? 0 : -1}
                  aria-label={label(field, props)}
                  data-field={field.name}
                  onFocus={() => isFollowing.current || setCursor([r, c])}
                  onClick={() => {
                    setCursor([r, c]);
                    props.onField(field.name, false);
                  }}
                >
                  <FieldView {...{ board, field, x, y, r, c, props }} radius={hasNames ? STEP / 2 - 6 : STEP / 2 - 3.5} />
                  {hasNames && (
                    <text class="name" x={isHexagonal ? x - 5 : x - STEP / 2 + 2} y={y - STEP / 2 + (isHexagonal ? 5 : 8)}>
                      {field.name}
                    </text>
                  )}
                  {isCursor && <Outline class="cursor" ground={board.ground} {...{ x, y }} inset={1.5} />}
                </g>
              );
            })}
          </g>
        ))}
      </g>
      {props.own && <OwnLayer own={props.own} places={places} isBusy={(field) => isBusy(field, props)} />}
      {style.coordinates && !isNamed && (
        <g class="coordinates" aria-hidden="true">
          {board.rows.map((one, r) => (
            <text key={one.number} x={place(r, 0).x - (STEP + edge) / 2} y={place(r, 0).y + 5}>
              {one.number}
            </text>
          ))}
          {board.columns.map((letter, c) => (
            <text key={letter} x={place(last, c).x} y={height - 7}>
              {letter}
            </text>
          ))}
        </g>
      )}
    </svg>
  );
}

/** The first field of a board. */
function first(board: Board): [number, number] {
  const middle = Math.floor(board.rows.length / 2);
  const fields = board.rows[middle]?.fields ?? [];
  const centre = Math.floor(fields.length / 2);
  const at = [centre, centre + 1, centre - 1].find((one) => fields[one]);
  return [middle, at ?? Math.max(0, fields.findIndex((field) => field !== null))];
}

interface OutlineProps {
  class: string;
  ground: Ground;
  x: number;
  y: number;
  /** The distance of the outline from the edges of the field. */
  inset?: number;
}

/** The outline of a field: a hexagon or a square. */
function Outline({ class: name, ground, x, y, inset = 0 }: OutlineProps) {
  const half = STEP / 2 - inset;
  if (ground !== "hexagons") {
    return <rect class={name} x={x - half} y={y - half} width={2 * half} height={2 * half} rx={inset > 1 ? 3 : 0} />;
  }
  const corner = (CORNER * half) / (STEP / 2);
  const [upper, lower] = [y - corner / 2, y + corner / 2];
  return <path class={name} d={`M${x} ${y - corner}L${x + half} ${upper}V${lower}L${x} ${y + corner}L${x - half} ${lower}V${upper}Z`} />;
}

interface FieldProps {
  board: Board;
  field: Field;
  x: number;
  y: number;
  r: number;
  c: number;
  /** The radius of a piece. */
  radius: number;
  props: Props;
}

function FieldView({ board, field, x, y, r, c, radius, props }: FieldProps) {
  const half = STEP / 2;
  const ground = board.ground;
  const has = (row: number, column: number) => Boolean(board.rows[row]?.fields[column]);
  const piece = field.piece;
  const number = props.numbers.get(field.name);
  const sign = field.mark ?? props.signs.get(field.name);
  const isForbidden = props.forbidden.some((one) => one.text === field.name);
  const owner = piece?.owner ?? null;
  const kind = owner === 0 ? "dark" : owner === 1 ? "light" : "other";
  const letters = piece && piece.shows_sign ? piece.sign : piece && number !== undefined ? String(number) : "";
  const hasCross = field.last === "target" && piece !== null && letters === "";
  return (
    <>
      <Outline class="area" {...{ ground, x, y }} />
      {ground === "lines" ? (
        <path
          class="line"
          d={`M${has(r, c - 1) ? x - half : x} ${y}H${has(r, c + 1) ? x + half : x}M${x} ${has(r - 1, c) ? y - half : y}V${has(r + 1, c) ? y + half : y}`}
        />
      ) : (
        <Outline class="square" {...{ ground, x, y }} />
      )}
      {field.last !== null && !hasCross && <Outline class={`last-${field.last}`} {...{ ground, x, y }} inset={1.5} />}
      {field.is_highlighted && <Outline class="shown" {...{ ground, x, y }} inset={1} />}
      {piece && (
        <>
          <circle class={kind} cx={x} cy={y} r={radius} />
          {letters !== "" && (
            <text class={`letters on-${kind}`} x={x} y={y + 5}>
              {letters}
            </text>
          )}
          {hasCross && <path class={`last on-${kind}`} d={`M${x - 5} ${y}H${x + 5}M${x} ${y - 5}V${y + 5}`} />}
        </>
      )}
      {!piece && sign !== undefined && (
        <text class="sign" x={x} y={y + 6}>
          {sign}
        </text>
      )}
      {!piece && sign === undefined && isForbidden && <path class="forbidden" d={`M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`} />}
      {!piece && sign === undefined && !isForbidden && props.targets.has(field.name) && <circle class="target" cx={x} cy={y} r="5" />}
      {piece && props.targets.has(field.name) && <circle class="target-ring" cx={x} cy={y} r={radius + 1.5} />}
      {props.entered.includes(field.name) && <Outline class="entered" {...{ ground, x, y }} inset={2} />}
      {piece && sign !== undefined && (
        <text class="sign small" x={x + half - 7} y={y - half + 12}>
          {sign}
        </text>
      )}
    </>
  );
}
