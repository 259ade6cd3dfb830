// Noughts in VS Code: starts `noughts lsp`, and runs `noughts play` and `noughts solve` in a terminal.

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function command() {
  return workspace.getConfiguration("noughts").get("command", "noughts");
}

function inTerminal(verb) {
  return (path) => {
    const terminal = window.createTerminal({
      name: `noughts ${verb}`,
      shellPath: command(),
      shellArgs: [verb, path],
    });
    terminal.show();
  };
}

exports.activate = async (context) => {
  for (const verb of ["play", "solve"]) {
    context.subscriptions.push(commands.registerCommand(`noughts.${verb}`, inTerminal(verb)));
  }
  client = new LanguageClient(
    "noughts",
    "Noughts",
    { command: command(), args: ["lsp"] },
    { documentSelector: ["led", "markdown", "latex"].map((language) => ({ language })) },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
