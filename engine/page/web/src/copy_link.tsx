// The link to the position that is shown, and a button that copies it.

import { useRef, useState } from "preact/hooks";
import { addressOf } from "./address";
import type { Model } from "./model";
import { t } from "./words";

export function CopyLink({ link }: { link: Model["link"] }) {
  const [said, setSaid] = useState("");
  const text = useRef<HTMLInputElement>(null);
  const address = link?.fragment == null ? "" : addressOf(link.fragment);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid(t("page-copied"));
    } catch {
      text.current?.select();
      setSaid(t("page-copy-yourself"));
    }
  };
  return (
    <>
      {link?.problem == null && (
        <div class="buttons link">
          <label>
            {t("page-link")} <input ref={text} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <button type="button" disabled={address === ""} onClick={() => void copy()}>{t("page-copy-link")}</button>
        </div>
      )}
      <p aria-live="polite">{link?.problem ?? said}</p>
    </>
  );
}
