// How far a search is.

import { t } from "./words";

/** The share of a search that is done, from 0 to 1. `name` is the name of the message about it. */
export function Share({ name, share }: { name: string; share: number }) {
  const percent = Math.round(100 * share);
  return (
    <p>
      <progress max={100} value={percent} aria-label={t(name, { percent })} /> {t(name, { percent })}
    </p>
  );
}
