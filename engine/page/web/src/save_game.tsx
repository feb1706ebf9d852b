// The dialog that saves the game: as a record, a picture of the position, one file, or a link.

import { useEffect } from "preact/hooks";
import { CopyLink } from "./copy_link";
import { Dialog } from "./dialog";
import type { Model } from "./model";
import { oneFile } from "./one_file";
import type { Position, Request } from "./protocol";
import { t } from "./words";

const PICTURES = ["svg", "png"] as const;

interface Props {
  model: Model;
  position: Position;
  /** Whether pictures show move numbers. */
  numbers: boolean;
  /** The signs that the page shows on fields. */
  signs: ReadonlyMap<string, string>;
  send: (request: Request) => void;
  onClose: () => void;
}

export function SaveGame({ model, position, numbers, signs, send, onClose }: Props) {
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
      <p>{t("page-save-one-file")}</p>
      <div class="buttons">
        <button type="button" onClick={() => ask(oneFile(model, position, numbers))}>{t("page-one-file")}</button>
      </div>
      <CopyLink key={model.link?.fragment} link={model.link} />
    </Dialog>
  );
}
