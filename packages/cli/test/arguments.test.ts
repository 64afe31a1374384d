import { expect, test } from 'vitest';
import { CliError } from '../src/cli-error.ts';
import { readListenArguments } from '../src/listen/arguments.ts';

const TO = ['--forward-to', 'http://localhost:3000/hooks'];
const usual = {
  forwardTo: 'http://localhost:3000/hooks',
  events: null,
  after: null,
  since: null,
  json: false,
  apiKeyFile: null,
};

test.each([
  [[], usual],
  [['--events', 'target.failed, post.published'], { ...usual, events: new Set(['target.failed', 'post.published']) }],
  [['--after', 'evt_1'], { ...usual, after: 'evt_1' }],
  [['--since', '10m'], { ...usual, since: { agoMs: 600_000 } }],
  [['--since', '7d'], { ...usual, since: { agoMs: 604_800_000 } }],
  [['--since', '2026-11-22T10:00:00+01:00'], { ...usual, since: { at: new Date('2026-11-22T09:00:00Z') } }],
  [['--json', '--api-key-file', 'key.txt'], { ...usual, json: true, apiKeyFile: 'key.txt' }],
])('reads %j', (words, expected) => {
  expect(readListenArguments([...TO, ...words])).toEqual(expected);
});

test('shows the help whatever else is there', () => {
  expect(readListenArguments(['--help'])).toBe(null);
});

test.each([
  [[], 'Say where to send events: --forward-to http://localhost:3000/hooks'],
  [
    ['--forward-to', 'localhost:3000'],
    '--forward-to takes an http or https address, such as http://localhost:3000/hooks.',
  ],
  [
    ['--forward-to', 'http://a:b@localhost/'],
    '--forward-to takes an http or https address, such as http://localhost:3000/hooks.',
  ],
  [[...TO, '--events', 'target.done'], /^--events: there is no event "target\.done"\. Events: post\.scheduled, /],
  [[...TO, '--events', 'webhook.test'], /^--events: there is no event "webhook\.test"/],
  [
    [...TO, '--since', 'yesterday'],
    '--since takes a time with its offset (2026-11-22T09:00:00Z) or a duration (30s, 10m, 2h, 7d).',
  ],
  [[...TO, '--since', '2026-11-22T09:00:00'], /^--since takes a time with its offset/],
  [[...TO, '--since', '1h', '--after', 'evt_1'], '--after and --since both say where to begin: give one of them.'],
  [[...TO, '--to', 'x'], "Unknown option '--to'. See: fanfare-cli listen --help"],
  [[...TO, 'word'], /^Unexpected argument 'word'\./],
])('refuses %j', (words, message) => {
  expect(() => readListenArguments(words)).toThrow(CliError);
  expect(() => readListenArguments(words)).toThrow(message);
});
