// A modal dialog with a title and a button that closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "./words";

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title}>
      <h2>{title}</h2>
      {children}
      <div class="buttons">
        <button type="button" class="main" onClick={() => dialog.current?.close()}>{t("page-close")}</button>
      </div>
    </dialog>
  );
}
