// Compares lines with a file in test/snapshots/. UPDATE=1 writes the file.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("snapshots/", import.meta.url));

export function compareSnapshot(name, lines) {
  const path = `${FOLDER}${name}.txt`;
  const text = `${lines.join("\n")}\n`;
  if (process.env.UPDATE) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, text);
  }
  assert.ok(existsSync(path), `${path} is missing: UPDATE=1 npm test`);
  assert.equal(text, readFileSync(path, "utf8"));
}
