// The clock of a player. The server stops it and ends the game; the page only counts down between two messages.

import { useEffect, useState } from "preact/hooks";
import type { ClockTimes } from "./protocol";
import { t } from "./words";

/** A time in seconds as hours, minutes and seconds; below ten seconds with tenths. */
export function timeText(seconds: number): string {
  if (seconds < 10) {
    return `0:0${Math.max(0, Math.floor(seconds * 10) / 10).toFixed(1)}`;
  }
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function Clock({ clocks, side }: { clocks: ClockTimes; side: number }) {
  const [passed, setPassed] = useState(0);
  const isRunning = clocks.running === side;
  useEffect(() => {
    setPassed(0);
    if (!isRunning) {
      return undefined;
    }
    const begun = performance.now();
    const timer = setInterval(() => setPassed((performance.now() - begun) / 1000), 100);
    return () => clearInterval(timer);
  }, [clocks, isRunning]);
  const text = timeText((clocks.left[side] ?? 0) - (isRunning ? passed : 0));
  return (
    <span class={isRunning ? "clock running" : "clock"} role="timer" aria-live="off" aria-label={t("page-time-left", { time: text })}>
      {text}
    </span>
  );
}
