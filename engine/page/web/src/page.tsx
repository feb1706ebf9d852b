// The page: what the server has sent, and the parts that show it.

import { render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { BoardView } from "./board";
import { Clock } from "./clock";
import { Comment } from "./comment";
import { Connection, MAX_FILE, bytesOf } from "./connection";
import type { State as ConnectionState } from "./connection";
import { click, targets } from "./entering";
import { EMPTY, isAction, reduce, status } from "./model";
import { Moves, path } from "./moves";
import { NewGame } from "./new_game";
import { Analysis } from "./analysis";
import { Dialog } from "./dialog";
import { OpenGame } from "./open_game";
import { useOptions } from "./options";
import { OptionsDialog } from "./options_dialog";
import { download, savePicture } from "./pictures";
import { Lines, Palette, useDrawing } from "./own_marks";
import { PlayerChoice } from "./players";
import type { Request } from "./protocol";
import { Review } from "./review";
import { SaveGame } from "./save_game";
import { SetUp } from "./set_up";
import { Solve } from "./solve";
import { Why } from "./why";
import { THREAT, Threats, threats } from "./threats";
import { t } from "./words";

const TABS = ["moves", "analysis", "why"] as const;
type Tab = (typeof TABS)[number];

/** Keys that work everywhere except in texts, with the message that describes each. */
const KEYS: [string, string][] = [
  ["[ ]", "page-key-walk"],
  ["u", "page-key-undo"],
  ["p", "page-key-pass"],
  ["h", "page-key-hint"],
  ["s", "page-key-stop"],
  ["w", "page-key-why"],
  ["c", "page-key-comment"],
  ["m", "page-key-moves"],
  ["n", "page-key-numbers"],
  ["t", "page-key-threats"],
  ["1 … 7", "page-key-marks"],
  ["0", "page-key-erase"],
  ["Esc", "page-key-escape"],
  ["r", "page-key-read"],
  ["?", "page-key-help"],
];

function Page() {
  const [model, dispatch] = useReducer(reduce, EMPTY);
  const [connection, setConnection] = useState<Connection | null>(null);
  const [state, setState] = useState<ConnectionState>("connecting");
  const [options, change] = useOptions();
  const [entered, setEntered] = useState<string[]>([]);
  // The move at which a click has aimed, and its last field.
  const [aimed, setAimed] = useState<{ text: string; field: string } | null>(null);
  const [typed, setTyped] = useState("");
  const [dialog, setDialog] = useState<"new" | "open" | "options" | "help" | "save" | null>(null);
  const [tab, setTab] = useState<Tab>("moves");
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [count, setCount] = useState(0);
  const [only, setOnly] = useState<string[]>([]);
  const [pointed, setPointed] = useState<string | null>(null);
  const [asked, setAsked] = useState("");

  useEffect(() => setConnection(new Connection(dispatch, setState)), []);
  const position = model.position;
  useEffect(() => {
    setEntered([]);
    setAimed(null);
    setOnly([]);
  }, [position?.at, position?.game]);
  useEffect(() => {
    if (model.refused?.explanation) {
      setTab("why");
    }
  }, [model.refused]);
  useEffect(() => {
    if (model.file) {
      download(model.file.name, new Blob([model.file.text], { type: model.file.name.endsWith(".html") ? "text/html" : "text/plain" }));
    }
  }, [model.file]);
  useEffect(() => {
    if (model.picture) {
      savePicture(model.picture).catch(() => dispatch({ is: "failed", text: t("page-no-picture") }));
    }
  }, [model.picture]);

  // The rules are asked anew in every position.
  const hasRules = model.rules !== null && model.rules.at === position?.at;
  useEffect(() => {
    if (options.threats && position && !hasRules) {
      connection?.send({ do: "rules" });
    }
  }, [options.threats, position, hasRules]);

  // A game that begins is not analysed yet.
  useEffect(() => {
    setIsSettingUp(false);
    if (count > 0) {
      connection?.send({ do: "analyse", lines: count, only: [] });
    }
  }, [model.began]);

  const send = (request: Request) => {
    if (isAction(request)) {
      dispatch({ is: "acted" });
    }
    connection?.send(request);
  };
  const drawing = useDrawing(position, send);
  const isSearching = model.search !== null && model.search.purpose !== "analysis";
  const preview = tab === "analysis" && model.preview?.at === position?.at ? model.preview : null;

  const play = (text: string, forbidden = false) => {
    if (position && text.trim() !== "") {
      send({ do: "play", at: position.at, text: text.trim(), forbidden });
    }
  };
  const onField = (name: string, isKey: boolean) => {
    // The board of a preview is not the position in which one plays.
    if (preview) {
      return;
    }
    if (drawing.onField(name)) {
      setEntered([]);
      setAimed(null);
      return;
    }
    if (!position || isSearching || position.end) {
      return;
    }
    const result = click(position, entered, name);
    if ("play" in result && options.aim && !isKey && !(aimed?.text === result.play && aimed.field === name)) {
      setAimed({ text: result.play, field: name });
    } else if ("play" in result) {
      setAimed(null);
      setEntered([]);
      play(result.play);
    } else {
      setAimed(null);
      setEntered(result.entered);
    }
  };
  const analyse = (lines: number, only: string[]) => {
    setCount(lines);
    setOnly(only);
    send({ do: "analyse", lines, only });
  };
  // The node that the last key has asked for. The next key may come before the answer.
  const walked = useRef<number | null>(null);
  const comment = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    walked.current = null;
  }, [position]);
  const walk = (forward: boolean) => {
    if (!position) {
      return;
    }
    const at = walked.current ?? position.at;
    const node = forward ? position.nodes.findIndex((one) => one.parent === at) : position.nodes[at]?.parent;
    if (node !== null && node !== undefined && node >= 0) {
      walked.current = node;
      send({ do: "go", node });
    }
  };
  const openFile = async (file: File) => {
    // A comment that is being written belongs to the game that is left.
    comment.current?.blur();
    dispatch({ is: "acted" });
    if (file.size > MAX_FILE) {
      dispatch({ is: "failed", text: t("page-file-too-large", { size: MAX_FILE / 1024 / 1024 }) });
    } else {
      connection?.sendFile(file.name, await bytesOf(file));
    }
  };

  // The next key may come at once, so that keys always see what is drawn.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inText = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, .set-up") !== null;
      if (inText || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      const actions: Record<string, () => void> = {
        "[": () => walk(false),
        "]": () => walk(true),
        u: () => send({ do: "undo" }),
        p: () => send({ do: "pass" }),
        h: () => send({ do: "hint" }),
        s: () => send({ do: "stop" }),
        Escape: () => (drawing.tool === null ? send({ do: "stop" }) : drawing.choose(null)),
        w: () => setTab("why"),
        c: () => comment.current?.focus(),
        m: () => change({ moves: !options.moves }),
        n: () => change({ numbers: !options.numbers }),
        t: () => change({ threats: !options.threats }),
        r: () => dispatch({ is: "read" }),
        "?": () => setDialog("help"),
      };
      const action = actions[event.key];
      if (!isSettingUp && position && position.board.rows.length > 0 && drawing.onKey(event.key)) {
        event.preventDefault();
      } else if (action) {
        action();
        event.preventDefault();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const numbers = useMemo(() => {
    const found = new Map<string, number>();
    if (preview) {
      preview.fields.forEach((field, at) => field !== null && found.set(field, at + 1));
    } else if (position && options.numbers) {
      for (const node of path(position, position.at)) {
        const { field, number } = position.nodes[node]!;
        if (field !== null) {
          found.set(field, number);
        }
      }
    }
    return found;
  }, [position, preview, options.numbers]);

  if (state === "denied") {
    return <Denied />;
  }
  if (!model.welcome || !position) {
    return (
      <main class="waiting" role="status">
        {state === "lost" ? "NOIRE …" : ""} {status(model)}
      </main>
    );
  }

  const shown = tab === "why" && model.explained?.board ? model.explained.board : (preview?.board ?? position.board);
  const signs = new Map<string, string>();
  const found = options.threats && hasRules && shown === position.board ? (model.rules?.rules ?? []) : null;
  const moves = threats(found ?? []).flatMap(({ rule }) => rule.threats);
  position.moves.filter((move) => moves.includes(move.text)).forEach((move) => move.clicks.at(-1)?.slice(0, 1).forEach((field) => signs.set(field, THREAT)));
  // Threats of the other side are fields too, if moves are fields.
  shown.rows.forEach((row) => row.fields.forEach((field) => field && moves.includes(field.name) && signs.set(field.name, THREAT)));
  if (model.hint !== null && !preview) {
    position.moves.find((move) => move.text === model.hint)?.clicks.forEach((fields) => fields[0] !== undefined && signs.set(fields[0], "*"));
  }
  if (pointed !== null) {
    const names = new Set(pointed.split(/[^\p{L}\p{N}]+/u));
    shown.rows.forEach((row) => row.fields.forEach((field) => field && names.has(field.name) && signs.set(field.name, "◆")));
  }
  const forbidden = options.forbidden && shown === position.board ? position.forbidden : [];
  const marks = new Map([...forbidden.map(({ text }): [string, string] => [text, "×"]), ...signs]);
  const own = preview ? null : (position.nodes[position.at]?.own ?? null);
  const chosen = drawing.tool === null ? entered : drawing.from === null ? [] : [drawing.from];
  const isEntering = !preview && drawing.tool === null && (entered.length > 0 || options.moves);
  const next = isEntering ? targets(position, entered) : new Set<string>();
  const agents = model.games.find((game) => game.name === position.game)?.agents ?? [];
  const isPerson = position.players[position.to_move]?.player.kind === "person";
  const hasPerson = position.players.some((side) => side.player.kind === "person");
  const canOffer = !position.end && position.players.some((side) => side.player.kind !== "person");

  return (
    <>
      <header>
        <h1>NOIRE</h1>
        <nav aria-label={t("page-menu")}>
          <button type="button" onClick={() => setDialog("new")}>{t("page-new-game")}</button>
          <button type="button" onClick={() => { send({ do: "kept_games" }); setDialog("open"); }}>{t("page-open")}</button>
          {position.pieces.length > 0 && <button type="button" aria-pressed={isSettingUp} onClick={() => { send({ do: "stop" }); setIsSettingUp(!isSettingUp); }}>{t("page-set-up")}</button>}
          <button type="button" onClick={() => setDialog("save")}>{t("page-save")}</button>
          <button type="button" onClick={() => setDialog("options")}>{t("page-options")}</button>
          <button type="button" onClick={() => setDialog("help")} aria-label={t("page-help")}>?</button>
        </nav>
        <span class="game">
          {position.game}
          {position.opening !== null && ` · ${position.opening}`}
        </span>
      </header>
      {(state === "lost" || state === "full") && <p class="banner" role="alert">{state === "full" ? status(model) : t("page-lost")}</p>}
      <div aria-live="polite">{position.not_kept !== null && <p class="banner">{position.not_kept}</p>}</div>
      <main
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const file = event.dataTransfer?.files[0];
          if (file) {
            void openFile(file);
          }
        }}
      >
        {isSettingUp && <SetUp position={position} style={{ coordinates: options.coordinates, plain: options.plain }} problem={model.said?.isError ? model.said.text : null} onStart={send} onClose={() => setIsSettingUp(false)} />}
        <section class="table" aria-label={t("page-board")} hidden={isSettingUp}>
          <ul class="players">
            {position.players.map((side, number) => (
              <li key={number} class={number === position.to_move && !position.end ? "to-move" : ""}>
                <label>
                  <span class={`stone s${number}`} aria-hidden="true" /> {side.name}
                  {side.own_name !== "" && <span class="own-name">{side.own_name}</span>}
                  <PlayerChoice player={side.player} agents={agents} onChange={(player) => send({ do: "set_player", side: number, player })} />
                </label>
                {position.clocks && <Clock clocks={position.clocks} side={number} />}
              </li>
            ))}
          </ul>
          <div aria-live="polite">
            {preview && (
              <p class="preview">
                {t("page-preview", { line: preview.moves.join(" ") })}{" "}
                <button type="button" onClick={() => dispatch({ is: "back" })}>{t("page-preview-end")}</button>
              </p>
            )}
          </div>
          {shown.rows.length > 0 && (
            <BoardView
              board={shown}
              players={position.players.map((side) => side.name)}
              style={{ coordinates: options.coordinates, plain: options.plain }}
              numbers={numbers}
              targets={next}
              entered={aimed ? [...chosen, aimed.field] : chosen}
              forbidden={forbidden}
              signs={signs}
              own={own}
              onField={onField}
            />
          )}
          {position.board.below.length > 0 && (
            <table class="below">
              <tbody>
                {position.board.below.map(({ label, value }, at) => (
                  <tr key={at}>
                    <th scope="row">{label}</th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <Lines own={own} />
          {found && (
            <Threats
              rules={found}
              onRule={(rule) => {
                setTab("why");
                send({ do: "explain_rule", rule });
              }}
              point={setPointed}
            />
          )}
          <p class={model.said?.isError ? "status error" : "status"} role="status">
            {status(model)}
          </p>
          <Notes notes={model.notes} onDismiss={() => dispatch({ is: "dismissed" })} />
          {model.refused?.is_forbidden && (
            <button type="button" onClick={() => play(model.refused?.text ?? "", true)}>{t("page-play-anyway", { move: model.refused.text })}</button>
          )}
          <div aria-live="polite">
            {aimed && <button type="button" class="main" onClick={() => { setEntered([]); play(aimed.text); setAimed(null); }}>{t("page-place", { move: aimed.text })}</button>}
          </div>
          <div class="controls">
            <button type="button" disabled={position.at === 0} onClick={() => send({ do: "undo" })}>{t("page-undo")}</button>
            <button type="button" disabled={!position.can_redo} onClick={() => send({ do: "redo" })}>{t("page-redo")}</button>
            {position.can_pass && <button type="button" disabled={isSearching} onClick={() => send({ do: "pass" })}>{t("page-pass")}</button>}
            <button type="button" disabled={isSearching || position.end !== null} onClick={() => send({ do: "hint" })}>{t("page-hint")}</button>
            {!position.is_computers_turn && <button type="button" disabled={isSearching || position.end !== null} onClick={() => send({ do: "move" })}>{t(hasPerson ? "page-computer-moves" : "page-go-on")}</button>}
            <button type="button" disabled={!model.search && !position.is_computers_turn} onClick={() => { setCount(0); send(model.search?.purpose === "analysis" ? { do: "analyse", lines: 0, only } : { do: "stop" }); }}>{t("page-stop")}</button>
            {isPerson && !position.end && <button type="button" disabled={isSearching} onClick={() => send({ do: "resign" })}>{t("page-resign")}</button>}
            {isPerson && canOffer && <button type="button" disabled={isSearching} onClick={() => send({ do: "offer_draw" })}>{t("page-offer-draw")}</button>}
          </div>
          {shown.rows.length > 0 && <Palette drawing={drawing} position={position} send={send} />}
          <form class="typed" onSubmit={(event) => { event.preventDefault(); play(typed); setTyped(""); }}>
            <label>
              {t("page-typed-move")} <input value={typed} autocomplete="off" spellcheck={false} onInput={(event) => setTyped(event.currentTarget.value)} />
            </label>
            <button type="submit" disabled={isSearching || position.end !== null}>{t("page-play")}</button>
          </form>
          {model.search && (
            <p class="search" aria-live="off">
              {model.search.place > 0 ? t("page-queued", { place: model.search.place }) : t("page-searching")}
              {model.search.found && ` ${t("page-found", { depth: model.search.found.depth, value: model.search.found.value, line: model.search.found.line.join(" ") })}`}
            </p>
          )}
        </section>
        <section class="panes">
          <div role="tablist">
            {TABS.map((name) => (
              <button key={name} type="button" role="tab" id={`tab-${name}`} aria-selected={tab === name} aria-controls={`pane-${name}`} onClick={() => setTab(name)}>
                {t(`page-tab-${name}`)}
              </button>
            ))}
          </div>
          <div role="tabpanel" id={`pane-${tab}`} aria-labelledby={`tab-${tab}`}>
            {tab === "moves" && <Moves position={position} boards={model.boards} hasBoards={options.branches} send={send} />}
            {tab === "analysis" && <Analysis lines={model.lines?.at === position.at ? model.lines.lines : null} count={count} only={only} onChange={analyse} play={play} />}
            {tab === "analysis" && <Solve position={position} solved={model.solved} preview={preview} progress={model.progress} send={send} />}
            {tab === "analysis" && <Review position={position} line={model.line} review={model.review} progress={model.progress} send={send} />}
            {tab === "why" && <Why at={position.at} rules={model.rules} explained={model.explained} asked={asked} onAsked={setAsked} send={send} point={setPointed} />}
          </div>
          <Comment key={model.began} position={position} send={send} field={comment} />
        </section>
      </main>
      {dialog === "new" && <NewGame games={model.games} current={position.game} problem={model.said?.isError ? model.said.text : null} began={model.began} onStart={send} onClose={() => setDialog(null)} />}
      {dialog === "open" && <OpenGame kept={model.kept} send={send} openFile={(file) => void openFile(file)} onClose={() => setDialog(null)} />}
      {dialog === "save" && <SaveGame model={model} position={position} numbers={options.numbers} signs={marks} send={send} onClose={() => setDialog(null)} />}
      {dialog === "options" && <OptionsDialog welcome={model.welcome} options={options} change={change} send={send} onClose={() => setDialog(null)} />}
      {dialog === "help" && (
        <Dialog title={t("page-help")} onClose={() => setDialog(null)}>
          <p>{t("page-help-board")}</p>
          <table>
            <tbody>
              {KEYS.map(([key, name]) => <tr key={key}><th scope="row"><kbd>{key}</kbd></th><td>{t(name)}</td></tr>)}
            </tbody>
          </table>
        </Dialog>
      )}
    </>
  );
}

/** What the user should know about the last action. */
function Notes({ notes, onDismiss }: { notes: string[]; onDismiss: () => void }) {
  return (
    <div aria-live="polite">
      {notes.length > 0 && (
        <div class="notes">
          <ul>
            {notes.map((note, at) => <li key={at}>{note}</li>)}
          </ul>
          <button type="button" aria-label={t("page-dismiss")} title={t("page-dismiss")} onClick={onDismiss}>×</button>
        </div>
      )}
    </div>
  );
}

/** What a page without a valid token shows. The words are not known without a connection. */
function Denied() {
  return (
    <main class="waiting">
      <h1>NOIRE</h1>
      <p>This page belongs to a server that has ended, or its address lacks a part.</p>
      <p>
        Start <code>noire serve --open</code>, or open the whole address that <code>noire serve</code> prints.
      </p>
    </main>
  );
}

const root = document.getElementById("page");
if (root) {
  render(<Page />, root);
}
