// The client of Rulewright for Visual Studio Code: the language server, the debug adapter, and commands that play, test and draw.

import { execFile, spawn } from "node:child_process";
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
        vscode.window.onDidChangeVisibleTextEditors(mark),
        vscode.workspace.onDidChangeTextDocument((change) => {
            // Marks that are shown move with the text; those of an editor that is shown anew would stand on other lines.
            if (change.contentChanges.length > 0) {
                measured.delete(change.document.uri.fsPath);
            }
        }),
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
            initializationOptions: { pictures: true, notes: true },
            documentSelector: ["rulewright", "rulewright-play", "rulewright-data"].flatMap((language) => [
                { scheme: "file", language }, { scheme: "untitled", language },
            ]),
        },
    );
    try {
        await client.start();
    } catch (error) {
        notStarted(error);
    }
}

function notStarted(error: unknown): void {
    void vscode.window.showErrorMessage(`Rulewright does not start; see the setting rulewright.command (${String(error)})`);
}

async function restart(): Promise<void> {
    await stop();
    await start();
}

async function adapter(): Promise<vscode.DebugAdapterDescriptor | undefined> {
    const [program, rest] = command();
    try {
        await found(program, rest);
    } catch (error) {
        // The editor itself ends such a session without a word.
        notStarted(error);
        throw error;
    }
    return new vscode.DebugAdapterExecutable(program, [...rest, "dap"]);
}

/** Fail where a program cannot be started; one that starts prints its version and ends. */
function found(program: string, rest: string[]): Promise<void> {
    return new Promise((resolve, reject) => {
        const child = spawn(program, [...rest, "--version"], { stdio: "ignore" });
        child.once("error", reject);
        child.once("spawn", () => resolve());
    });
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
    inTerminal(path.basename(file), program, [...rest, "play", file], true);
}

function test(): void {
    const file = vscode.window.activeTextEditor?.document.uri.fsPath;
    if (!file) {
        return;
    }
    const [program, rest] = command();
    const what = file.endsWith(".play") ? file : path.dirname(file);
    inTerminal("test", program, [...rest, "test", what], false);
}

/** Run a program as a task: its terminal stays when the program has ended, so that its last lines can be read. */
function inTerminal(name: string, program: string, words: string[], takesKeys: boolean): void {
    const task = new vscode.Task(
        { type: "rulewright", name }, vscode.TaskScope.Workspace, name, "rulewright", new vscode.ProcessExecution(program, words), [],
    );
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: takesKeys, panel: vscode.TaskPanelKind.Dedicated };
    void vscode.tasks.executeTask(task);
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

// What was measured last, by the names of files: an editor that is shown anew gets its marks again.
const measured = new Map<string, [vscode.DecorationOptions[], vscode.DecorationOptions[]]>();

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
        const report = JSON.parse(await vscode.window.withProgress(
            { location: vscode.ProgressLocation.Window, title: "Rulewright: running the playthroughs" },
            () => run(program, [...rest, "test", folder, "--coverage", "--json"], folder),
        ));
        const games = Object.values(report.coverage.games as Record<string, Game>);
        const without = new Set(games.flatMap((game) => game.missing));
        const by = new Map(games.flatMap((game) => Object.entries(game.covered)));
        const lines = clauseLines(editor.document);
        measured.set(file, [
            lines.filter(([id]) => by.has(id)).map(([id, range]) => ({
                range, hoverMessage: (by.get(id) ?? []).map((name) => path.basename(name)).join(", "),
            })),
            lines.filter(([id]) => without.has(id)).map(([, range]) => ({
                range, hoverMessage: "no playthrough exercises this clause",
            })),
        ]);
        mark(vscode.window.visibleTextEditors);
    } catch (error) {
        void vscode.window.showErrorMessage(`The coverage cannot be measured: ${String(error)}`);
    }
}

function mark(editors: readonly vscode.TextEditor[]): void {
    for (const editor of editors) {
        const marks = measured.get(editor.document.uri.fsPath);
        if (marks) {
            editor.setDecorations(covered, marks[0]);
            editor.setDecorations(missing, marks[1]);
        }
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
