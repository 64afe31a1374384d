import { errorRowOf } from '@fanfare/network';
import type { DocumentedError } from '@fanfare/network-conformance';
import { expect, test } from 'vitest';
import { ERROR_ROWS, type MastodonErrorRow, type Purpose } from '../src/error-rows.ts';
import { MASTODON_ERRORS } from '../src/error-table.ts';
import { DOCUMENTED_ERRORS } from './documented-errors.ts';

const PURPOSE_OF_EDGE: Readonly<Record<string, Purpose>> = {
  exchange: 'token',
  profiles: 'read',
  upload: 'media',
  look: 'media',
  publish: 'status',
  comment: 'status',
  repost: 'repost',
  metrics: 'metrics',
};

const rowOf = ({ edge, status, headers = {}, body }: DocumentedError): MastodonErrorRow => {
  const json = typeof body === 'string' ? undefined : body;
  return errorRowOf(MASTODON_ERRORS, { status, headers, text: '', json }, PURPOSE_OF_EDGE[edge]!);
};

test('every row of the error table is the result of some documented refusal', () => {
  const met = new Set(DOCUMENTED_ERRORS.map((error) => rowOf(error).name));
  expect(ERROR_ROWS.map(({ name }) => name).filter((name) => !met.has(name))).toEqual([]);
});

test('the table ends with a row for unknown answers', () => {
  const strange = { status: 418, headers: {}, text: 'I am a teapot', json: undefined };
  expect(['status', 'repost', 'media'].map((on) => errorRowOf(MASTODON_ERRORS, strange, on as Purpose).name)).toEqual([
    'refused',
    'refused',
    'refused',
  ]);
});

test('errors.md lists every documented refusal with its result (else run this file with -u)', async () => {
  const rows = DOCUMENTED_ERRORS.map((error) => {
    const { edge, documented, source } = error;
    const { name, code, credential, operator, remedy = '' } = rowOf(error);
    const who = operator ? 'operator' : credential ? `account becomes \`${credential}\`` : '';
    const provoked = error.provoke ? 'simulator' : 'answer';
    return `| ${edge} | \`${documented}\` | \`${name}\` | \`${code}\` | ${who} | ${remedy} | ${provoked} | ${source} |`;
  });
  const bySimulator = DOCUMENTED_ERRORS.filter(({ provoke }) => provoke !== undefined).length;
  const page = `# Errors of Mastodon

Every refusal Mastodon documents for the calls of this package, and what it becomes: ${rows.length} of ${rows.length}. The conformance suite provokes each of them over HTTP: ${bySimulator} by bringing the simulator to refuse,
the others by the documented answer in its place. "Row" is the row of \`src/error-rows.ts\` that decides.

| Call | Mastodon says | Row | Becomes | Who has to act | Remedy | Provoked by | Source |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
  await expect(page).toMatchFileSnapshot('../errors.md');
});
