// The dialog that opens games: those that are kept on disk, files, and pasted records and links.

import { useRef, useState } from "preact/hooks";
import { bounded, isLink } from "./address";
import { Dialog } from "./dialog";
import type { Event, Request } from "./protocol";
import { t } from "./words";

/** Number of moves that the list shows of a game. */
const SHOWN_MOVES = 8;

interface Props {
  kept: Extract<Event, { is: "kept_games" }> | null;
  send: (request: Request) => void;
  openFile: (file: File) => void;
  onClose: () => void;
}

export function OpenGame({ kept, send, openFile, onClose }: Props) {
  const chosen = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState("");
  return (
    <Dialog title={t("page-open")} onClose={onClose}>
      <div class="buttons">
        <button type="button" onClick={() => chosen.current?.click()}>
          {t("page-open-file")}
        </button>
        <input
          ref={chosen}
          type="file"
          aria-label={t("page-open-file")}
          class="hidden"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) {
              openFile(file);
              onClose();
            }
          }}
        />
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isLink(pasted)) {
            send({ do: "open_link", link: bounded(pasted) });
            onClose();
          } else if (pasted.trim() !== "") {
            openFile(new File([pasted], "pasted.txt"));
            onClose();
          }
        }}
      >
        <label class="block">
          {t("page-paste")}
          <textarea rows={3} value={pasted} onInput={(event) => setPasted(event.currentTarget.value)} />
        </label>
        <button type="submit">{t("page-open")}</button>
      </form>
      {kept?.folder !== null && <h3>{t("page-kept-games")}</h3>}
      {kept?.folder !== null && kept?.games.length === 0 && <p>{t("page-no-kept-games")}</p>}
      <ul class="kept">
        {(kept?.games ?? []).map((game) => (
          <li key={game.id}>
            {game.problem === null ? (
              <button
                type="button"
                class="move"
                onClick={() => {
                  send({ do: "open_kept", id: game.id });
                  onClose();
                }}
              >
                <b>{game.game}</b> · {t("page-moves-number", { number: game.moves.length })}
                <br />
                <small>
                  {game.moves.slice(0, SHOWN_MOVES).join(" ")}
                  {game.moves.length > SHOWN_MOVES && " …"}
                </small>
              </button>
            ) : (
              <span>
                {game.id}.json: {game.problem}
              </span>
            )}
            <button type="button" aria-label={`${t("page-delete")}: ${game.game} ${game.moves.slice(0, SHOWN_MOVES).join(" ")}`} onClick={() => send({ do: "delete_kept", id: game.id })}>
              {t("page-delete")}
            </button>
          </li>
        ))}
      </ul>
      {kept?.folder != null && <small>{kept.folder}</small>}
    </Dialog>
  );
}
