// What the rules find in the position: their moves are pointed out on the board, and named below it.

import type { Rule } from "./protocol";
import { t } from "./words";

/** The sign of the moves that rules play. */
export const THREAT = "▲";

/** Rules above level 0 that apply and play moves, with their numbers. */
export function threats(rules: Rule[]): { rule: Rule; number: number }[] {
  return rules.map((rule, number) => ({ rule, number })).filter(({ rule }) => rule.applies && rule.threats.length > 0);
}

interface Props {
  rules: Rule[];
  /** Explains the rule with this number. */
  onRule: (number: number) => void;
  point: (text: string | null) => void;
}

export function Threats({ rules, onRule, point }: Props) {
  const found = threats(rules);
  return (
    <section aria-label={t("page-threats")}>
      {found.length === 0 && <p>{t("page-no-threats")}</p>}
      <ul class="threats">
        {found.map(({ rule, number }) => (
          <li key={number}>
            <button
              type="button"
              class="move"
              onClick={() => onRule(number)}
              onPointerEnter={() => point(rule.threats.join(" "))}
              onPointerLeave={() => point(null)}
              onFocus={() => point(rule.threats.join(" "))}
              onBlur={() => point(null)}
            >
              <span aria-hidden="true">{THREAT}</span> {rule.title}: {rule.threats.join(", ")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
