import { createReadStream, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, createHttp, Secret } from '@fanfare/network';
import { askForCodes, askYes } from './codes/ask.ts';
import { type CodeSource, noCodes } from './codes/code-source.ts';
import { codesOfCommand } from './codes/codes-of-command.ts';
import { codesOfLines } from './codes/codes-of-lines.ts';
import { driverOf } from './driver/drivers.ts';
import type { Connected, KitKey } from './driver/kit-key.ts';
import { KitError } from './kit-error.ts';
import { type Arguments, HELP, readArguments } from './read-arguments.ts';
import { createHideSecrets } from './report/hide-secrets.ts';
import { createTextObserver } from './report/print-text.ts';
import { createRecorder, type Observer } from './report/recorder.ts';
import { exitCodeOf, summaryLine, summaryOf } from './report/summary.ts';
import { runKit } from './run-kit.ts';

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>;

const clock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => void (await sleep(ms, undefined, signal ? { signal } : {})),
};

/** Runs the kit with the arguments of its command line and returns the exit code. */
export async function command(args: readonly string[], streams: Streams): Promise<number> {
  try {
    const given = readArguments(args);
    if (given !== null) return await check(given, streams);
    streams.stdout.write(HELP);
    return 0;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    streams.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function check(given: Arguments, streams: Streams): Promise<number> {
  const { url } = given;
  const hide = createHideSecrets();
  const progress = given.json ? streams.stderr : streams.stdout;
  const write = (text: string): void => void progress.write(hide.text(text));
  const givenKey = readGivenKey(given, streams);
  if (givenKey) hide.add(givenKey.apiKey.reveal());

  write(`Hub Connect kit: ${url}\n`);
  const recorder = createRecorder(observerOf(write, given, progress.isTTY), hide);
  const http = createHttp({ egress: { allowedHosts: [new URL(url).hostname], trustedOrigins: [] } });
  const { signal } = new AbortController();
  const run = { url, http, clock, signal, recorder, hide, codes: codesOf(given, streams) };
  try {
    const mayPublish = (connected: Connected) => askToPublish(given, streams, connected);
    await runKit(run, { ...given, givenKey, mayPublish });
  } finally {
    await http.close();
  }
  const summary = summaryOf(recorder.checks);
  write(`\n${summaryLine(summary)}\n`);
  if (given.json) streams.stdout.write(`${JSON.stringify({ hub: url, summary, checks: recorder.checks }, null, 2)}\n`);
  return exitCodeOf(summary);
}

const observerOf = (write: (text: string) => void, { verbose }: Arguments, isTerminal: boolean): Observer =>
  createTextObserver({ write, isTerminal }, { verbose });

function codesOf({ codesFile, codesCommand, asksForCodes }: Arguments, streams: Streams): CodeSource {
  if (codesCommand !== null) return codesOfCommand(codesCommand);
  if (codesFile === '-') return codesOfLines(streams.stdin);
  if (codesFile !== null) return codesOfLines(createReadStream(codesFile));
  const { stdin, stderr } = streams;
  return asksForCodes && stdin.isTTY ? askForCodes({ input: stdin, output: stderr }) : noCodes;
}

function readGivenKey({ url, key }: Arguments, { stdin }: Streams): KitKey | null {
  if (key === null) return null;
  const driver = driverOf(key.type);
  if (!driver) throw new KitError(`There is no driver for ${key.type}: use --type wordpress or micropub.`);
  if (driver.needsUsername && key.username === null) throw new KitError(`A key of ${driver.name} needs --username.`);
  const text = readText(key.file === '-' ? stdin.fd : key.file).trim();
  if (text === '') throw new KitError('--key-file is empty.');
  return { url, apiUrl: null, username: key.username, apiKey: new Secret(text), driver, isMade: false };
}

function readText(file: string | number): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new KitError('--key-file cannot be read.');
  }
}

async function askToPublish(
  { publish, url }: Arguments,
  { stdin, stderr }: Streams,
  { call }: Connected,
): Promise<true | string> {
  if (publish === 'yes') return true;
  if (publish === 'no') return '--no-publish';
  if (!stdin.isTTY) return 'nobody could be asked; run the kit with --yes';
  const question = `\n  Publish four posts on ${url} as ${call.username || 'the user of the key'}, and delete them? (y/N) `;
  return (await askYes({ input: stdin, output: stderr }, question)) ? true : 'you did not want to publish';
}
