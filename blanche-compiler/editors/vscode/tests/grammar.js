// Holds the grammar against all rule files of the project and against lines whose colours are known.
//   npm install && npm test

const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const here = path.join(__dirname, "..");
const knowledge = path.join(here, "../../../knowledge");

// Words of a line with the last part of their scopes, in their order.
const LINES = [
  ["rule t.threat for white at level 3 plays Field1 if", [
    ["rule", "keyword.declaration"], ["t.threat", "entity.name.function.rule"], ["for", "keyword.other"],
    ["white", "variable.other.enummember"], ["at", "keyword.other"], ["level", "keyword.other"], ["3", "constant.numeric"],
    ["plays", "keyword.other"], ["Field1", "variable.other"], ["if", "keyword.other"],
  ]],
  ["    white.three(Group1), ¬equal(Group1, none) % why", [
    ["white.three", "entity.name.function"], ["Group1", "variable.other"], ["¬", "keyword.operator.logical"],
    ["equal", "entity.name.function"], ["Group1", "variable.other"], ["none", "variable.other.enummember"],
    ["% why", "comment.line.percentage"],
  ]],
  ["sort color = none, white part of content words Color", [
    ["sort", "keyword.declaration"], ["color", "entity.name.type"], ["=", "keyword.operator.comparison"],
    ["none", "variable.other.enummember"], ["white", "variable.other.enummember"], ["part of", "keyword.other"],
    ["content", "entity.name.type"], ["words", "keyword.other"], ["Color", "variable.other"],
  ]],
  ["board 8 by 8 dark numbered row 1 on top words Field", [
    ["board", "keyword.declaration"], ["8", "constant.numeric"], ["by", "keyword.other"], ["8", "constant.numeric"],
    ["dark", "keyword.other"], ["numbered", "keyword.other"], ["row", "keyword.other"], ["1", "constant.numeric"],
    ["on", "keyword.other"], ["top", "keyword.other"], ["words", "keyword.other"], ["Field", "variable.other"],
  ]],
  ["symmetry turn with colours", [
    ["symmetry", "keyword.declaration"], ["turn", "keyword.other"], ["with", "keyword.other"],
    ["colours", "keyword.other"],
  ]],
  ["state light(Cell, Side) one Side, history", [
    ["state", "keyword.declaration"], ["light", "entity.name.function"], ["Cell", "variable.other"],
    ["Side", "variable.other"], ["one", "keyword.other"], ["Side", "variable.other"], ["history", "keyword.other"],
  ]],
  ["move lights for Side plays Cell if", [
    ["move", "keyword.declaration"], ["lights", "entity.name.function.rule"], ["for", "keyword.other"],
    ["Side", "variable.other"], ["plays", "keyword.other"], ["Cell", "variable.other"], ["if", "keyword.other"],
  ]],
  ["    adds light(Cell, Side) for beside(Cell, 3)", [
    ["adds", "keyword.declaration"], ["light", "entity.name.function"], ["Cell", "variable.other"],
    ["Side", "variable.other"], ["for", "keyword.other"], ["beside", "entity.name.function"],
    ["Cell", "variable.other"], ["3", "constant.numeric"],
  ]],
  ["score edge for Side attacking 5 defending N when named if edge(Cell, N)", [
    ["score", "keyword.declaration"], ["edge", "entity.name.function.rule"], ["for", "keyword.other"],
    ["Side", "variable.other"], ["attacking", "keyword.other"], ["5", "constant.numeric"],
    ["defending", "keyword.other"], ["N", "variable.other"], ["when", "keyword.other"], ["named", "keyword.other"],
    ["if", "keyword.other"],
    ["edge", "entity.name.function"], ["Cell", "variable.other"], ["N", "variable.other"],
  ]],
  ["preference edge for Side plays Cell worth 5 if edge(Cell) up to symmetry", [
    ["preference", "keyword.declaration"], ["edge", "entity.name.function.rule"], ["for", "keyword.other"],
    ["Side", "variable.other"], ["plays", "keyword.other"], ["Cell", "variable.other"], ["worth", "keyword.other"],
    ["5", "constant.numeric"], ["if", "keyword.other"], ["edge", "entity.name.function"], ["Cell", "variable.other"],
    ["up", "keyword.other"], ["to", "keyword.other"], ["symmetry", "keyword.other"],
  ]],
  ["drawn light(Cell, left) as x", [
    ["drawn", "keyword.declaration"], ["light", "entity.name.function"], ["Cell", "variable.other"],
    ["left", "variable.other.enummember"], ["as", "keyword.other"], ["x", "variable.other.enummember"],
  ]],
  ["extern in(Field: field, Group: group): (bound, free) gives about 12", [
    ["extern", "keyword.declaration"], ["in", "entity.name.function"], ["Field", "variable.parameter"],
    ["field", "entity.name.type"], ["Group", "variable.parameter"], ["group", "entity.name.type"],
    ["bound", "keyword.other"], ["free", "keyword.other"], ["gives", "keyword.other"], ["about", "keyword.other"],
    ["12", "constant.numeric"],
  ]],
  ["lost(F) :- after place(white, F): (¬in(F, 03)) ; not level(F)", [
    ["lost", "entity.name.function"], ["F", "variable.other"], [":-", "keyword.operator.denotes"],
    ["after", "keyword.other"], ["place", "entity.name.function"], ["white", "variable.other.enummember"],
    ["F", "variable.other"], ["¬", "keyword.operator.logical"], ["in", "entity.name.function"],
    ["F", "variable.other"], ["03", "constant.numeric"], ["not", "keyword.operator.logical"],
    ["level", "entity.name.function"], ["F", "variable.other"],
  ]],
  ["%! allow B0605: for others", [["allow", "keyword.control.directive"], ["B0605", "constant.other.code"]]],
  ["use five-in-a-row/shapes", [["use", "keyword.declaration"], ["five-in-a-row/shapes", "string.unquoted.path"]]],
];

// Lines, and where the line below them begins: deeper, as they do, or less deep.
const ENTERED = [
  ["rule t.threat for white at level 3 plays Field1 if", "deeper"],
  ["lost(F) :- % why", "deeper"],
  ["    in(Field1, Group1), in(Field1, Group2),", "same"],
  ["    after place(white, F):", "deeper"],
  ["    in(Field1, Group1), empty(Field1)", "less"],
  ["    in(Field1, Group1), empty(Field1)   % why", "less"],
  ["    % why", "same"],
  ["    adds mark(Field, Color)", "same"],
  ["use shapes", "same"],
  ["state mark(Field, Color) one Color", "same"],
];

// Scopes that are not looked at.
const SIGNS = /^(punctuation|source)\./;

async function load() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => {
      const file = path.join(here, "syntaxes/blanche.tmLanguage.json");
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  return registry.loadGrammar("source.blanche");
}

function files(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? files(place) : place.endsWith(".blanche") ? [place] : [];
  });
}

function words(grammar, line, state) {
  const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
  const words = tokens.map((token) => ({
    text: line.slice(token.startIndex, token.endIndex).trim(),
    scope: token.scopes[token.scopes.length - 1],
  }));
  return { words: words.filter((word) => word.text !== ""), state: ruleStack };
}

// What the editor does behind a line: its first rule that applies, else its pattern for deeper lines.
function below(settings, line) {
  const rule = settings.onEnterRules.find((rule) => new RegExp(rule.beforeText, "u").test(line));
  if (rule) {
    return { none: "same", outdent: "less", indent: "deeper" }[rule.action.indent];
  }
  return new RegExp(settings.indentationRules.increaseIndentPattern, "u").test(line) ? "deeper" : "same";
}

async function main() {
  const grammar = await load();
  let [passed, failed] = [0, 0];
  const check = (holds, reason) => {
    holds ? passed++ : failed++;
    if (!holds) console.error(reason);
  };
  for (const [line, wanted] of LINES) {
    const { words: all } = words(grammar, line, textmate.INITIAL);
    const found = all.filter((word) => !SIGNS.test(word.scope)).filter((word) => !/^%!$/.test(word.text));
    const shown = found.map((word) => [word.text, word.scope.replace(/\.blanche$/, "")]);
    const scopes = line.startsWith("%!") ? shown.filter(([, scope]) => !scope.startsWith("comment")) : shown;
    check(JSON.stringify(scopes) === JSON.stringify(wanted), `${line}\n  is    ${JSON.stringify(scopes)}\n  wants ${JSON.stringify(wanted)}`);
  }
  // In right rule files every word has a colour, and a comment is nothing but a comment.
  for (const file of files(knowledge)) {
    let state = textmate.INITIAL;
    fs.readFileSync(file, "utf8").split("\n").forEach((line, at) => {
      const result = words(grammar, line, state);
      state = result.state;
      const bare = result.words.filter((word) => word.scope === "source.blanche" && /[\p{L}\p{N}]/u.test(word.text));
      check(bare.length === 0, `${path.relative(here, file)}:${at + 1}: no colour for ${bare.map((word) => word.text)}`);
      const isComment = /^\s*%/.test(line);
      const colours = result.words.every((word) => /comment|allow|code/.test(word.scope) || /directive/.test(word.scope));
      check(!isComment || colours, `${path.relative(here, file)}:${at + 1}: a comment with words in it`);
    });
  }
  const settings = JSON.parse(fs.readFileSync(path.join(here, "language-configuration.json"), "utf8"));
  for (const [line, wanted] of ENTERED) {
    const is = below(settings, line);
    check(is === wanted, `below \`${line}\`: is ${is}, wants ${wanted}`);
  }
  // Every scope that stands for a meaning is one that the grammar gives by looks, so that themes colour both alike.
  const text = fs.readFileSync(path.join(here, "syntaxes/blanche.tmLanguage.json"), "utf8");
  const { contributes } = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"));
  for (const [kind, [scope]] of Object.entries(contributes.semanticTokenScopes[0].scopes)) {
    check(text.includes(`"${scope}"`), `the scope ${scope} of ${kind} is none of the grammar`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main();
