import { expect, test } from 'vitest';
import { hashCode } from '../../src/leaving/confirmation-code.ts';
import { claimRemoval, extendRemoval, purgeRemovals, recordRemoval } from '../../src/leaving/removal-requests.table.ts';
import { ids } from '../../src/process/ids.ts';
import { useServer } from '../use-server.ts';
import { type Confirmation, networkCalls } from './callbacks.ts';
import { removalsDone } from './dump.ts';

const server = useServer();

/** The page's text, line by line. */
async function read(path: string): Promise<{ status: number; headers: Headers; html: string; lines: string[] }> {
  const response = await fetch(new URL(path, server.baseUrl));
  const html = await response.text();
  const main = /<main>(.*)<\/main>/s.exec(html)?.[1] ?? '';
  const lines = main.split(/<\/?(?:p|h1|dl|div|dt|dd)[^>]*>/).map((line) =>
    line
      .replace(/<[^>]+>/g, '')
      .replaceAll('&nbsp;', ' ')
      .trim(),
  );
  return { status: response.status, headers: response.headers, html, lines: lines.filter((line) => line !== '') };
}

const MOMENT = /^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC$/;

test('the page of a finished removal shows when the data was deleted, and not whose', async () => {
  const ana = await server.person('instagram');
  const { url, confirmation_code: code } = (await networkCalls(server, ana, 'data-deletion')).body as Confirmation;
  await removalsDone(server.db);
  const page = await read(url);
  expect([page.status, page.lines]).toEqual([
    200,
    [
      'Fanfare',
      'Your data was deleted',
      'Everything this service had stored about your account on Instagram is gone: the connection, its access, and the record of what was published through it.',
      'Network',
      'Instagram',
      'Requested',
      expect.stringMatching(MOMENT),
      'Deleted',
      expect.stringMatching(MOMENT),
      `What was published on Instagram stays there until you delete it there. Confirmation code: ${code}`,
    ],
  ]);
  for (const trace of [ana.username, ana.account.platformUserId, ana.account.id])
    expect(page.html).not.toContain(trace);
  expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(server.log()).not.toContain(code);
});

test('the page of an unfinished one says so', async () => {
  const code = 'c0de'.repeat(8);
  const id = ids.uuid();
  await server.db.transaction(async (tx) => {
    await recordRemoval(tx, {
      id,
      codeSha256: hashCode(code),
      platform: 'threads',
      source: 'data_deletion',
      platformUserId: '4242',
      requestedBefore: null,
    });
    // A server works on it.
    await claimRemoval(tx, { seconds: 60, id });
  });
  const page = await read(`/removal/status/${code}`);
  expect([page.status, page.lines.slice(1, 3), page.lines.slice(-3, -1)]).toEqual([
    200,
    [
      'Your data is being deleted',
      'The request was received, and the connection to your account on Threads is being deleted with everything that belongs to it. Look again in a few minutes.',
    ],
    ['Deleted', 'Not yet'],
  ]);
  expect(page.html).not.toContain('4242');
  await extendRemoval(server.db, id, 0);
});

test.each([
  ['an unknown code', '0'.repeat(32)],
  ['no code', 'x'],
  ['an injected text', encodeURIComponent('"><script>alert(1)</script>')],
  ['zero bytes', '%00'],
])('%s is no request', async (_what, code) => {
  const page = await read(`/removal/status/${code}`);
  expect([page.status, page.lines]).toEqual([
    404,
    [
      'Fanfare',
      'There is no request with this code',
      'Check that the address is complete: it ends with the confirmation code you were given, 32 letters and digits.',
    ],
  ]);
});

test('a removal is forgotten a year after it was done; one that is not done never is', async () => {
  const times = [
    ['long done', "completed_at = now() - interval '366 days', platform_user_id = null"],
    ['just done', "completed_at = now() - interval '364 days', platform_user_id = null"],
    ['not done', "requested_at = now() - interval '2 years'"],
  ] as const;
  for (const [code] of times)
    await server.db.query({
      text: `insert into removal_requests (id, code_sha256, platform, source, platform_user_id, connected_until, taken_until)
             values ($1, $2, 'threads', 'operator', '1', now(), now() + interval '1 hour')`,
      values: [ids.uuid(), Buffer.from(code)],
    });
  for (const [code, columns] of times)
    await server.db.query({
      text: `update removal_requests set ${columns} where code_sha256 = $1`,
      values: [Buffer.from(code)],
    });
  expect(await purgeRemovals(server.db)).toBe(1);
  const { rows } = await server.db.query<{ code: string }>({
    text: "select convert_from(code_sha256, 'UTF8') as code from removal_requests where length(code_sha256) < 32 order by code",
  });
  expect(rows.map(({ code }) => code)).toEqual(['just done', 'not done']);
});
