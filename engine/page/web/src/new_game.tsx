// The dialog for a new game. It remembers its answers.

import { useEffect, useRef, useState } from "preact/hooks";
import { PlayerChoice, fitting } from "./players";
import type { GameChoice, Player, Request } from "./protocol";
import { t } from "./words";

interface Answers {
  game: string;
  players: Player[];
  names: string[];
  /** The time of each side, in minutes; 0 for a game without clocks. */
  minutes: number;
  /** The seconds that each move adds. */
  increment: number;
  opening: string;
  /** Whether the opening is drawn by lot. */
  lot: boolean;
}

/** The number in a field, which may be empty. */
const numberIn = (text: string) => Math.max(0, Number(text) || 0);

function remembered(games: GameChoice[], game: string): Answers {
  const usual: Answers = { game, players: [{ kind: "person" }, { kind: "computer", level: 4 }], names: [], minutes: 0, increment: 0, opening: "", lot: false };
  try {
    const answers = { ...usual, ...(JSON.parse(localStorage.getItem("new-game") ?? "{}") as Partial<Answers>) };
    return games.some((one) => one.name === answers.game) ? answers : usual;
  } catch {
    return usual;
  }
}

interface Props {
  games: GameChoice[];
  current: string;
  /** Why the game cannot begin, as a sentence. */
  problem: string | null;
  /** The number of games that have begun. */
  began: number;
  onStart: (request: Request) => void;
  onClose: () => void;
}

export function NewGame({ games, current, problem, began, onStart, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [answers, setAnswers] = useState(() => remembered(games, current));
  // The number of games that had begun when this one was asked for.
  const [asked, setAsked] = useState<number | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const hasBegun = asked !== null && began > asked;
  useEffect(() => {
    if (hasBegun) {
      dialog.current?.close();
    }
  }, [hasBegun]);
  const game = games.find((one) => one.name === answers.game);
  const agents = game?.agents ?? [];
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    localStorage.setItem("new-game", JSON.stringify(answers));
    const opening = game?.has_openings && !answers.lot && answers.opening.trim() !== "" ? answers.opening.trim() : null;
    const players = (game?.players ?? answers.players).map((_, number) => fitting(answers.players[number], agents));
    setAsked(began);
    const names = players.map((_, number) => answers.names[number]?.trim() ?? "");
    const time = answers.minutes > 0 ? { seconds: 60 * answers.minutes, increment: answers.increment } : null;
    onStart({ do: "new", game: answers.game, players, names, time, opening, lot: answers.lot });
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="new-game">
      <form onSubmit={start}>
        <h2 id="new-game">{t("page-new-game")}</h2>
        <label>
          {t("page-game")}
          <select value={answers.game} onChange={(event) => setAnswers({ ...answers, game: event.currentTarget.value })}>
            {games.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        {(game?.players ?? []).map((name, number) => (
          <fieldset key={number}>
            <legend>{name}</legend>
            <label>
              {t("page-player")}
              <PlayerChoice
                player={fitting(answers.players[number], agents)}
                agents={agents}
                onChange={(player) => setAnswers({ ...answers, players: Object.assign([...answers.players], { [number]: player }) })}
              />
            </label>
            <label>
              {t("page-own-name")}
              <input
                value={answers.names[number] ?? ""}
                maxLength={60}
                autocomplete="off"
                onInput={(event) => setAnswers({ ...answers, names: Object.assign([...answers.names], { [number]: event.currentTarget.value }) })}
              />
            </label>
          </fieldset>
        ))}
        <label>
          {t("page-minutes")}
          <input type="number" min="0" max="600" step="any" value={answers.minutes === 0 ? "" : answers.minutes} placeholder={t("page-no-clock")} onInput={(event) => setAnswers({ ...answers, minutes: numberIn(event.currentTarget.value) })} />
        </label>
        {answers.minutes > 0 && (
          <label>
            {t("page-increment")}
            <input type="number" min="0" max="600" step="any" value={answers.increment} onInput={(event) => setAnswers({ ...answers, increment: numberIn(event.currentTarget.value) })} />
          </label>
        )}
        <label class="check">
          <input type="checkbox" checked={answers.lot} onChange={(event) => setAnswers({ ...answers, lot: event.currentTarget.checked })} /> {t("page-lot")}
        </label>
        {game?.has_openings && !answers.lot && (
          <label>
            {t("page-opening")}
            <input value={answers.opening} placeholder="D4" maxLength={3} onInput={(event) => setAnswers({ ...answers, opening: event.currentTarget.value })} />
          </label>
        )}
        <p class="problem" role="alert">
          {asked !== null && problem}
        </p>
        <div class="buttons">
          <button type="submit" class="main">
            {t("page-start")}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {t("page-cancel")}
          </button>
        </div>
      </form>
    </dialog>
  );
}
