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
            // Marks that are shown move with the text; those of an editor that is shown again would stand on other lines.
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

async function test(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const file = document?.uri.fsPath;
    if (!document || !file) {
        return;
    }
    const files = file.endsWith(".play") ? [file] : (await clausesOf(document))?.playthroughs ?? [];
    if (files.length === 0) {
        void vscode.window.showInformationMessage("There are no playthroughs of this rulebook.");
        return;
    }
    const [program, rest] = command();
    inTerminal("test", program, [...rest, "test", ...files], false);
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
            // Exit code 1 says that an expectation fails; what is printed is still whole.
            if (error && (error.code !== 1 || !output)) {
                reject(new Error(wrong || error.message));
            } else {
                resolve(output);
            }
        });
    });
}

// ---- Coverage in the gutter -------------------------------------------------------------------------------------------------

const covered = marked("covered", "#3b9b5a");
const missing = marked("missing", "#d8703b");

/** Marks in the gutter, and in the overview beside the text. */
function marked(name: string, colour: string): vscode.TextEditorDecorationType {
    return vscode.window.createTextEditorDecorationType({
        gutterIconPath: path.join(__dirname, "..", "icons", `${name}.svg`), gutterIconSize: "contain",
        overviewRulerColor: colour,
    });
}

// What was measured last, by the names of files: an editor that is shown again gets its marks again.
const measured = new Map<string, [vscode.DecorationOptions[], vscode.DecorationOptions[]]>();

interface Game { covered: Record<string, string[]>; missing: string[] }

/** What the server knows of a file of a rulebook: its game, the playthroughs of it, the lines of the clauses in the file. */
interface Clauses { game: string | null; playthroughs: string[]; clauses: [string, number][] }

async function clausesOf(document: vscode.TextDocument): Promise<Clauses | undefined> {
    return await asked<Clauses>("rulewright.clauses", document.uri.toString());
}

/** The answer of the server to one of its commands; undefined where it has none. */
async function asked<Answer>(name: string, ...words: (string | number)[]): Promise<Answer | undefined> {
    if (!client?.isRunning()) {
        return undefined;
    }
    const answer = await client.sendRequest<Answer | null>("workspace/executeCommand", { command: name, arguments: words });
    return answer ?? undefined;
}

async function coverage(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const file = shownFile(".rules");
    if (!editor || !file) {
        return;
    }
    const [program, rest] = command();
    try {
        const known = await clausesOf(editor.document);
        if (!known?.game || known.playthroughs.length === 0) {
            void vscode.window.showInformationMessage("There are no playthroughs of this rulebook.");
            return;
        }
        const report = JSON.parse(await vscode.window.withProgress(
            { location: vscode.ProgressLocation.Window, title: "Rulewright: running the playthroughs" },
            () => run(program, [...rest, "test", ...known.playthroughs, "--coverage", "--json"], path.dirname(file)),
        ));
        const game = (report.coverage.games as Record<string, Game>)[known.game];
        const without = new Set(game?.missing ?? []);
        const by = new Map(Object.entries(game?.covered ?? {}));
        const lines = known.clauses.map(([id, line]): [string, vscode.Range] => [id, editor.document.lineAt(line).range]);
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

// ---- The picture beside the text --------------------------------------------------------------------------------------------

let panel: vscode.WebviewPanel | undefined;

function picture(context: vscode.ExtensionContext): void {
    if (!panel) {
        panel = vscode.window.createWebviewPanel("rulewright.picture", "Position", {
            viewColumn: vscode.ViewColumn.Beside, preserveFocus: true,
        }, { enableScripts: false });
        const follows = [
            vscode.window.onDidChangeTextEditorSelection((change) => void draw(change.textEditor)),
            vscode.workspace.onDidChangeTextDocument(() => void draw(vscode.window.activeTextEditor)),
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
    if (!panel || editor?.document.languageId !== "rulewright-play") {
        return;
    }
    const number = ++drawn;
    // The server needs more time than passes between two keys.
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (number !== drawn) {
        return;
    }
    try {
        const svg = await asked<string>("rulewright.drawn", editor.document.uri.toString(), editor.selection.active.line);
        if (svg && panel && number === drawn) {
            panel.webview.html = `<!doctype html><meta http-equiv="Content-Security-Policy" `
                + `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`
                + `<style>svg { max-width: 100%; height: auto; }</style>`
                + `<body style="background:white">${svg.slice(svg.indexOf("<svg"))}</body>`;
        }
    } catch {
        // The server has stopped. Where a line cannot be played, the diagnostics say why, and the last picture stays.
    }
}
