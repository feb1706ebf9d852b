// What the page knows: the messages of the server, reduced to what is shown.

import type { Explanation } from "./explanation";
import type { Board, Event, GameChoice, Line, Position, Request, Rule } from "./protocol";
import { withLines } from "./one_file";
import type { Analyses } from "./one_file";
import { setWords } from "./words";

type Of<K extends Event["is"]> = Extract<Event, { is: K }>;

/** A sentence that answers the last action of the user. */
interface Said {
  text: string;
  isError: boolean;
}

/** An explanation of a move or a rule. */
interface Explained {
  title: string;
  doc: string;
  parts: Explanation[];
  board: Board | null;
  /** The index of the rule; `null` for a move. */
  rule: number | null;
  /** Whether the user has asked for it. A refused move is explained unasked. */
  isAsked: boolean;
}

/** The explanation of a move. */
function moveExplained(title: string, explanation: Of<"move_explained">["explanation"], board: Board | null, isAsked: boolean): Explained {
  return { title, doc: "", parts: explanation.steps as Explanation[], board, rule: null, isAsked };
}

/** What the server has sent. */
export interface Model {
  welcome: Of<"welcome"> | null;
  games: GameChoice[];
  /** The number of games that have begun in this tab. */
  began: number;
  position: Position | null;
  /** The answer to the last action. While there is none, the status line describes the position. */
  said: Said | null;
  /** What the user should know about the last action, until the next one. */
  notes: string[];
  refused: Of<"refused"> | null;
  search: { purpose: string; found: Line | null; place: number } | null;
  lines: Of<"lines"> | null;
  /** The last line that was checked. */
  line: Of<"line_checked"> | null;
  /** The last review of a game. */
  review: Of<"reviewed"> | null;
  /** The last position that was solved. */
  solved: Of<"solved"> | null;
  /** The board after moves of a proof, which is shown instead of the position. */
  preview: Of<"preview"> | null;
  /** Boards of positions of the tree, by node. */
  boards: ReadonlyMap<number, Board>;
  /** How far a check, a review or a search for a proof is. */
  progress: { purpose: string; share: number } | null;
  /** What was found in other positions too. */
  analyses: Analyses;
  hint: string | null;
  explained: Explained | null;
  rules: { at: number; rules: Rule[] } | null;
  file: Of<"file"> | null;
  picture: Of<"picture"> | null;
  link: Of<"link"> | null;
  kept: Of<"kept_games"> | null;
}

export const EMPTY: Model = {
  welcome: null,
  games: [],
  began: 0,
  position: null,
  said: null,
  notes: [],
  refused: null,
  search: null,
  lines: null,
  line: null,
  review: null,
  solved: null,
  preview: null,
  boards: new Map(),
  progress: null,
  analyses: new Map(),
  hint: null,
  explained: null,
  rules: null,
  file: null,
  picture: null,
  link: null,
  kept: null,
};

/** A message of the server, or something that the user does. */
export type Change =
  | Event
  /** The user begins an action. What was said about the one before is no longer of use. */
  | { is: "acted" }
  /** The user has read the notes. */
  | { is: "dismissed" }
  /** The user wants to see the position again. */
  | { is: "back" }
  /** The user wants to hear the position. */
  | { is: "read" };

/** Whether a request is an action, which is answered by sentences of its own. */
export function isAction(request: Request): boolean {
  return !["rules", "explain_rule", "explain_move", "kept_games", "analyse", "link", "comment", "preview", "boards", "mark", "draw_line", "clear_marks"].includes(request.do);
}

/** The model after a change. */
export function reduce(model: Model, event: Change): Model {
  switch (event.is) {
    case "acted":
      return { ...model, said: null, notes: [], refused: null };
    case "dismissed":
      return { ...model, notes: [] };
    case "back":
      return { ...model, preview: null };
    case "read":
      return { ...model, said: null };
    case "welcome":
      setWords(event.language, event.messages);
      document.documentElement.lang = event.language;
      return { ...model, welcome: event };
    case "games":
      return { ...model, games: event.games };
    case "began":
      return { ...model, began: model.began + 1, search: null, lines: null, line: null, review: null, solved: null, boards: new Map(), progress: null };
    case "position": {
      const isSame = model.position?.at === event.at && model.position.game === event.game;
      return {
        ...model,
        position: event,
        // What the same action has been told before stays, such as why a part of it failed.
        said: model.said?.isError ? model.said : null,
        refused: null,
        hint: null,
        link: null,
        preview: null,
        explained: isSame ? model.explained : null,
        rules: isSame ? model.rules : null,
      };
    }
    case "refused":
      return {
        ...model,
        refused: event,
        said: { text: event.reason, isError: true },
        explained: event.explanation ? moveExplained(event.reason, event.explanation, event.board, false) : null,
      };
    case "queued":
      return { ...model, search: { purpose: "move", found: null, place: event.place } };
    case "searching":
      return { ...model, search: { purpose: event.purpose, found: event.found, place: 0 }, progress: null };
    case "progress":
      return { ...model, progress: { purpose: model.search?.purpose ?? "", share: event.share } };
    case "line_checked":
      return { ...model, line: event };
    case "reviewed":
      return { ...model, review: event };
    case "solved":
      return { ...model, solved: event };
    case "boards":
      return { ...model, boards: new Map([...model.boards, ...event.boards.map(({ node, board }): [number, Board] => [node, board])]) };
    case "preview":
      return { ...model, preview: event };
    case "idle":
      return { ...model, search: null, progress: null, said: event.text === "" || model.position?.end ? model.said : { text: `${event.text} ${model.position?.situation ?? ""}`, isError: false } };
    case "lines":
      return { ...model, lines: event, analyses: model.position ? withLines(model.analyses, model.position, event.at, event.lines) : model.analyses };
    case "hint":
      return { ...model, hint: event.text, said: { text: event.sentence, isError: false } };
    case "move_explained":
      return { ...model, explained: moveExplained(event.title, event.explanation, event.boards[0] ?? null, true) };
    case "rules":
      return { ...model, rules: event };
    case "rule_explained":
      return {
        ...model,
        explained: { title: event.title, doc: event.doc, parts: [event.explanation as Explanation], board: event.board, rule: event.rule, isAsked: true },
      };
    case "file":
      return { ...model, file: event };
    case "picture":
      return { ...model, picture: event };
    case "link":
      return { ...model, link: event };
    case "kept_games":
      return { ...model, kept: event };
    case "note":
      return { ...model, notes: [...model.notes, event.text] };
    case "failed":
    case "full":
      return { ...model, said: { text: event.text, isError: true }, search: null };
    case "denied":
      return model;
  }
}

/** The sentence of the status line. It begins with the last move. */
export function status({ said, position }: Model): string {
  if (said || !position) {
    return said?.text ?? "";
  }
  const node = position.nodes[position.at];
  const sentence = position.end?.sentence ?? position.situation;
  return node && node.number > 0 ? `${node.number}. ${node.text}. ${sentence}` : sentence;
}
