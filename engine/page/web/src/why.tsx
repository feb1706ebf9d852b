// The pane of explanations: of moves, and of the rules in the position.

import { useEffect, useRef } from "preact/hooks";
import { ExplanationView } from "./explanation";
import type { Point } from "./explanation";
import type { Model } from "./model";
import type { Request } from "./protocol";
import { t } from "./words";

interface Props {
  /** The node of the position. */
  at: number;
  rules: Model["rules"];
  explained: Model["explained"];
  /** The move in the text field. */
  asked: string;
  onAsked: (text: string) => void;
  send: (request: Request) => void;
  point: Point;
}

export function Why({ at, rules, explained, asked, onAsked, send, point }: Props) {
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    if (asked.trim() !== "") {
      send({ do: "explain_move", text: asked.trim() });
    }
  };
  return (
    <>
      <form class="typed" onSubmit={ask}>
        <label>
          {t("page-why-move")} <input value={asked} autocomplete="off" spellcheck={false} onInput={(event) => onAsked(event.currentTarget.value)} />
        </label>
        <button type="submit">{t("page-why")}</button>
      </form>
      {explained && (explained.rule === null || rules?.at !== at) && <Explained explained={explained} point={point} />}
      <button type="button" onClick={() => send({ do: "rules" })}>{t("page-list-rules")}</button>
      {rules?.at === at && (
        <ul class="rules">
          {rules.rules.map((rule, number) => (
            <li key={number}>
              <button type="button" class="move" aria-expanded={explained?.rule === number} onClick={() => send({ do: "explain_rule", rule: number })}>
                <span class={rule.applies ? "holds" : "fails"} aria-label={rule.applies ? t("page-applies") : t("page-does-not-apply")}>
                  {rule.applies === null ? "?" : rule.applies ? "✓" : "✗"}
                </span>{" "}
                {rule.title}
                {rule.plays !== null && `: ${rule.plays}`}
              </button>
              {explained?.rule === number && <Explained explained={explained} point={point} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** An explanation. One that the user has asked for comes into view, and its heading gets the focus. */
function Explained({ explained, point }: { explained: NonNullable<Model["explained"]>; point: Point }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (explained.isAsked) {
      const isSmooth = matchMedia("(prefers-reduced-motion: no-preference)").matches;
      heading.current?.scrollIntoView({ block: "start", behavior: isSmooth ? "smooth" : "instant" });
      heading.current?.focus({ preventScroll: true });
    }
  }, [explained]);
  return (
    <article>
      <h2 ref={heading} tabIndex={-1}>{explained.title}</h2>
      {explained.doc !== "" && <p>{explained.doc}</p>}
      {explained.parts.map((part, at) => (
        <ExplanationView key={at} explanation={part} point={point} />
      ))}
    </article>
  );
}
