// The dialog for a new game. It remembers its answers.

import { useEffect, useRef, useState } from "preact/hooks";
import type { GameChoice, Player, Request } from "./protocol";
import { t } from "./words";

const LEVELS = Array.from({ length: 10 }, (_, at) => at + 1);

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

/** The value of the choice that stands for a player. */
function value(player: Player | undefined): string {
  switch (player?.kind) {
    case "computer":
      return `level-${player.level}`;
    case "agent":
      return `agent-${player.name}`;
    default:
      return "person";
  }
}

function player(value: string): Player {
  const level = /^level-(\d+)$/.exec(value);
  const agent = /^agent-(.*)$/.exec(value);
  return level ? { kind: "computer", level: Number(level[1]) } : agent ? { kind: "agent", name: agent[1] ?? "" } : { kind: "person" };
}

interface Props {
  games: GameChoice[];
  agents: string[];
  current: string;
  onStart: (request: Request) => void;
  onClose: () => void;
}

export function NewGame({ games, agents, current, onStart, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [answers, setAnswers] = useState(() => remembered(games, current));
  useEffect(() => dialog.current?.showModal(), []);
  const game = games.find((one) => one.name === answers.game);
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    localStorage.setItem("new-game", JSON.stringify(answers));
    const opening = game?.has_openings && answers.opening.trim() !== "" ? answers.opening.trim() : null;
    onStart({ do: "new", game: answers.game, players: answers.players, opening });
    onClose();
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
            <select
              value={value(answers.players[number])}
              onChange={(event) => {
                const players = [...answers.players];
                players[number] = player(event.currentTarget.value);
                setAnswers({ ...answers, players });
              }}
            >
              <option value="person">{t("page-person")}</option>
              <optgroup label={t("page-computer")}>
                {LEVELS.map((level) => (
                  <option key={level} value={`level-${level}`}>
                    {t("page-level", { level })}
                  </option>
                ))}
              </optgroup>
              <optgroup label={t("page-agents")}>
                {agents.map((agent) => (
                  <option key={agent} value={`agent-${agent}`}>
                    {agent}
                  </option>
                ))}
              </optgroup>
            </select>
          </label>
        ))}
        {game?.has_openings && (
          <label>
            {t("page-opening")}
            <input value={answers.opening} placeholder="D4" maxLength={3} onInput={(event) => setAnswers({ ...answers, opening: event.currentTarget.value })} />
          </label>
        )}
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
