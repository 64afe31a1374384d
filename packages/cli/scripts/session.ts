import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { type RunningService, startService } from '@fanfare/harness/testing';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../sandbox/samples', import.meta.url));
/** A terminal erases everything on a line before the last of these. */
const ERASE = '\r\u001b[K';

const REFUSED_BY_X = {
  network: 'x',
  method: 'POST',
  path: '^/2/tweets$',
  action: 'status',
  status: 429,
  headers: { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1_000) + 900) },
  body: { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
} as const;

const HARBOUR = 'post "The harbour is awake." --to x,threads --media harbour.jpg --alt "A harbour at dawn"';

export type Session = {
  /** With the colours of the terminal. */
  readonly shown: string;
  readonly text: string;
};

/** Runs commands on a terminal against the simulated networks, and returns what it showed. */
export async function recordSession(): Promise<Session> {
  const service = await startService();
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-session-'));
  try {
    const command = path.join(folder, 'fanfare-cli');
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
    chmodSync(command, 0o755);
    let shown = '';
    const run = async (words: string): Promise<string> => {
      const output = await onTerminal(service, folder, words);
      shown += `${shown === '' ? '' : '\n'}$ fanfare-cli ${words}\n${output}`;
      return output;
    };
    await service.fail(REFUSED_BY_X);
    const first = await run(HARBOUR);
    const id = /post_\w+/.exec(first)?.[0] ?? '';
    await run(`posts retry-failed ${id}`);
    await run(HARBOUR);
    await run('post "See you at seven." --to linkedin:@harbour-coffee --at "tomorrow 7:00"');
    await run('queue');
    shown = asOfNetworks(shown, service);
    return { shown, text: stripVTControlCharacters(shown) };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

async function onTerminal(service: RunningService, folder: string, words: string): Promise<string> {
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    TERM: 'xterm',
    TZ: 'Europe/Berlin',
    FANFARE_BASE_URL: service.baseUrl,
    FANFARE_API_KEY: service.apiKey,
  };
  const line = `stty cols 110; fanfare-cli ${words}; true`;
  const { stdout } = await promisify(execFile)('script', ['-qec', line, '/dev/null'], { env, cwd: SAMPLES });
  return stdout
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((each) => each.split(ERASE).at(-1))
    .join('\n');
}

/** Addresses of the simulated networks as those of the real ones. */
const asOfNetworks = (text: string, { sandboxUrl }: RunningService): string =>
  text
    .replaceAll(`${sandboxUrl}/x/web`, 'https://x.com')
    .replaceAll(`${sandboxUrl}/threads/www`, 'https://www.threads.com')
    .replaceAll(`${sandboxUrl}/linkedin/www`, 'https://www.linkedin.com');
