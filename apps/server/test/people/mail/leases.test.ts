import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { sealMail } from '../../../src/people/mail/sealed-mail.ts';
import { sendDueMails } from '../../../src/people/mail/send-due-mails.ts';
import { writeMail } from '../../../src/people/mail/with-mail.table.ts';
import { ids } from '../../../src/process/ids.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { until } from '../../until.ts';

const keyRing = createKeyRing({ keys: [{ id: 'k1', key: randomBytes(32) }], randomBytes });

let database: TestDatabase;
let db: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 4, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Does what one server does with mails, whose mail server answers as `send` does. */
const look = (send: () => Promise<void>): Promise<void> =>
  sendDueMails(
    {
      ...{ db, keyRing, send, log: createLogger('fatal', () => undefined) },
      observe: { mailAttempt: () => undefined },
    },
    new AbortController().signal,
  );

/** For how many seconds from now the mail belongs to a server, and until when. */
async function leaseOf(id: string): Promise<{ seconds: number; until: number } | null> {
  const { rows } = await db.query<{ seconds: number; until: number }>({
    text: `select extract(epoch from lease_expires_at - now())::float8 as seconds, extract(epoch from lease_expires_at)::float8 as until
           from mails where id = $1 and lease_expires_at is not null`,
    values: [id],
  });
  return rows[0] ?? null;
}

test('a mail belongs for seconds to a server that may have been killed, and to a live one as long as it sends it', async () => {
  const [id, recipient] = [ids.uuid(), 'ada@example.com'];
  const content = sealMail({ keyRing, randomBytes }, { id, recipient }, { subject: 'Hi', text: 'Hi', html: '' });
  await writeMail(db, { id, kind: 'sign_in', recipient, content, validSeconds: 3_600 });
  let finish = (): void => undefined;
  const slow = look(() => new Promise((resolve) => (finish = resolve)));
  const first = await until(() => leaseOf(id));
  expect(first.seconds).toBeLessThanOrEqual(15);

  let sentByAnother = 0;
  await until(async () => {
    await look(async () => void sentByAnother++);
    return ((await leaseOf(id))?.until ?? 0) > first.until + 5 || null;
  });
  finish();
  await slow;
  const state = () =>
    db.query({ text: 'select attempts, sent_at is not null as sent from mails where id = $1', values: [id] });
  expect([(await state()).rows, sentByAnother]).toEqual([[{ attempts: 1, sent: true }], 0]);
});
