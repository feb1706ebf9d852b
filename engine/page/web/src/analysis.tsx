// The pane of the analysis: the best moves of the position, with their values.

import type { Line } from "./protocol";
import { t } from "./words";

const COUNTS = [1, 2, 3, 5, 10];

interface Props {
  /** What was found in the position; `null` if nothing was. */
  lines: Line[] | null;
  /** The number of moves to value; 0 if the analysis is off. */
  count: number;
  onCount: (count: number) => void;
  play: (text: string) => void;
}

export function Analysis({ lines, count, onCount, play }: Props) {
  return (
    <>
      <label>
        {t("page-lines")}{" "}
        <select value={count} onChange={(event) => onCount(Number(event.currentTarget.value))}>
          <option value={0}>{t("page-off")}</option>
          {COUNTS.map((lines) => (
            <option key={lines} value={lines}>{lines}</option>
          ))}
        </select>
      </label>
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
