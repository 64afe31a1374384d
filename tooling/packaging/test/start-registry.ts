import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startProgram } from '@fanfare/harness/testing';
import { run } from '../src/run.ts';

/** Verdaccio asks for `node-fetch@cjs`, a tag that mirrors of npm do not all have. */
const MANIFEST = { private: true, dependencies: { verdaccio: '6.10.4' }, overrides: { 'node-fetch': '2.7.0' } };

/** Everybody may publish @fanfare/…, which comes from nowhere else; the rest comes from npm. */
const configOf = (npm: string): string => `
storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
uplinks: { npmjs: { url: '${npm}' } }
max_body_size: 50mb
packages:
  '@fanfare/*': { access: $all, publish: $all }
  '**': { access: $all, proxy: npmjs }
log: { type: stdout, format: json, level: error }
`;

const PROGRAM = `
const { runServer } = require('verdaccio');
runServer(__dirname + '/config.yaml').then((app) => {
  const server = app.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/ is ready'));
});
`;

export type Registry = { readonly url: string; stop(): Promise<void> };

/** Installs and starts a Verdaccio that has no package of ours. */
export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(MANIFEST));
  const npm = (await run(folder, 'npm', ['config', 'get', 'registry'], process.env)).trim();
  writeFileSync(path.join(folder, 'config.yaml'), configOf(npm));
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], process.env);
  const program = path.join(folder, 'start.cjs');
  writeFileSync(program, PROGRAM);
  const registry = startProgram(process.execPath, [program], process.env);
  const printed = await registry.prints(' is ready');
  return {
    url: /http:\S+/.exec(printed)![0],
    async stop() {
      registry.kill('SIGTERM');
      await registry.ended;
    },
  };
}
