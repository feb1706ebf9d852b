// The dialog that saves the game: as a record, or as a picture of the position.

import { Dialog } from "./dialog";
import type { Position, Request } from "./protocol";
import { t } from "./words";

const PICTURES = ["svg", "png"] as const;

interface Props {
  position: Position;
  /** Whether pictures show move numbers. */
  numbers: boolean;
  /** The signs that the page shows on fields. */
  signs: ReadonlyMap<string, string>;
  send: (request: Request) => void;
  onClose: () => void;
}

export function SaveGame({ position, numbers, signs, send, onClose }: Props) {
  const ask = (request: Request) => {
    send(request);
    onClose();
  };
  const marks = [...signs].map(([field, sign]) => ({ field, sign }));
  return (
    <Dialog title={t("page-save")} onClose={onClose}>
      <p>{t("page-save-as")}</p>
      <div class="buttons">
        {position.formats.map((format) => (
          <button key={format} type="button" onClick={() => ask({ do: "save", format })}>.{format}</button>
        ))}
      </div>
      {position.board.rows.length > 0 && (
        <>
          <p>{t("page-save-picture")}</p>
          <div class="buttons">
            {PICTURES.map((kind) => (
              <button key={kind} type="button" onClick={() => ask({ do: "picture", kind, numbers, marks })}>{kind.toUpperCase()}</button>
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}
