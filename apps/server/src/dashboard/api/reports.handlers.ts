import { type AccountState, appContract } from '@fanfare/app-contract';
import { noSuch, planOf, quotaPeriodOf } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { RequestError } from '../../http/request-error.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import { appHandlers, projectOf } from './access.ts';
import { type AccountStateRow, findAccountFacts, listAccountStates } from './account-facts.table.ts';
import { buildTimeline } from './build-timeline.ts';
import { countDays } from './count-days.ts';
import { listLoggedCalls } from './request-log.table.ts';
import { findTimelineTargets, findTimelineWrites } from './timeline.table.ts';
import { findAccountUse, findDayUse } from './usage-days.table.ts';

const PAGE = 50;

type Deps = { readonly db: Database; readonly now: () => Date };

/** Histories of posts, facts of accounts, units by day, and last calls. */
export function reportsHandlers({ db, now }: Deps) {
  return {
    timeline: appHandlers(appContract.timeline, {
      get: async ({ params, caller }) => {
        const { id: projectId } = projectOf(caller);
        const postId = fromPublicId('post', params.postId);
        const targets = postId === null ? [] : await findTimelineTargets(db, projectId, postId);
        if (targets.length === 0) throw new RequestError(noSuch('post'));
        const ids = targets.map(({ id }) => id);
        const writes = await findTimelineWrites(db, projectId, ids);
        const timelines = targets
          .filter(({ follows }) => follows === null)
          .map((target) =>
            buildTimeline(
              target,
              writes,
              targets.filter(({ follows }) => follows === target.id),
            ),
          );
        return { status: 200, body: { targets: timelines } };
      },
    }),

    accountFacts: appHandlers(appContract.accountFacts, {
      list: async ({ caller }) => {
        const rows = await listAccountStates(db, projectOf(caller).id);
        return { status: 200, body: { accounts: rows.map(toState) } };
      },

      get: async ({ params, caller }) => {
        const id = fromPublicId('acc', params.accountId);
        const facts = id && (await findAccountFacts(db, projectOf(caller).id, id));
        if (!facts) throw new RequestError(noSuch('account'));
        const { scopes, lastPublished: last } = facts;
        const lastPublished = last && { ...last, postId: toPublicId('post', last.postId), at: last.at.toISOString() };
        return { status: 200, body: { account: { ...toState(facts), scopes: [...scopes], lastPublished } } };
      },
    }),

    usageDays: appHandlers(appContract.usageDays, {
      get: async ({ query, caller }) => {
        const { id: projectId, plan } = projectOf(caller);
        const period = quotaPeriodOf(query.month === undefined ? now() : new Date(`${query.month}-01T00:00:00Z`));
        const start = period.start.toISOString().slice(0, 10);
        const [uses, accounts] = await Promise.all([
          findDayUse(db, projectId, start),
          findAccountUse(db, projectId, start),
        ]);
        const days = countDays(period, uses);
        return {
          status: 200,
          body: {
            periodStart: period.start.toISOString(),
            periodEnd: period.end.toISOString(),
            included: planOf(plan).includedUnits,
            used: days.reduce((sum, { units }) => sum + units, 0),
            days,
            accounts: accounts.map(({ account, units, writes }) => ({
              account: account && { ...account, id: toPublicId('acc', account.id) },
              units,
              writes,
            })),
          },
        };
      },
    }),

    requests: appHandlers(appContract.requests, {
      list: async ({ query, caller }) => {
        const limit = query.limit ?? PAGE;
        const before = query.cursor === undefined ? null : (fromPublicId('req', query.cursor) ?? NOWHERE);
        // One more than the page shows, to know whether there is another page.
        const rows = await listLoggedCalls(db, projectOf(caller).id, {
          ...{ before, limit: limit + 1, onlyErrors: query.errors ?? false },
          requestId: query.requestId ?? null,
        });
        const shown = rows.slice(0, limit).map(({ id, at, key, ...facts }) => ({
          ...facts,
          id: toPublicId('req', id),
          at: at.toISOString(),
          key: key && { id: toPublicId('key', key.id), name: key.name },
        }));
        const hasMore = rows.length > limit;
        return {
          status: 200,
          body: { requests: shown, hasMore, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null },
        };
      },
    }),
  };
}

const toState = ({ id, statusSince, endsAt, subscription }: AccountStateRow): AccountState => ({
  accountId: toPublicId('acc', id),
  statusSince: statusSince.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
  subscription,
});

/** Lowest id: an invalid cursor leads to an empty page. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';
