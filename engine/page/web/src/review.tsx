// Whole lines in the pane of the analysis: whether a line wins, and which moves of a game lost.

import { useState } from "preact/hooks";
import type { Model } from "./model";
import { path } from "./moves";
import type { Position, Request, ReviewedMove } from "./protocol";
import { Share } from "./share";
import { t } from "./words";

/** The number of mistakes to list. */
const MAX_MISTAKES = 8;

/** The size of the curve. */
const WIDTH = 320;
const HEIGHT = 96;

interface Props {
  position: Position;
  line: Model["line"];
  review: Model["review"];
  /** The share of a running check or review that is done. */
  progress: Model["progress"];
  send: (request: Request) => void;
}

export function Review({ position, line, review, progress, send }: Props) {
  const last = path(position, position.at).length;
  const [first, setFirst] = useState(1);
  const check = (event: SubmitEvent) => {
    event.preventDefault();
    send({ do: "check_line", first: Math.min(first, last) });
  };
  return (
    <>
      <section aria-label={t("page-review")}>
        <button type="button" title={t("page-review-help")} onClick={() => send({ do: "review" })}>{t("page-review")}</button>
        {progress?.purpose === "review" && <Share name="page-reviewing" share={progress.share} />}
        {review && <Mistakes position={position} moves={review.moves} send={send} />}
      </section>
      <section aria-label={t("page-check-line")}>
        <form class="typed" onSubmit={check}>
          <label>
            {t("page-check-line-from")}{" "}
            <input type="number" min={1} max={Math.max(1, last)} value={Math.min(first, Math.max(1, last))} onInput={(event) => setFirst(Number(event.currentTarget.value) || 1)} />
          </label>
          <button type="submit" title={t("page-check-line-help")} disabled={last === 0}>{t("page-check-line")}</button>
        </form>
        {progress?.purpose === "line" && <Share name="page-checking-line" share={progress.share} />}
        {line && (
          <>
            <p role="status">{line.sentence}</p>
            <ol class="checked" aria-label={t("page-line-checked")}>
              {line.moves.map((move) => (
                <li key={move.node} value={move.number}>
                  <button type="button" class="move" onClick={() => send({ do: "go", node: move.node })}>{move.text}</button>{" "}
                  {move.verdict && <span class={move.verdict === "wins" ? "holds" : "fails"} aria-hidden="true">{move.verdict === "wins" ? "✓" : move.verdict === "undecided" ? "?" : "✗"}</span>}{" "}
                  {move.sentence}
                </li>
              ))}
            </ol>
          </>
        )}
      </section>
    </>
  );
}

/** The worst moves first: those that change the result, then those that lost most. */
function worst(moves: ReviewedMove[]): ReviewedMove[] {
  const lost = moves.filter((move) => move.sentence !== "");
  lost.sort((one, other) => Number(other.is_decisive) - Number(one.is_decisive) || other.loss - one.loss || one.number - other.number);
  return lost.slice(0, MAX_MISTAKES);
}

function Mistakes({ position, moves, send }: { position: Position; moves: ReviewedMove[]; send: (request: Request) => void }) {
  const mistakes = worst(moves);
  const colour = position.players[0]?.name ?? "";
  const go = (move: ReviewedMove) => move.node !== null && send({ do: "go", node: move.node });
  return (
    <>
      <Curve moves={moves} colour={colour} at={position.nodes[position.at]?.number ?? 0} />
      <h2>{t("page-mistakes-found")}</h2>
      {mistakes.length === 0 && <p role="status">{t("page-no-mistakes")}</p>}
      <ul class="mistakes">
        {mistakes.map((move) => (
          <li key={move.number}>
            <button type="button" class="move" onClick={() => go(move)}>{move.sentence}</button>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t("page-values")}</summary>
        <table class="lines">
          <caption>{t("page-curve", { colour })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("page-move")}</th>
              <th scope="col">{t("page-value")}</th>
              <th scope="col">{t("page-chance")}</th>
            </tr>
          </thead>
          <tbody>
            {moves.map((move) => (
              <tr key={move.number}>
                <td>{move.text === "" ? "" : <button type="button" class="move" onClick={() => go(move)}>{`${move.number}. ${move.text}`}</button>}</td>
                <td>{move.value ?? ""}</td>
                <td>{move.chance === null ? "" : `${percent(move.chance)} %`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function percent(chance: number): number {
  return Math.round(100 * chance);
}

/** The chances over the game. The same figures are in the table below it. */
function Curve({ moves, colour, at }: { moves: ReviewedMove[]; colour: string; at: number }) {
  const known = moves.filter((move) => move.chance !== null).map((move) => ({ number: move.number, chance: move.chance ?? 0 }));
  const [first, last] = [known[0], known[known.length - 1]];
  if (!first || !last) {
    return null;
  }
  const span = Math.max(1, last.number - first.number);
  const x = (number: number) => 4 + ((number - first.number) / span) * (WIDTH - 8);
  const y = (chance: number) => 4 + (1 - chance) * (HEIGHT - 8);
  const chances = known.map((one) => one.chance);
  const summary = t("page-curve-summary", {
    colour,
    first: percent(first.chance),
    last: percent(last.chance),
    lowest: percent(Math.min(...chances)),
    highest: percent(Math.max(...chances)),
  });
  const here = known.find((one) => one.number === at + 1);
  return (
    <svg class="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
      <path class="even" d={`M4 ${HEIGHT / 2}H${WIDTH - 4}`} />
      <polyline class="chance" points={known.map((one) => `${x(one.number).toFixed(1)},${y(one.chance).toFixed(1)}`).join(" ")} />
      {here && <circle class="here" cx={x(here.number)} cy={y(here.chance)} r="4" />}
    </svg>
  );
}
