import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningService, startProgram, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedVectors } from './signed-vectors.ts';

const PAGE = readFileSync(new URL('../../../docs/other-languages.md', import.meta.url), 'utf8');
const FOLDER = fileURLToPath(new URL('other-languages', import.meta.url));
/** These short verifiers read every signature, and do not look into the body. */
const LEFT_OUT = ['an eleventh signature', 'signed text that is no event'];
const vectors = signedVectors().filter(({ name, secret }) => typeof secret === 'string' && !LEFT_OUT.includes(name));

const files = [...PAGE.matchAll(/^```(?:go|php) (\S+)\n(.*?)^```$/gms)];
const printed = [...PAGE.matchAll(/ printed:\n\n```text\n(.*?)^```$/gms)].map(([, text]) => text);

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const LANGUAGES = [
  { command: 'go', version: 'version', words: ['run'], ending: 'go', shown: printed[0] },
  { command: 'php', version: '-v', words: [], ending: 'php', shown: printed[1] },
] as const;

for (const { command, version, words, ending, shown } of LANGUAGES) {
  const here = spawnSync(command, [version]).status === 0;
  const why = here ? '' : `: skipped, because there is no ${command}`;
  test.skipIf(!here)(`the page's ${command} publishes once, and verifies webhooks${why}`, async () => {
    const folder = path.join(service.folder, ending);
    mkdirSync(folder);
    const own = files.filter(([, name]) => name?.endsWith(ending));
    for (const [, name = '', text = ''] of own) writeFileSync(path.join(folder, name), text);
    writeFileSync(path.join(folder, 'vectors.json'), JSON.stringify(vectors));
    const at = (...names: readonly string[]) => names.map((name) => path.join(folder, name));
    const run = (...given: readonly string[]) =>
      startProgram(command, [...words, ...given], {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        GOFLAGS: '-mod=mod',
        GOPATH: path.join(folder, 'gopath'),
        FANFARE_BASE_URL: service.baseUrl,
        FANFARE_API_KEY: service.apiKey,
        X_ACCOUNT: service.accounts.x,
        VECTORS: path.join(folder, 'vectors.json'),
      }).ended;
    const program = ending === 'go' ? at('fanfare.go', 'main.go') : at('main.php');
    expect(await run(...program)).toEqual({ code: 0, stdout: shown, stderr: '' });
    // Go compiles files of one folder.
    copyFileSync(path.join(FOLDER, `vectors.${ending}`), path.join(folder, `vectors.${ending}`));
    const { stdout } = await run(...(ending === 'go' ? at('fanfare.go', 'vectors.go') : at('vectors.php')));
    expect(JSON.parse(stdout)).toEqual(vectors.map(({ expected }) => typeof expected === 'object'));
  });
}
