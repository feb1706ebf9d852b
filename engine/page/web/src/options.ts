// What the user has chosen for this browser.

import { useState } from "preact/hooks";

/** The colours of boards. */
export const BOARDS = ["wood", "green", "blue", "grey"] as const;

export interface Options {
  theme: "system" | "light" | "dark";
  /** The colours of the board, unless it is plain. */
  board: (typeof BOARDS)[number];
  plain: boolean;
  coordinates: boolean;
  numbers: boolean;
  moves: boolean;
  forbidden: boolean;
  /** Whether to point out what the rules find. */
  threats: boolean;
  /** Whether variations begin with small boards. */
  branches: boolean;
  /** Whether a click only aims, and a second one on the same field places. */
  aim: boolean;
}

const USUAL: Options = {
  theme: "system",
  board: "wood",
  plain: false,
  coordinates: true,
  numbers: false,
  moves: false,
  forbidden: true,
  threats: false,
  branches: true,
  // A finger hides the field that it touches.
  aim: matchMedia("(pointer: coarse)").matches,
};

function stored(): Options {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem("options") ?? "{}") as Partial<Options>) };
  } catch {
    return USUAL;
  }
}

function apply(options: Options): void {
  document.documentElement.dataset["theme"] = options.theme;
  document.documentElement.dataset["board"] = options.board;
}

/** The options, and a function that changes some of them. */
export function useOptions(): [Options, (change: Partial<Options>) => void] {
  const [options, setOptions] = useState(() => {
    const options = stored();
    apply(options);
    return options;
  });
  const change = (change: Partial<Options>) => {
    const changed = { ...options, ...change };
    localStorage.setItem("options", JSON.stringify(changed));
    apply(changed);
    setOptions(changed);
  };
  return [options, change];
}
