/**
 * Prints how long the built command takes to start, beside a Node that does nothing: medians of
 * pairs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const PAIRS = 31;

const home = mkdtempSync(path.join(tmpdir(), 'fanfare-start-'));
// Without a key `whoami` reads its words and its configuration, and ends.
const env = { PATH: process.env.PATH, HOME: home };

/** Time on the clock, and time of the processor, which other programs do not lengthen as much. */
function millisecondsOf(words: readonly string[]): readonly [clock: number, processor: number] {
  const script = `TIMEFORMAT='%R %U %S'; time "$0" "$@" > "${home}/out" 2> "${home}/out"`;
  const { stderr } = spawnSync('bash', ['-c', script, process.execPath, ...words], { env, encoding: 'utf8' });
  const [clock = 0, user = 0, system = 0] = stderr
    .trim()
    .split(' ')
    .map((seconds) => 1_000 * Number(seconds));
  return [clock, user + system];
}

const median = (values: readonly number[]): string =>
  (values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0).toFixed(0);

for (const command of ['--version', 'whoami', 'post --help']) {
  const pairs = Array.from({ length: PAIRS }, () => ({
    own: millisecondsOf([BIN, ...command.split(' ')]),
    bare: millisecondsOf(['-e', '0']),
  }));
  const of = (which: 'own' | 'bare'): string =>
    `${median(pairs.map((pair) => pair[which][0]))} ms, ${median(pairs.map((pair) => pair[which][1]))} ms of the processor`;
  process.stdout.write(`${command.padEnd(12)} ${of('own')}; node -e 0 ${of('bare')}\n`);
}
rmSync(home, { recursive: true });
