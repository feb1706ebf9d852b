// Explanations: proof trees, and how far a rule or a move gets before it fails. The texts come from the rules.

import type { ComponentChildren } from "preact";
import { t } from "./words";

/** A reason in a proof tree, as the server writes it. */
export interface Reason {
  said: string;
  kind: string;
  place?: string;
  number?: number;
  as?: number;
  because?: Reason[];
}

/** A condition in an attempt to satisfy a rule. */
interface Literal {
  holds: boolean | null;
  why?: Reason;
  why_not?: Obstacle;
  said?: string;
}

/** An attempt to satisfy a rule, up to the condition that fails. */
export interface Attempt {
  values: Record<string, string>;
  literals: Literal[];
  more: number;
}

/** Why a condition fails. */
export interface Obstacle {
  said: string;
  kind: string;
  instead?: { facts: string[]; said: (string | null)[]; more: number }[];
  values?: [string, string];
  clauses?: { place: string; furthest: Attempt[] }[];
  because?: Reason[];
  furthest?: Attempt[];
}

/** An explanation of a rule or of a step of a move. */
export interface Explanation {
  place?: string;
  kind?: string;
  step?: string;
  applies?: boolean | null;
  values?: Record<string, string>;
  because?: Reason[];
  furthest?: Attempt[];
  changes?: { adds: boolean; tuple: string; place: string }[];
  lines?: { place: string; furthest: Attempt[] | null }[];
}

/** Points out the fields that a text names. */
export type Point = (text: string | null) => void;

function Said({ point, text, children }: { point: Point; text: string; children?: ComponentChildren }) {
  return (
    <span class="said" tabIndex={0} onMouseEnter={() => point(text)} onMouseLeave={() => point(null)} onFocus={() => point(text)} onBlur={() => point(null)}>
      {text}
      {children}
    </span>
  );
}

function Reasons({ reasons, point }: { reasons: Reason[]; point: Point }) {
  return (
    <ul class="tree">
      {reasons.map((reason, at) => (
        <li key={at}>
          <span class="holds" aria-label={t("page-holds")}>✓</span> <Said text={reason.said} point={point} />
          {reason.number !== undefined && <b> ({reason.number})</b>}
          {reason.as !== undefined && <i> {t("page-as-at", { number: reason.as })}</i>}
          {reason.place !== undefined && <small> {reason.place}</small>}
          {reason.because && <Reasons reasons={reason.because} point={point} />}
        </li>
      ))}
    </ul>
  );
}

function ObstacleView({ obstacle, point }: { obstacle: Obstacle; point: Point }) {
  return (
    <>
      {obstacle.instead?.map((instead, at) => (
        <div class="instead" key={at}>
          {t("page-instead")}{" "}
          {instead.facts.map((fact, number) => (
            <Said key={fact} text={instead.said[number] ?? fact} point={point} />
          ))}
        </div>
      ))}
      {obstacle.values && <div class="instead">{obstacle.values.join(" ≠ ")}</div>}
      {obstacle.because && <Reasons reasons={obstacle.because} point={point} />}
      {obstacle.clauses?.map((clause, at) => (
        <details key={at}>
          <summary>{clause.place}</summary>
          <Attempts attempts={clause.furthest} point={point} />
        </details>
      ))}
      {obstacle.furthest && <Attempts attempts={obstacle.furthest} point={point} />}
    </>
  );
}

function Attempts({ attempts, point }: { attempts: Attempt[]; point: Point }) {
  return (
    <>
      {attempts.map((attempt, at) => (
        <ul class="tree" key={at}>
          {attempt.literals.map((literal, number) => (
            <li key={number}>
              {literal.why && (
                <>
                  <span class="holds" aria-label={t("page-holds")}>✓</span> <Said text={literal.why.said} point={point} />
                </>
              )}
              {literal.why_not && (
                <>
                  <span class="fails" aria-label={t("page-fails")}>✗</span> <Said text={literal.why_not.said} point={point} />
                  <ObstacleView obstacle={literal.why_not} point={point} />
                </>
              )}
              {literal.holds === null && (
                <>
                  <span class="open" aria-label={t("page-unasked")}>?</span> <Said text={literal.said ?? ""} point={point} />
                </>
              )}
            </li>
          ))}
          {attempt.more > 0 && <li class="more">{t("page-more-attempts", { number: attempt.more })}</li>}
        </ul>
      ))}
    </>
  );
}

export function ExplanationView({ explanation, point }: { explanation: Explanation; point: Point }) {
  const values = Object.entries(explanation.values ?? {});
  return (
    <div class="explanation">
      {explanation.step !== undefined && <h3>{explanation.step}</h3>}
      {explanation.place !== undefined && <small>{explanation.place}</small>}
      {values.length > 0 && (
        <p class="values">
          {values.map(([name, value]) => (
            <Said key={name} text={`${name} = ${value}`} point={point} />
          ))}
        </p>
      )}
      {explanation.because && <Reasons reasons={explanation.because} point={point} />}
      {explanation.furthest && <Attempts attempts={explanation.furthest} point={point} />}
      {explanation.lines?.map((line, at) => (
        <div key={at}>
          <small>{line.place}</small>
          {line.furthest && <Attempts attempts={line.furthest} point={point} />}
        </div>
      ))}
      {explanation.changes && explanation.changes.length > 0 && (
        <>
          <h4>{t("page-changes")}</h4>
          <ul class="changes">
            {explanation.changes.map((change, at) => (
              <li key={at}>
                {change.adds ? "+" : "−"} <Said text={change.tuple} point={point} /> <small>{change.place}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
