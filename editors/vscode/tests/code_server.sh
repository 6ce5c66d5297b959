#!/bin/sh
# Install a real VS Code that runs in a browser, code-server, from the npm registry into FOLDER. It needs Node 20, a C++ compiler,
# make, Python, and the Debian packages libkrb5-dev and ripgrep.
#
#     editors/vscode/tests/code_server.sh FOLDER
set -eu

for program in node npm c++ make python3 rg; do
    command -v "$program" > /dev/null || { echo "$0: there is no program \`$program\`" >&2; exit 1; }
done
echo '#include <gssapi/gssapi.h>' | c++ -E -x c++ - > /dev/null 2>&1 || { echo "$0: libkrb5-dev is not installed" >&2; exit 1; }

version=4.100.3
# Modules that are compiled ask npx for node-gyp.
export npm_config_yes=true
mkdir -p "$1"
cd "$1"
[ -f package.json ] || echo '{"private": true}' > package.json
# Its own installer downloads ripgrep from elsewhere: here that of the system stands in its place.
npm install --ignore-scripts --no-audit --no-fund "code-server@$version"
npm rebuild --no-audit argon2 --build-from-source

cd node_modules/code-server/lib/vscode
npm install --ignore-scripts --omit=dev --no-audit --no-fund
for module in node-pty @vscode/spdlog native-watchdog kerberos; do
    npm rebuild --no-audit "$module"
done
mkdir -p node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
# The program asks for its modules by this name.
ln -sfn node_modules node_modules.asar
(cd extensions && npm install --ignore-scripts --omit=dev --no-audit --no-fund)

cd ../../out/node
node entry.js --version
echo "CODE_SERVER=$(pwd)/entry.js"
