import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emit } from '../../src/events/emit.ts';
import { emitEnds, showEvents } from '../../src/events/emit-ends.ts';
import { bill, hold, release, targetSubject } from '../../src/usage/reservations.table.ts';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

/** Tables of project data. */
const PROJECT_TABLES =
  /\b(?:from|join|into|update)\s+(accounts|credentials|posts|idempotency_keys|targets|write_intents|quota_periods|reservations|usage_events|reposts|webhook_endpoints|webhook_deliveries|webhook_attempts|events|event_positions)\b/i;

/** Statements over all projects, each with its reason. */
const OVER_ALL_PROJECTS: Readonly<Record<string, string>> = {
  'due-targets.table.ts: with due as': 'due work is claimed for all projects',
  'due-targets.table.ts: select distinct ceil': 'the alarm is set for all of it',
  'stuck-targets.table.ts: with stuck as': 'the sweeper settles what no run does',
  'stuck-targets.table.ts: with settled as': 'a restored database is marked as a whole',
  'reposts.table.ts: with abandoned as': 'the sweep fails attempts whose process is gone',
  'credentials.table.ts: select project_id, account_id, version':
    'a change of encryption keys changes every credential',
  'credentials.table.ts: select key_id, count': 'operators see which encryption keys are in use',
  'renewals.table.ts: select c.project_id': 'the refresh job looks over all projects',
  'renewals.table.ts: select a.platform, count': 'what operators watch is the whole installation',
  'webhooks/due-deliveries.table.ts: with recursive waiting as': 'due deliveries are claimed for all projects',
  'webhooks/webhook-secrets.table.ts: select e.project_id, e.id, s.*':
    'a change of encryption keys changes every secret',
  'webhooks/webhook-secrets.table.ts: select key_id, count': 'operators see which encryption keys are in use',
  'events/relay.table.ts: with waiting as': 'the relay takes the events of all projects',
  'events/expiring-accounts.table.ts': 'the refresh job looks over all projects',
  'events/ended-versions.table.ts': 'a version of a network ends for every project',
  'events/events.table.ts: delete from events': 'what is too old goes in all projects',
  'backlog.table.ts': 'what operators watch is the whole installation',
  'audit.table.ts': 'the auditor compares every project',
  'usage/reconcile.table.ts': 'a restored database is reconciled as a whole',
  'posts/reconcile-journal.table.ts': 'a restored database is reconciled as a whole',
};

/** The CTEs that other statements reuse, each alone. */
const fragments = [
  hold('costs', { periodStart: '$7', allowance: '$8', overage: '$9' }),
  release('target', targetSubject),
  bill('target', targetSubject, 'publish'),
  emit('post', { type: "'post.cancelled'", postId: 'e.id' }),
  emitEnds('target'),
  showEvents('target'),
]
  .flatMap((fragment) => fragment.replace(/\s+/g, ' ').split(/(?<=\)), (?=\w+ as \()/))
  .map((text) => ({ file: 'usage/reservations.table.ts', text }));

const statements = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.table.ts'))
  .flatMap((file) =>
    [...readFileSync(SOURCE + file, 'utf8').matchAll(/text:\s*(?:`([^`]*)`|'([^']*)')/g)].map(([, long, short]) => ({
      file,
      text: (long ?? short ?? '').replace(/\s+/g, ' ').trim(),
    })),
  )
  .concat(fragments)
  .filter(({ text }) => PROJECT_TABLES.test(text));

test('the scan finds the statements', () => {
  expect(statements.length).toBeGreaterThan(20);
  expect(fragments).toHaveLength(13);
});

test.each(statements.map(({ file, text }) => [`${file}: ${text.slice(0, 70)}`, text] as const))(
  '%s names its project',
  (name, text) => {
    const reason = Object.entries(OVER_ALL_PROJECTS).find(([start]) => name.includes(start));
    if (reason) return;
    // A condition on the project, or a value for its column: a mention in a list of columns does not count.
    expect(text).toMatch(/project_id\s*(?:=|in)\s*[$(a-z]|insert into \w+(?: as \w+)? \(project_id/i);
  },
);
