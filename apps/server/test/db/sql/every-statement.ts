import { listAccounts } from '../../../src/accounts/accounts.table.ts';
import { claimRenewal } from '../../../src/accounts/credentials/renewals.table.ts';
import { insertLoggedCalls, type LoggedCall, listLoggedCalls } from '../../../src/dashboard/api/request-log.table.ts';
import type { DatabasePool } from '../../../src/db/database.ts';
import { listEvents } from '../../../src/events/events.table.ts';
import { listDeliveries, replayRange } from '../../../src/events/webhooks/webhook-deliveries.table.ts';
import { replaceSecretWrapping } from '../../../src/events/webhooks/webhook-secrets.table.ts';
import { removeAccount, removeReposts, removeTargets } from '../../../src/leaving/removed-profiles.table.ts';
import { insertVariant } from '../../../src/media/conversion/media-variants.table.ts';
import { takeEnded } from '../../../src/media/media-uses.table.ts';
import { findDraft, insertDraft, listDrafts, updateDraft } from '../../../src/posts/drafts/drafts.table.ts';
import { listPosts, type PostFilter } from '../../../src/posts/list-posts.table.ts';
import { claimDue } from '../../../src/publishing/due-targets.table.ts';
import { markDueUnknown, sweepTargets } from '../../../src/publishing/stuck-targets.table.ts';
import type { ErrorDetail } from '../../../src/publishing/targets.table.ts';
import { type IntentRequest, intend } from '../../../src/publishing/write-intents.table.ts';
import { type Captured, capture, capturing, tableFiles } from './captured-statements.ts';

const ID = '01900000-0000-7000-8000-000000000000';
const OTHER_ID = '01900000-0000-7000-8000-000000000001';
const KEY = Buffer.alloc(8);
const AT = new Date(Date.UTC(2026, 1, 1));
const ERROR = { code: 'outcome_unknown', message: 'Unknown' } as unknown as ErrorDetail;
const INTENT: IntentRequest = {
  ...{ projectId: ID, targetId: ID, token: 1, id: ID, accountId: ID, ordinal: 0, handle: null },
  kind: 'publish',
};
const WEBHOOK = { projectId: ID, endpointId: ID };
const ACCOUNT = { projectId: ID, id: ID };
const REMOVED = {
  id: ID,
  post_id: ID,
  subject: '',
  platform_post_id: '',
  is_new: false,
  platform: 'x',
  profile_id: '',
};
const CALL: LoggedCall = {
  ...{ id: ID, projectId: ID, at: AT, method: 'GET', path: '/', status: 200, durationMs: 1, requestId: ID },
  ...{ keyId: null, error: null },
};
const DRAFT = {
  ...{ ...ACCOUNT, request: {}, form: null, note: null, idempotencyKey: '', call: null },
  by: { sessionId: ID },
};
const NO_FILTER: PostFilter = {
  ...{ limit: 26, offset: 0, order: 'createdAt', after: null, status: null, platform: null, accountId: null },
  ...{ profileId: null, createdAfter: null, createdBefore: null, publishAfter: null, publishBefore: null },
};

type Particular = {
  /** The function that is called, where lists name it. */
  readonly of?: string;
  /** Row that the database answers. */
  readonly row?: Readonly<Record<string, unknown>> | ((text: string) => Readonly<Record<string, unknown>> | null);
  readonly call: (db: DatabasePool) => Promise<unknown>;
};
const list = (filter: Partial<PostFilter>): Particular => ({
  of: 'listPosts',
  call: (db) => listPosts(db, OTHER_ID, { ...NO_FILTER, ...filter }),
});

/** Statements that depend on particular arguments or rows. */
const PARTICULAR: Readonly<Record<string, readonly Particular[]>> = {
  'posts/list-posts.table.ts': (['createdAt', 'publishAt'] as const).flatMap((order) => [
    list({ order }),
    list({ order, status: 'published', platform: 'x', profileId: 'p' }),
    list({ order, status: 'failed', accountId: ID, after: { at: AT, id: ID } }),
    list({ order, status: 'scheduled', createdAfter: AT, publishBefore: AT }),
  ]),
  'publishing/due-targets.table.ts': (['others', 'suspects'] as const).map((of) => ({
    of: 'claimDue',
    call: (db: DatabasePool) => claimDue(db, { owner: 'me', leaseSeconds: 60, limit: 100, of, lateLimitSeconds: 1 }),
  })),
  'publishing/stuck-targets.table.ts': [
    {
      of: 'sweepTargets',
      call: (db) =>
        sweepTargets(db, {
          errors: { doubt: ERROR, lost: ERROR, missed: ERROR },
          ...{ lateLimitSeconds: 1, leaseSeconds: 1 },
        }),
    },
    { of: 'markDueUnknown', call: (db) => markDueUnknown(db, ERROR) },
  ],
  'publishing/write-intents.table.ts': [
    { row: { id: ID, leased: true, active: true, intended_at: null }, call: (db) => intend(db, [INTENT], 60) },
  ],
  'accounts/credentials/renewals.table.ts': [
    {
      row: { accountId: ID, version: 1, token: 1, taken: false },
      call: (db) =>
        claimRenewal(db, { projectId: ID, accountId: ID, version: 1, token: 1 }, { leaseMs: 1, wait: true }),
    },
  ],
  'accounts/accounts.table.ts': [
    { call: (db) => listAccounts(db, ID, { includeRevoked: false }) },
    { call: (db) => listAccounts(db, ID, { includeRevoked: true, platform: 'x' }) },
  ],
  'events/events.table.ts': [{ call: (db) => listEvents(db, ID, { after: 0, limit: 26, type: null }) }],
  'events/webhooks/webhook-deliveries.table.ts': [
    { call: (db) => listDeliveries(db, WEBHOOK, { status: null, before: null, limit: 26 }) },
    {
      call: (db) => replayRange(db, WEBHOOK, { since: AT, until: null, statuses: ['failed'], types: null }, 26),
    },
  ],
  'media/conversion/media-variants.table.ts': [
    {
      of: 'insertVariant',
      call: (db) =>
        insertVariant(db, {
          ...{ projectId: ID, mediaId: ID, kind: 'index-first', key: 'k', filename: 'a.mp4' },
          ...{ contentType: 'video/mp4', bytes: 1, sha256: 's' },
          facts: { type: 'other', contentType: 'video/mp4', bytes: 1, isCut: false },
        }),
    },
  ],
  'media/media-uses.table.ts': [
    {
      of: 'takeEnded',
      row: { project_id: ID, id: ID, has_ended: false },
      call: (db) => takeEnded(db, AT, 26),
    },
  ],
  'posts/drafts/drafts.table.ts': [
    { of: 'findDraft', call: (db) => findDraft(db, ID, { id: ID }) },
    { of: 'listDrafts', call: (db) => listDrafts(db, ID, { published: false, before: ID, limit: 26 }) },
    { of: 'insertDraft', call: (db) => insertDraft(db, DRAFT) },
    { of: 'updateDraft', call: (db) => updateDraft(db, { ...ACCOUNT, version: 1, content: DRAFT }) },
  ],
  'dashboard/api/request-log.table.ts': [
    {
      of: 'insertLoggedCalls',
      call: (db) => insertLoggedCalls(db, [CALL, { ...CALL, projectId: OTHER_ID }]),
    },
    ...[null, ID].map((before) => ({
      call: (db: DatabasePool) => listLoggedCalls(db, ID, { onlyErrors: false, requestId: null, before, limit: 26 }),
    })),
  ],
  'leaving/removed-profiles.table.ts': [
    { row: REMOVED, call: (db) => removeTargets(db, ACCOUNT, { connectedUntil: AT, limit: 1 }) },
    { row: REMOVED, call: (db) => removeReposts(db, ACCOUNT, { connectedUntil: AT, limit: 1 }) },
    {
      row: (text) => (text.includes('exists') ? null : REMOVED),
      call: (db) => removeAccount(db, ACCOUNT, AT),
    },
  ],
  'events/webhooks/webhook-secrets.table.ts': [
    {
      call: (db) =>
        replaceSecretWrapping(
          db,
          { projectId: ID, endpointId: ID, wrappedKey: KEY, keyId: 'one', url: '', field: 'current' } as never,
          { keyId: 'two', wrappedKey: KEY },
        ),
    },
  ],
};

/** Every statement of every table file. */
export async function everyStatement(): Promise<readonly Captured[]> {
  const particular = Object.entries(PARTICULAR).flatMap(([file, calls]) => calls.map((each) => ({ file, ...each })));
  const more: Captured[] = [];
  for (const { file, of, row, call } of particular) {
    const from = of === undefined ? file : `${file} ${of}`;
    const rowOf = typeof row === 'function' ? row : () => row ?? null;
    const db = capturing(rowOf, (statement) => more.push({ from, ...statement }));
    // What follows the statement may need more rows.
    await call(db).catch(() => undefined);
  }
  return [...(await Promise.all(tableFiles().map(capture))).flat(), ...more];
}
