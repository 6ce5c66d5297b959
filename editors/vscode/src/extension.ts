// The client of Rulewright for Visual Studio Code: the language server, the debug adapter, and commands that play, test and draw.

import { execFile } from "node:child_process";
import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const offered: [string, () => unknown][] = [
        ["rulewright.play", play],
        ["rulewright.test", test],
        ["rulewright.coverage", coverage],
        ["rulewright.picture", () => picture(context)],
        ["rulewright.restart", restart],
    ];
    for (const [name, run] of offered) {
        context.subscriptions.push(vscode.commands.registerCommand(name, run));
    }
    context.subscriptions.push(
        covered, missing,
        vscode.debug.registerDebugAdapterDescriptorFactory("rulewright", { createDebugAdapterDescriptor: adapter }),
        vscode.debug.registerDebugConfigurationProvider("rulewright", { resolveDebugConfiguration: launched }),
    );
    await start();
}

export async function deactivate(): Promise<void> {
    await stop();
}

/** Stop the server; one that never started has nothing to stop. */
async function stop(): Promise<void> {
    if (client?.isRunning()) {
        await client.stop();
    }
}

// ---- The language server and the debug adapter ------------------------------------------------------------------------------

function command(): [string, string[]] {
    const [first, ...rest] = vscode.workspace.getConfiguration("rulewright").get<string[]>("command", ["rulewright"]);
    return [first ?? "rulewright", rest];
}

async function start(): Promise<void> {
    const [program, rest] = command();
    client = new LanguageClient(
        "rulewright", "Rulewright",
        { command: program, args: [...rest, "lsp"] },
        {
            initializationOptions: { pictures: true },
            documentSelector: ["rulewright", "rulewright-play", "rulewright-data"].flatMap((language) => [
                { scheme: "file", language }, { scheme: "untitled", language },
            ]),
        },
    );
    try {
        await client.start();
    } catch (error) {
        void vscode.window.showErrorMessage(`Rulewright does not start; see the setting rulewright.command (${String(error)})`);
    }
}

async function restart(): Promise<void> {
    await stop();
    await start();
}

function adapter(): vscode.DebugAdapterDescriptor {
    const [program, rest] = command();
    return new vscode.DebugAdapterExecutable(program, [...rest, "dap"]);
}

function launched(_: unknown, asked: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
    if (asked.type) {
        return asked;
    }
    const program = shownFile(".play");
    return program ? { type: "rulewright", request: "launch", name: "Step through this playthrough", program } : undefined;
}

// ---- Commands ---------------------------------------------------------------------------------------------------------------

function shownFile(ending: string): string | undefined {
    const file = vscode.window.activeTextEditor?.document.uri.fsPath;
    return file?.endsWith(ending) ? file : undefined;
}

function play(): void {
    const file = shownFile(".rules");
    if (!file) {
        void vscode.window.showInformationMessage("Open a rulebook to play it.");
        return;
    }
    const [program, rest] = command();
    vscode.window.createTerminal({ name: path.basename(file), shellPath: program, shellArgs: [...rest, "play", file] }).show();
}

function test(): void {
    const file = vscode.window.activeTextEditor?.document.uri.fsPath;
    if (!file) {
        return;
    }
    const [program, rest] = command();
    const what = file.endsWith(".play") ? file : path.dirname(file);
    vscode.window.createTerminal({ name: "rulewright test", shellPath: program, shellArgs: [...rest, "test", what] }).show();
}

function run(program: string, words: string[], cwd: string): Promise<string> {
    return new Promise((resolve, reject) => {
        execFile(program, words, { cwd, maxBuffer: 64_000_000 }, (error, output, wrong) => {
            // Exit code 1 says that an expectation fails; what is printed is whole all the same.
            if (error && (error.code !== 1 || !output)) {
                reject(new Error(wrong || error.message));
            } else {
                resolve(output);
            }
        });
    });
}

// ---- Coverage in the gutter -------------------------------------------------------------------------------------------------

const covered = vscode.window.createTextEditorDecorationType({
    isWholeLine: true, overviewRulerColor: "#3b9b5a", borderWidth: "0 0 0 3px", borderStyle: "solid", borderColor: "#3b9b5a",
});
const missing = vscode.window.createTextEditorDecorationType({
    isWholeLine: true, overviewRulerColor: "#d8703b", borderWidth: "0 0 0 3px", borderStyle: "solid", borderColor: "#d8703b",
});

interface Game { covered: Record<string, string[]>; missing: string[] }

async function coverage(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const file = shownFile(".rules");
    if (!editor || !file) {
        return;
    }
    const [program, rest] = command();
    const folder = path.dirname(file);
    try {
        const report = JSON.parse(await run(program, [...rest, "test", folder, "--coverage", "--json"], folder));
        const games = Object.values(report.coverage.games as Record<string, Game>);
        const without = new Set(games.flatMap((game) => game.missing));
        const by = new Map(games.flatMap((game) => Object.entries(game.covered)));
        const lines = clauseLines(editor.document);
        editor.setDecorations(covered, lines.filter(([id]) => by.has(id)).map(([id, range]) => ({
            range, hoverMessage: (by.get(id) ?? []).map((name) => path.basename(name)).join(", "),
        })));
        editor.setDecorations(missing, lines.filter(([id]) => without.has(id)).map(([, range]) => ({
            range, hoverMessage: "no playthrough exercises this clause",
        })));
    } catch (error) {
        void vscode.window.showErrorMessage(`The coverage cannot be measured: ${String(error)}`);
    }
}

// The lines at which clauses are declared, by their ids.
function clauseLines(document: vscode.TextDocument): [string, vscode.Range][] {
    const found: [string, vscode.Range][] = [];
    for (let number = 0; number < document.lineCount; number++) {
        const line = document.lineAt(number);
        const match = /^\s*(?:phase|rule|function|event|end|choose|move|require|exception)\s+([A-Za-z_]\w*)/.exec(line.text);
        if (match?.[1]) {
            found.push([match[1], line.range]);
        }
    }
    return found;
}

// ---- The picture beside the text --------------------------------------------------------------------------------------------

let panel: vscode.WebviewPanel | undefined;

function picture(context: vscode.ExtensionContext): void {
    if (!panel) {
        panel = vscode.window.createWebviewPanel("rulewright.picture", "Position", {
            viewColumn: vscode.ViewColumn.Beside, preserveFocus: true,
        }, { enableScripts: false });
        const follows = [
            vscode.window.onDidChangeTextEditorSelection((change) => void draw(change.textEditor)),
            vscode.workspace.onDidSaveTextDocument(() => void draw(vscode.window.activeTextEditor)),
        ];
        panel.onDidDispose(() => {
            follows.forEach((each) => each.dispose());
            panel = undefined;
        }, undefined, context.subscriptions);
    }
    void draw(vscode.window.activeTextEditor);
}

let drawn = 0;

async function draw(editor: vscode.TextEditor | undefined): Promise<void> {
    if (!panel || !editor?.document.uri.fsPath.endsWith(".play")) {
        return;
    }
    const number = ++drawn;
    const file = editor.document.uri.fsPath;
    const line = String(editor.selection.active.line + 1);
    const [program, rest] = command();
    try {
        const svg = await run(program, [...rest, "picture", file, "--at", line], path.dirname(file));
        if (panel && number === drawn) {
            panel.webview.html = `<!doctype html><meta http-equiv="Content-Security-Policy" `
                + `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`
                + `<style>svg { max-width: 100%; height: auto; }</style>`
                + `<body style="background:white">${svg.slice(svg.indexOf("<svg"))}</body>`;
        }
    } catch {
        // A line that cannot be played has no picture; the diagnostics say why, and the last picture stays.
    }
}
