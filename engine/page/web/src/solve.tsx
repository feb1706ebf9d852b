// The value of a position, and the proof of a win as a tree that one walks on the board.

import { useState } from "preact/hooks";
import type { Model } from "./model";
import type { Position, ProofReply, ProofStep, Request } from "./protocol";
import { Share } from "./share";
import { t } from "./words";

interface Props {
  position: Position;
  solved: Model["solved"];
  preview: Model["preview"];
  progress: Model["progress"];
  send: (request: Request) => void;
}

export function Solve({ position, solved, preview, progress, send }: Props) {
  const shown = solved?.at === position.at ? solved : null;
  const show = (moves: string[]) => send({ do: "preview", at: position.at, moves });
  return (
    <section aria-label={t("page-solve")}>
      <button type="button" title={t("page-solve-help")} onClick={() => send({ do: "solve" })}>{t("page-solve")}</button>
      {progress?.purpose === "proof" && <Share name="page-solving" share={progress.share} />}
      {shown && <p role="status">{shown.sentence}</p>}
      {shown && shown.proof.length > 0 && (
        <ul class="tree proof" aria-label={t("page-proof")}>
          <Step steps={shown.proof} number={0} before={[]} shown={preview?.moves.join(" ") ?? ""} show={show} isOpen />
        </ul>
      )}
    </section>
  );
}

interface StepProps {
  steps: ProofStep[];
  number: number;
  /** The moves before the step; `null` after a reply that stands for several. */
  before: string[] | null;
  /** The moves that the board shows. */
  shown: string;
  show: (moves: string[]) => void;
  /** Whether the replies are listed at first. */
  isOpen?: boolean;
}

/** A move of the winner, with the replies to it. */
function Step({ steps, number, before, shown, show, isOpen = false }: StepProps) {
  const [isListed, setIsListed] = useState(isOpen);
  const step = steps[number];
  if (!step) {
    return null;
  }
  const after = before && step.text !== null ? [...before, step.text] : null;
  return (
    <li>
      {step.text !== null && <Move text={step.text} moves={after} shown={shown} show={show} />} {step.said}
      {step.replies.length > 0 && (
        <details open={isListed} onToggle={(event) => setIsListed(event.currentTarget.open)}>
          <summary>{t("page-proof-replies", { number: step.replies.length })}</summary>
          {isListed && (
            <ul>
              {step.replies.map((reply) => <Reply key={reply.text} {...{ reply, steps, shown, show }} before={after} />)}
            </ul>
          )}
        </details>
      )}
    </li>
  );
}

/** A reply of the loser, with the move that answers it. */
function Reply({ reply, steps, before, shown, show }: Omit<StepProps, "number"> & { reply: ProofReply }) {
  const after = before && reply.text !== null ? [...before, reply.text] : null;
  return (
    <li>
      {reply.text === null ? <i>{t("page-proof-else")}</i> : <Move text={reply.text} moves={after} shown={shown} show={show} />}
      {reply.step !== null && (
        <ul>
          <Step steps={steps} number={reply.step} before={after} shown={shown} show={show} />
        </ul>
      )}
    </li>
  );
}

/** A move of the proof. If the moves before it are known, a click shows the board after it. */
function Move({ text, moves, shown, show }: { text: string; moves: string[] | null; shown: string; show: (moves: string[]) => void }) {
  if (!moves) {
    return <b>{text}</b>;
  }
  return (
    <button type="button" class="move" aria-current={moves.join(" ") === shown ? "step" : undefined} onClick={() => show(moves)}>
      {text}
    </button>
  );
}
