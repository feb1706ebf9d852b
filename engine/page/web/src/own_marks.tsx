// Marks and lines that the user draws on the board: the tools, the drawing, and its description.

import { useEffect, useState } from "preact/hooks";
import type { Field, MarkTool, OwnLine, OwnMark, OwnMarks, Position, Request } from "./protocol";
import { t } from "./words";

/** What is drawn by a click on a field, or by clicks on two of them. */
type Tool = MarkTool | "line" | "arrow";

/** The tools, each with the key that chooses it and its sign. */
const TOOLS: [string, Tool, string][] = [
  ["1", "circle", "○"],
  ["2", "square", "□"],
  ["3", "triangle", "△"],
  ["4", "cross", "╳"],
  ["5", "letter", "A"],
  ["6", "line", "╱"],
  ["7", "arrow", "↗"],
  ["0", "erase", "⌫"],
];

/** The state of the tools. */
export interface Drawing {
  tool: Tool | null;
  /** The first field of a line whose second one is not chosen yet. */
  from: string | null;
  /** The field of the last mark, with the position on which it was drawn: the server answers with a new one. */
  last: { field: string; before: Position } | null;
  /** Chooses a tool, or puts it away if it is chosen already. */
  choose: (tool: Tool | null) => void;
  /** Chooses the tool of a key. Returns whether there is one. */
  onKey: (key: string) => boolean;
  /** Draws on a field. Returns whether a tool is chosen. */
  onField: (field: string) => boolean;
}

/** The tools for the shown position. */
export function useDrawing(position: Position | null, send: (request: Request) => void): Drawing {
  const [tool, setTool] = useState<Tool | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const [last, setLast] = useState<Drawing["last"]>(null);
  const reset = () => {
    setFrom(null);
    setLast(null);
  };
  useEffect(reset, [position?.at, position?.game]);
  const choose = (chosen: Tool | null) => {
    setTool(chosen === tool ? null : chosen);
    reset();
  };
  const onKey = (key: string) => {
    const found = TOOLS.find(([known]) => known === key);
    if (found) {
      choose(found[1]);
    }
    return found !== undefined;
  };
  const onField = (field: string) => {
    if (!position || tool === null) {
      return false;
    }
    const node = position.at;
    if (tool !== "line" && tool !== "arrow") {
      send({ do: "mark", node, field, tool });
      setLast({ field, before: position });
    } else if (from === null) {
      setFrom(field);
    } else {
      if (from !== field) {
        send({ do: "draw_line", node, line: { from, to: field, is_arrow: tool === "arrow" } });
      }
      setFrom(null);
    }
    return true;
  };
  return { tool, from, last, choose, onKey, onField };
}

/** How a field is marked, in words; `null` if it is not. */
export function markText(own: OwnMarks | null | undefined, field: string): string | null {
  const mark = own?.marks.find((one) => one.field === field);
  return mark ? t(`page-own-${mark.shape}`, { text: mark.text }) : null;
}

interface PaletteProps {
  drawing: Drawing;
  position: Position;
  send: (request: Request) => void;
}

/** The buttons of the tools, and the lines that are drawn. */
export function Palette({ drawing, position, send }: PaletteProps) {
  const { tool, from, last } = drawing;
  const [isOpen, setIsOpen] = useState(false);
  const onToggle = (open: boolean) => {
    setIsOpen(open);
    if (!open && tool !== null) {
      drawing.choose(null);
    }
  };
  const own = position.nodes[position.at]?.own ?? null;
  const name = tool === null ? "" : t(`page-tool-${tool}`);
  const isLine = tool === "line" || tool === "arrow";
  const said = tool === null ? "" : from !== null ? t("page-tool-from", { tool: name, field: from }) : t(isLine ? "page-tool-lines" : "page-tool-chosen", { tool: name });
  const marked = last === null || last.before === position ? "" : ` ${last.field}, ${markText(own, last.field) ?? t("page-own-none")}.`;
  return (
    <>
      <details class="palette" open={isOpen || tool !== null} onToggle={(event) => onToggle(event.currentTarget.open)}>
        <summary>{t("page-marks")}</summary>
        <p>{t("page-marks-help")}</p>
        <div class="buttons" role="group" aria-label={t("page-marks")}>
          {TOOLS.map(([key, one, sign]) => (
            <button key={one} type="button" aria-pressed={tool === one} onClick={() => drawing.choose(one)}>
              <kbd>{key}</kbd> <span aria-hidden="true">{sign}</span> {t(`page-tool-${one}`)}
            </button>
          ))}
          <button type="button" disabled={own === null} onClick={() => send({ do: "clear_marks", node: position.at })}>{t("page-clear-marks")}</button>
        </div>
      </details>
      <p class="drawing" aria-live="polite">
        {said}
        {marked}
      </p>
    </>
  );
}

/** The lines of a position, for those who do not see them. */
export function Lines({ own }: { own: OwnMarks | null }) {
  if (!own || own.lines.length === 0) {
    return null;
  }
  return (
    <ul class="own-lines" aria-label={t("page-lines-drawn")}>
      {own.lines.map(({ from, to, is_arrow }) => <li key={`${from} ${to} ${is_arrow}`}>{t(is_arrow ? "page-own-arrow" : "page-own-line", { from, to })}</li>)}
    </ul>
  );
}

/** The centre of a field on the board. */
interface Place {
  x: number;
  y: number;
  field: Field;
}

interface LayerProps {
  own: OwnMarks;
  places: ReadonlyMap<string, Place>;
  /** Whether something else is drawn in the middle of a field. */
  isBusy: (field: Field) => boolean;
}

/** The path of a mark around the centre of a field. */
function outline({ shape }: OwnMark, { x, y }: Place): string {
  switch (shape) {
    case "circle":
      return `M${x - 11} ${y}a11 11 0 1 0 22 0a11 11 0 1 0 -22 0`;
    case "square":
      return `M${x - 9.5} ${y - 9.5}h19v19h-19z`;
    case "triangle":
      return `M${x} ${y - 13}l11.5 20h-23z`;
    case "cross":
      return `M${x - 9} ${y - 9}l18 18m0 -18l-18 18`;
    case "label":
      return "";
  }
}

/** The path of a line between the centres of two fields. */
function path({ is_arrow }: OwnLine, from: Place, to: Place): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [right, down] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const corner = (side: number) => `${to.x - 12 * (right - (side * down) / 2)} ${to.y - 12 * (down + (side * right) / 2)}`;
  const head = is_arrow ? `M${corner(1)}L${to.x} ${to.y}L${corner(-1)}` : "";
  return `M${from.x} ${from.y}L${to.x} ${to.y}${head}`;
}

/** The marks and lines on the board. The names of its cells say what is marked, and a list names the lines. */
export function OwnLayer({ own, places, isBusy }: LayerProps) {
  const lines = own.lines.map((line) => {
    const [from, to] = [places.get(line.from), places.get(line.to)];
    return from && to ? path(line, from, to) : "";
  });
  const marks = own.marks.map((mark) => {
    const place = places.get(mark.field);
    return place ? outline(mark, place) : "";
  });
  const paths = [...lines, ...marks].filter((one) => one !== "");
  return (
    <g class="own-layer" aria-hidden="true">
      {["own-edge", "own"].map((name) => paths.map((one, at) => <path key={`${name} ${at}`} class={name} d={one} />))}
      {own.marks.map(({ field, shape, text }) => {
        const place = places.get(field);
        if (!place || shape !== "label") {
          return null;
        }
        const isSmall = isBusy(place.field) || text.length > 2;
        return (
          <text key={field} class={isSmall ? "own-label small" : "own-label"} x={place.x - (isBusy(place.field) ? 11 : 0)} y={place.y + (isBusy(place.field) ? 17 : isSmall ? 5 : 6)}>
            {text}
          </text>
        );
      })}
    </g>
  );
}
