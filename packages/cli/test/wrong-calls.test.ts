import { expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const LISTEN = ['listen', '--forward-to', 'http://localhost:3000/hooks'];
const ENV = { FANFARE_BASE_URL: 'http://127.0.0.1:1', FANFARE_API_KEY: 'fanfare_sk_a' };

test.each([
  [['listen'], "error: required option '--forward-to <url>' not specified"],
  [['listen', '--forward-to', 'localhost:3000'], /It takes an http or https address, such as http:/],
  [['listen', '--forward-to', 'http://a:b@localhost/'], /It takes an http or https address/],
  [[...LISTEN, '--since', 'yesterday'], /It takes a time with its offset \(2026-11-22T09:00:00Z\) or a duration/],
  [[...LISTEN, '--since', '2026-11-22T09:00:00'], /It takes a time with its offset/],
  [[...LISTEN, '--since', '1h', '--after', 'evt_1'], /'--since <time>' cannot be used with option '--after <event>'/],
  [[...LISTEN, '--events', 'target.done'], /^There is no event "target\.done"\. Events: post\.scheduled, /],
  [[...LISTEN, '--events', 'webhook.test'], /^There is no event "webhook\.test"/],
  [[...LISTEN, '--to', 'x'], "error: unknown option '--to'"],
  [[...LISTEN, 'word'], /too many arguments/],
  [['listn'], /unknown command 'listn'\n\(Did you mean listen\?\)/],
  [['media', 'upload'], "error: missing required argument 'files'"],
  [['media', 'upload', 'missing.jpg'], 'missing.jpg cannot be read.\n'],
  [['media', 'upload', '/'], '/ is not a file.\n'],
  [['accounts', 'list', '--profile', 'a', '--api-key-file', 'b'], /^--profile and --api-key-file both name a key/],
  [['accounts', '--api-key-file', 'missing.txt'], '--api-key-file: missing.txt cannot be read.\n'],
  [['login', '--profile', 'no/name', '--key-stdin'], /^--profile: a name has 1 to 64 letters/],
  [['login'], /^Nobody can be asked here\. Pipe the key: /],
])('refuses %j with exit code 1, and prints nothing on stdout', async (words, message) => {
  const { code, stdout, stderr } = await runCli(words, { env: ENV });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(message);
});

test.each([
  [['login', '--key', 'fanfare_sk_secret1']],
  [['login', '--key-stdin=fanfare_sk_secret1']],
  [['fanfare_sk_secret1']],
])('an API key among the words of %j is refused and not repeated', async (words) => {
  const { code, stdout, stderr } = await runCli(words, { env: ENV });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^An API key is among the words of the command/);
  expect(stderr).not.toContain('secret1');
});
