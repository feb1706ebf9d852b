// The dialog for a new game. It remembers its answers.

import { useEffect, useRef, useState } from "preact/hooks";
import { PlayerChoice, fitting } from "./players";
import type { GameChoice, Player, Request } from "./protocol";
import { t } from "./words";

interface Answers {
  game: string;
  players: Player[];
  opening: string;
}

function remembered(games: GameChoice[], game: string): Answers {
  const usual: Answers = { game, players: [{ kind: "person" }, { kind: "computer", level: 4 }], opening: "" };
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
    const opening = game?.has_openings && answers.opening.trim() !== "" ? answers.opening.trim() : null;
    const players = (game?.players ?? answers.players).map((_, number) => fitting(answers.players[number], agents));
    setAsked(began);
    onStart({ do: "new", game: answers.game, players, opening });
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
          <label key={number}>
            {name}
            <PlayerChoice
              player={fitting(answers.players[number], agents)}
              agents={agents}
              onChange={(player) => {
                const players = [...answers.players];
                players[number] = player;
                setAnswers({ ...answers, players });
              }}
            />
          </label>
        ))}
        {game?.has_openings && (
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
