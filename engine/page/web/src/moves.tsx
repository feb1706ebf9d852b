// The tree of moves.

import { useEffect, useRef } from "preact/hooks";
import type { Position, Request } from "./protocol";
import { t } from "./words";

/** The moves from the start to a node. */
export function path(position: Position, node: number): number[] {
  const found: number[] = [];
  for (let at = node; position.nodes[at]?.parent != null; at = position.nodes[at]?.parent ?? 0) {
    found.unshift(at);
  }
  return found;
}

/** Lists the nodes of the tree as lines: each begins with a move that has siblings. */
export function Moves({ position, send }: { position: Position; send: (request: Request) => void }) {
  const children = new Map<number, number[]>();
  position.nodes.forEach((node, at) => {
    if (node.parent !== null) {
      children.set(node.parent, [...(children.get(node.parent) ?? []), at]);
    }
  });
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
            <button key={node} type="button" class="move" ref={isHere ? current : null} aria-current={isHere ? "step" : undefined} onClick={() => send({ do: "go", node })}>
              {number === 0 ? t("page-beginning") : `${number}. ${text}`}
              {comment !== "" && " "}
              {comment !== "" && <span class="commented" role="img" aria-label={t("page-has-comment")} title={comment}>✎</span>}
            </button>
          );
        })}
        {variations.length > 0 && <ul>{variations.map(line)}</ul>}
      </li>
    );
  };
  return <ul class="moves">{line(0)}</ul>;
}
