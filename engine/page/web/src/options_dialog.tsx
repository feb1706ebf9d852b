// The dialog of the options.

import { Dialog } from "./dialog";
import { BOARDS } from "./options";
import type { Options } from "./options";
import type { Event, Request } from "./protocol";
import { t } from "./words";

const SWITCHES = ["plain", "coordinates", "numbers", "moves", "forbidden", "threats", "branches", "aim"] as const;

interface Props {
  welcome: Extract<Event, { is: "welcome" }>;
  options: Options;
  change: (change: Partial<Options>) => void;
  send: (request: Request) => void;
  onClose: () => void;
}

export function OptionsDialog({ welcome, options, change, send, onClose }: Props) {
  const speak = (language: string) => {
    localStorage.setItem("language", language);
    send({ do: "language", language });
  };
  return (
    <Dialog title={t("page-options")} onClose={onClose}>
      <label>
        {t("page-language")}
        <select value={welcome.language} onChange={(event) => speak(event.currentTarget.value)}>
          {welcome.languages.map((language) => <option key={language} value={language}>{language}</option>)}
        </select>
      </label>
      <label>
        {t("page-theme")}
        <select value={options.theme} onChange={(event) => change({ theme: event.currentTarget.value as Options["theme"] })}>
          {["system", "light", "dark"].map((theme) => <option key={theme} value={theme}>{t(`page-theme-${theme}`)}</option>)}
        </select>
      </label>
      <label>
        {t("page-board-colour")}
        <select value={options.board} disabled={options.plain} onChange={(event) => change({ board: event.currentTarget.value as Options["board"] })}>
          {BOARDS.map((colour) => <option key={colour} value={colour}>{t(`page-board-${colour}`)}</option>)}
        </select>
      </label>
      {SWITCHES.map((name) => (
        <label key={name} class="check">
          <input type="checkbox" checked={options[name]} onChange={(event) => change({ [name]: event.currentTarget.checked })} /> {t(`page-option-${name}`)}
        </label>
      ))}
    </Dialog>
  );
}
