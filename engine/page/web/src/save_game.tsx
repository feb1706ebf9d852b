// The dialog that saves the game: as a record, a picture of the position, or a link.

import { useEffect } from "preact/hooks";
import { CopyLink } from "./copy_link";
import { Dialog } from "./dialog";
import type { Model } from "./model";
import type { Position, Request } from "./protocol";
import { t } from "./words";

const PICTURES = ["svg", "png"] as const;

interface Props {
  position: Position;
  /** Whether pictures show move numbers. */
  numbers: boolean;
  /** The signs that the page shows on fields. */
  signs: ReadonlyMap<string, string>;
  link: Model["link"];
  send: (request: Request) => void;
  onClose: () => void;
}

export function SaveGame({ position, numbers, signs, link, send, onClose }: Props) {
  useEffect(() => send({ do: "link" }), [position]);
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
      <CopyLink key={link?.fragment} link={link} />
    </Dialog>
  );
}
