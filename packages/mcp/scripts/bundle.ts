import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildProgram } from '@fanfare/third-party';
import { zipSync } from 'fflate';
import { allTools } from '../src/tools.ts';
import { bundleManifest, serverJson } from './registry-files.ts';

/** Writes `server.json` for the registry and `fanfare.mcpb` for Claude Desktop into a folder. */
const [out] = process.argv.slice(2);
if (out === undefined) {
  console.error('Name a folder: pnpm --filter @fanfare/mcp bundle /tmp/fanfare-mcp');
  process.exit(2);
}
const root = path.join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
await buildProgram(root, { isLarge: true });
const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const dist = readdirSync(path.join(root, 'dist')).filter((name) => !name.endsWith('.map'));
const files = Object.fromEntries([
  ['manifest.json', Buffer.from(json(bundleManifest(manifest, allTools({ paths: true }))))],
  ['package.json', Buffer.from(json({ name: manifest.name, version: manifest.version, type: 'module' }))],
  ['LICENSE', readFileSync(path.join(root, 'LICENSE'))],
  ...dist.map((name) => [`server/${name}`, readFileSync(path.join(root, 'dist', name))]),
]);
mkdirSync(out, { recursive: true });
writeFileSync(path.join(out, 'server.json'), json(serverJson(manifest)));
writeFileSync(path.join(out, 'fanfare.mcpb'), zipSync(files, { level: 9 }));
console.log(`${out}/server.json\n${out}/fanfare.mcpb`);
