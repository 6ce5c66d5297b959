// The packed client offers what the manifest says, with a stand-in for the editor.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Module from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

// An object that has every member, each of which can be called and made.
function anything() {
    return new Proxy(function () {}, {
        get: (_, name) => (name === "then" || typeof name === "symbol" ? undefined : anything()),
        apply: () => anything(),
        construct: () => ({}),
    });
}

test("the commands, the adapter and the server are registered", async () => {
    const commands = [];
    const debuggers = [];
    const given = {
        commands: { registerCommand: (id) => commands.push(id) },
        debug: {
            registerDebugAdapterDescriptorFactory: (type) => debuggers.push(type),
            registerDebugConfigurationProvider: (type) => debuggers.push(type),
        },
        version: "1.90.0", window: anything(), workspace: anything(), DebugAdapterExecutable: anything(),
    };
    const editor = new Proxy(given, { get: (_, name) => given[name] ?? anything() });
    const load = Module._load;
    Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));
    const { activate } = Module.createRequire(import.meta.url)(`${root}${manifest.main}`);
    await Promise.race([
        activate({ subscriptions: [] }).catch(() => undefined), new Promise((done) => setTimeout(done, 2000)),
    ]);
    Module._load = load;
    assert.deepEqual(commands, manifest.contributes.commands.map((each) => each.command));
    assert.deepEqual(debuggers, ["rulewright", "rulewright"]);
});
