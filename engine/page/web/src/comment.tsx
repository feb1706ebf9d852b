// The comment on the current node of the tree.

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Position, Request } from "./protocol";
import { t } from "./words";

/** Maximum length of a comment, in characters. */
const MAX_LENGTH = 2000;

interface Props {
  position: Position;
  send: (request: Request) => void;
  /** The text field, which a key focuses. */
  field: RefObject<HTMLTextAreaElement>;
}

export function Comment({ position, send, field }: Props) {
  // While a person writes, the comment belongs to the same node even if the computer moves.
  const [pinned, setPinned] = useState<number | null>(null);
  const node = pinned !== null && pinned < position.nodes.length ? pinned : position.at;
  const { text, number, comment } = position.nodes[node]!;
  /** What was written and may not have been kept yet. */
  const [draft, setDraft] = useState<{ node: number; text: string } | null>(null);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  useEffect(() => {
    if (pinned === null) {
      setDraft(null);
    }
  }, [node, comment]);
  const shown = draft?.node === node ? draft.text : comment;
  const save = (written: string) => {
    // A field that is removed belongs to a game that has been left.
    if (isThere.current && written.trimEnd() !== comment) {
      send({ do: "comment", node, text: written.trimEnd() });
    }
  };
  return (
    <label class="comment">
      {t("page-comment", { move: number === 0 ? t("page-beginning") : `${number}. ${text}` })}
      <textarea
        ref={field}
        rows={3}
        maxLength={MAX_LENGTH}
        value={shown}
        onFocus={() => setPinned(position.at)}
        onInput={(event) => setDraft({ node, text: event.currentTarget.value })}
        onBlur={(event) => {
          save(event.currentTarget.value);
          setPinned(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            save(event.currentTarget.value);
          }
        }}
      />
      <small>{t("page-comment-help")}</small>
    </label>
  );
}
