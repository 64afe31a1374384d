const { existsSync, readFileSync, rmSync } = require('node:fs');
const path = require('node:path');

/** Scripts that run Fanfare and check nothing. The first of them installs `dependencies` alone. */
const RUN_ONLY = ['dev', 'sandbox', 'fanfare'];
/** The state of the last install, as pnpm remembers it. */
const STATE = path.join(__dirname, 'node_modules/.pnpm-workspace-state-v1.json');
/** Set for the `pnpm install` that pnpm starts before a script. */
const ONLY_TO_RUN = 'FANFARE_INSTALL_ONLY_TO_RUN';

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const script = words[0] === 'run' ? words[1] : words[0];
const isInstalled = existsSync(STATE);
const isInstalledOnlyToRun = isInstalled && JSON.parse(readFileSync(STATE, 'utf8')).settings?.dev === false;

/** Runs before each command of pnpm. After a change of this file run `pnpm install`. */
function updateConfig(config) {
  if (script === 'install') {
    if (process.env[ONLY_TO_RUN] === '1') Object.assign(config, { dev: false, production: true });
  } else if (RUN_ONLY.includes(script)) {
    if (!isInstalled) process.env[ONLY_TO_RUN] = '1';
  } else if (isInstalledOnlyToRun) {
    // Without it, pnpm installs everything before the script.
    rmSync(STATE);
  }
  return config;
}

/**
 * The published server and MCP server contain these packages, so their manifests name them for development only. A checkout needs
 * them to run the server. (As dependencies in the manifest, Changesets refuses them: they are not published.)
 */
const INSIDE = {
  '@fanfare/server': /^@(fanfare|scalar)\/|^@modelcontextprotocol\/server$/,
  '@fanfare/mcp': /^@(fanfare\/(sdk|publish-key)|modelcontextprotocol\/server)$/,
};

function readPackage(manifest) {
  const names = INSIDE[manifest.name];
  if (!names) return manifest;
  const inside = Object.entries(manifest.devDependencies).filter(([name]) => names.test(name));
  return { ...manifest, dependencies: { ...manifest.dependencies, ...Object.fromEntries(inside) } };
}

module.exports = { hooks: { updateConfig, readPackage } };
