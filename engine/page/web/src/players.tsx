// The choice of a player: a person, the computer at a level, or a player of the built-in list.

import type { Player } from "./protocol";
import { t } from "./words";

const LEVELS = Array.from({ length: 10 }, (_, at) => at + 1);

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

/** The player, or a person if it is no player of this game. */
export function fitting(player: Player | undefined, agents: string[]): Player {
  return player === undefined || (player.kind === "agent" && !agents.includes(player.name)) ? { kind: "person" } : player;
}

interface Props {
  player: Player | undefined;
  /** The players of the built-in list that can play the game. */
  agents: string[];
  onChange: (player: Player) => void;
}

export function PlayerChoice({ player: current, agents, onChange }: Props) {
  // A player that plays already is shown even if it cannot play.
  const names = current?.kind === "agent" && !agents.includes(current.name) ? [...agents, current.name] : agents;
  return (
    <select value={value(current)} onChange={(event) => onChange(player(event.currentTarget.value))}>
      <option value="person">{t("page-person")}</option>
      <optgroup label={t("page-computer")}>
        {LEVELS.map((level) => (
          <option key={level} value={`level-${level}`}>
            {t("page-level", { level })}
          </option>
        ))}
      </optgroup>
      {names.length > 0 && (
        <optgroup label={t("page-agents")}>
          {names.map((agent) => (
            <option key={agent} value={`agent-${agent}`}>
              {agent}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
