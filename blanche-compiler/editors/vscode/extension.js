// The client of the language server: it starts `blanche lsp` and shows the pages of codes. What an editor can do with
// rule files stands in the server.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

// Pages of codes are texts of this scheme: `blanche-explain:/B0301.md`.
const PAGES = "blanche-explain";

let client;

async function activate(context) {
  const command = vscode.workspace.getConfiguration("blanche").get("path", "blanche");
  client = new LanguageClient(
    "blanche",
    "BLANCHE",
    { command, args: ["lsp"] },
    {
      // `statistics.txt` lies beside a base and has messages too.
      documentSelector: [{ language: "blanche" }, { scheme: "file", pattern: "**/statistics.txt" }],
      initializationOptions: { explainScheme: PAGES },
      middleware: { executeCommand: execute },
    },
  );
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(PAGES, { provideTextDocumentContent: page }),
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `The language server \`${command} lsp\` does not start: ${error.message}. Its path is the setting \`blanche.path\`.`,
    );
  }
}

// The server's own command would show the page as a message; here it is shown as a text.
async function execute(command, parameters, next) {
  if (command !== "blanche.explain") {
    return next(command, parameters);
  }
  const uri = vscode.Uri.from({ scheme: PAGES, path: `/${parameters[0]}.md` });
  await vscode.commands.executeCommand("markdown.showPreview", uri);
}

function page(uri) {
  const code = uri.path.replace(/^\//, "").replace(/\.md$/, "");
  return client.sendRequest("blanche/explain", { code });
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
