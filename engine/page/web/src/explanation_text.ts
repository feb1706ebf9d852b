// Explanations as text: one reason a line, each below the one that it supports.

import type { Attempt, Explanation, Obstacle, Reason } from "./explanation";
import { t } from "./words";

const STEP = "    ";

/** The lines of an explanation with its parts. */
export function explanationText(parts: Explanation[]): string {
  return parts.flatMap(part).join("\n");
}

function part({ step, place, values, because, furthest, lines, changes }: Explanation): string[] {
  return [
    ...[step, place].filter((text) => text !== undefined),
    ...Object.entries(values ?? {}).map(([name, value]) => `${name} = ${value}`),
    ...reasons(because ?? [], ""),
    ...attempts(furthest ?? [], ""),
    ...(lines ?? []).flatMap((line) => [line.place, ...attempts(line.furthest ?? [], STEP)]),
    ...(changes?.length ? [t("page-changes")] : []),
    ...(changes ?? []).map(({ adds, tuple, place }) => `${adds ? "+" : "−"} ${tuple} ${place}`),
  ];
}

function reasons(all: Reason[], before: string): string[] {
  return all.flatMap(({ said, number, as, place, because }) => {
    const words = [said, number === undefined ? "" : `(${number})`, as === undefined ? "" : t("page-as-at", { number: as }), place ?? ""];
    return [`${before}✓ ${words.filter((word) => word !== "").join(" ")}`, ...reasons(because ?? [], before + STEP)];
  });
}

function attempts(all: Attempt[], before: string): string[] {
  return all.flatMap(({ literals, more }) => [
    ...literals.flatMap(({ why, why_not, holds, said }) => [
      ...(why ? [`${before}✓ ${why.said}`] : []),
      ...(why_not ? [`${before}✗ ${why_not.said}`, ...obstacle(why_not, before + STEP)] : []),
      ...(holds === null ? [`${before}? ${said ?? ""}`] : []),
    ]),
    ...(more > 0 ? [before + t("page-more-attempts", { number: more })] : []),
  ]);
}

function obstacle({ instead, values, because, clauses, furthest }: Obstacle, before: string): string[] {
  return [
    ...(instead ?? []).map(({ facts, said }) => `${before}${t("page-instead")} ${facts.map((fact, at) => said[at] ?? fact).join(", ")}`),
    ...(values ? [before + values.join(" ≠ ")] : []),
    ...reasons(because ?? [], before),
    ...(clauses ?? []).flatMap((clause) => [before + clause.place, ...attempts(clause.furthest, before + STEP)]),
    ...attempts(furthest ?? [], before),
  ];
}
