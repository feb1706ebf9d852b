// The tree of moves.

import { useEffect, useRef } from "preact/hooks";
import { MiniBoard } from "./mini_board";
import type { Board, Position, Request } from "./protocol";
import { t } from "./words";

/** The moves from the start to a node. */
export function path(position: Position, node: number): number[] {
  const found: number[] = [];
  for (let at = node; position.nodes[at]?.parent != null; at = position.nodes[at]?.parent ?? 0) {
    found.unshift(at);
  }
  return found;
}

/** The number of variations that begin with a board. */
const MAX_BOARDS = 40;

interface Props {
  position: Position;
  /** The boards that are known, by node. */
  boards: ReadonlyMap<number, Board>;
  /** Whether variations begin with small boards. */
  hasBoards: boolean;
  send: (request: Request) => void;
}

/** Lists the nodes of the tree as lines: each begins with a move that has siblings. */
export function Moves({ position, boards, hasBoards, send }: Props) {
  const children = new Map<number, number[]>();
  position.nodes.forEach((node, at) => {
    if (node.parent !== null) {
      children.set(node.parent, [...(children.get(node.parent) ?? []), at]);
    }
  });
  // The first moves of variations, and those that they are alternatives to.
  const branches = hasBoards ? [...children.values()].filter((all) => all.length > 1).flat().slice(0, MAX_BOARDS) : [];
  const missing = branches.filter((node) => !boards.has(node));
  useEffect(() => {
    if (missing.length > 0) {
      send({ do: "boards", nodes: missing });
    }
  }, [missing.join(" ")]);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: "nearest" }), [position.at]);
  const line = (start: number) => {
    const nodes: number[] = [];
    const variations: number[] = [];
    for (let at: number | undefined = start; at !== undefined; at = children.get(at)?.[0]) {
      nodes.push(at);
      variations.push(...(children.get(at)?.slice(1) ?? []));
    }
    return (
      <li key={start}>
        {nodes.map((node) => {
          const { number, text, comment } = position.nodes[node]!;
          const isHere = node === position.at;
          return (
            <button key={node} type="button" class={branches.includes(node) ? "move branch" : "move"} ref={isHere ? current : null} aria-current={isHere ? "step" : undefined} onClick={() => send({ do: "go", node })}>
              {branches.includes(node) && boards.has(node) && <MiniBoard board={boards.get(node)!} />}
              <span>
                {number === 0 ? t("page-beginning") : `${number}. ${text}`}
                {comment !== "" && " "}
                {comment !== "" && <span class="commented" role="img" aria-label={t("page-has-comment")} title={comment}>✎</span>}
              </span>
            </button>
          );
        })}
        {variations.length > 0 && <ul>{variations.map(line)}</ul>}
      </li>
    );
  };
  return <ul class="moves">{line(0)}</ul>;
}
