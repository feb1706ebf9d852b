// The pane of the analysis: the best moves of the position, with their values.

import type { Line } from "./protocol";
import { t } from "./words";

const COUNTS = [1, 2, 3, 5, 10];

interface Props {
  /** What was found in the position; `null` if nothing was. */
  lines: Line[] | null;
  /** The number of moves to value; 0 if the analysis is off. */
  count: number;
  /** The moves to which the analysis is limited; empty if it is not. */
  only: string[];
  onChange: (count: number, only: string[]) => void;
  play: (text: string) => void;
}

export function Analysis({ lines, count, only, onChange, play }: Props) {
  const limit = (text: string) => {
    const moves = text.split(/[\s,;]+/).filter((move) => move !== "");
    if (moves.join(" ") !== only.join(" ")) {
      onChange(count === 0 && moves.length > 0 ? 1 : count, moves);
    }
  };
  return (
    <>
      <label>
        {t("page-lines")}{" "}
        <select value={count} onChange={(event) => onChange(Number(event.currentTarget.value), only)}>
          <option value={0}>{t("page-off")}</option>
          {COUNTS.map((lines) => (
            <option key={lines} value={lines}>{lines}</option>
          ))}
        </select>
      </label>
      <form class="typed" onSubmit={(event) => { event.preventDefault(); limit(event.currentTarget.querySelector("input")?.value ?? ""); }}>
        <label>
          {t("page-only")}{" "}
          <input key={only.join(" ")} defaultValue={only.join(" ")} title={t("page-only-help")} autocomplete="off" spellcheck={false} onBlur={(event) => limit(event.currentTarget.value)} />
        </label>
      </form>
      {lines && (
        <table class="lines">
          <caption>{t("page-lines-caption")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("page-move")}</th>
              <th scope="col">{t("page-value")}</th>
              <th scope="col">{t("page-depth")}</th>
              <th scope="col">{t("page-line")}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.text}>
                <td><button type="button" class="move" onClick={() => play(line.text)}>{line.text}</button></td>
                <td>{line.value}</td>
                <td>{line.depth}</td>
                <td>{line.line.map((move, at) => <><span key={at} class="whole">{move}</span>{" "}</>)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
