// What the page adds to a game that is saved as one file: analyses and the explanation that is shown.

import { explanationText } from "./explanation_text";
import type { Model } from "./model";
import { path } from "./moves";
import type { Line, Position, Request } from "./protocol";

/** Maximum number of moves of a file, as on the server. */
const MAX_MOVES = 300;

/** Maximum length of the text of an explanation, in characters. */
const MAX_TEXT = 100_000;

/** Maximum number of moves of a line of an analysis. */
const MAX_LINE = 20;

/** Maximum number of positions whose analyses are kept. */
const MAX_ANALYSES = 2000;

/** The best moves of positions that were analysed in this tab, by position. */
export type Analyses = ReadonlyMap<string, Line[]>;

/** What tells a position of a game from all others. */
function key(position: Position, node: number): string {
  const moves = path(position, node).map((at) => position.nodes[at]?.text ?? "");
  return JSON.stringify([position.game, position.start, ...moves]);
}

/** The analyses with those of a node. A search that begins again does not replace a deeper one. The oldest one is forgotten
 * if there are too many. */
export function withLines(analyses: Analyses, position: Position, node: number, lines: Line[]): Analyses {
  const added = new Map(analyses);
  const at = key(position, node);
  const [first, known] = [lines[0], analyses.get(at)];
  if (first && (lines.length > (known?.length ?? 0) || first.depth >= (known?.[0]?.depth ?? 0))) {
    added.set(at, lines);
  }
  const oldest = added.keys().next().value;
  if (added.size > MAX_ANALYSES && oldest !== undefined) {
    added.delete(oldest);
  }
  return added;
}

/** The request for the file. */
export function oneFile({ analyses, explained }: Model, position: Position, numbers: boolean): Request {
  const values = [0, ...position.line].slice(0, MAX_MOVES + 1).map((node, moves) => ({
    moves,
    lines: (analyses.get(key(position, node)) ?? []).map(({ text, value, depth, line }) => ({ text, value, depth, line: line.slice(0, MAX_LINE) })),
  }));
  return {
    do: "one_file",
    numbers,
    analyses: values.filter(({ lines }) => lines.length > 0),
    explanation: explained && { title: explained.title, text: [explained.doc, explanationText(explained.parts)].filter((text) => text !== "").join("\n").slice(0, MAX_TEXT) },
  };
}
