import { NoQuerySchema, type RouteName, routesOf } from '@fanfare/contract';
import fc, { type Arbitrary } from 'fast-check';
import * as accounts from './arbitrary-accounts.ts';
import * as drafts from './arbitrary-drafts.ts';
import * as media from './arbitrary-media.ts';
import * as posts from './arbitrary-posts.ts';
import * as reads from './arbitrary-reads.ts';
import { bodyMutations } from './body-mutations.ts';
import { type Call, callOf, type Step } from './call.ts';
import { headerMutations, idempotencyMutations, keyMutations } from './header-mutations.ts';
import { bodySchemaOf } from './request-schemas.ts';
import { pathMutations, queryMutations, textMutations } from './wire-mutations.ts';

/** Weights of the routes, near the use that the documentation describes. */
const GOOD: readonly { readonly weight: number; readonly arbitrary: Arbitrary<Call> }[] = [
  { weight: 7, arbitrary: posts.publishNow },
  { weight: 9, arbitrary: posts.publishLater },
  { weight: 7, arbitrary: posts.edgePost },
  { weight: 4, arbitrary: posts.publishAgain },
  { weight: 16, arbitrary: posts.validate },
  { weight: 9, arbitrary: reads.listPosts },
  { weight: 6, arbitrary: reads.getPost },
  { weight: 5, arbitrary: reads.cancelPost },
  { weight: 5, arbitrary: reads.readMetrics },
  { weight: 5, arbitrary: reads.repostPost },
  { weight: 3, arbitrary: reads.unpublishPost },
  { weight: 6, arbitrary: reads.repostAny },
  { weight: 5, arbitrary: accounts.listAccounts },
  { weight: 4, arbitrary: accounts.getAccount },
  { weight: 4, arbitrary: accounts.deleteAccount },
  { weight: 4, arbitrary: accounts.listSpaces },
  { weight: 3, arbitrary: drafts.saveDraft },
  { weight: 2, arbitrary: drafts.listDrafts },
  { weight: 1, arbitrary: drafts.getDraft },
  { weight: 2, arbitrary: drafts.changeDraft },
  { weight: 1, arbitrary: drafts.deleteDraft },
  { weight: 4, arbitrary: media.announceFile },
  { weight: 2, arbitrary: media.putFile },
  { weight: 1, arbitrary: media.copyNothing },
  { weight: 3, arbitrary: media.listFiles },
  { weight: 2, arbitrary: media.getFile },
  { weight: 2, arbitrary: media.completeFile },
  { weight: 1, arbitrary: media.deleteFile },
  { weight: 4, arbitrary: accounts.connect },
  { weight: 3, arbitrary: accounts.connectHub },
  { weight: 2, arbitrary: accounts.connectRefusedHub },
  ...routesOf()
    .filter(({ query, pathParams, body }) => query === NoQuerySchema && !pathParams && !body)
    .map(({ name }) => ({ weight: 4, arbitrary: fc.constant(callOf(name)) })),
];

/**
 * A request that publishes now, or connects to a hub, must suit its network: only what that does
 * not see is changed.
 */
const KEPT: readonly Arbitrary<Call>[] = [posts.publishNow, posts.publishAgain, accounts.connectHub];
const CHANGED: readonly { readonly weight: number; readonly arbitrary: Arbitrary<Call> }[] = GOOD.filter(
  ({ arbitrary }) => !KEPT.includes(arbitrary),
);

const schemas = new Map<RouteName, ReturnType<typeof bodySchemaOf>>();

function fieldMutations(call: Call): readonly Step[] {
  const schema = schemas.get(call.route) ?? bodySchemaOf(call.route);
  schemas.set(call.route, schema);
  if (schema === null || call.body === undefined) return [];
  return bodyMutations(schema, call.body).map(({ name, body }) => ({ mutation: name, call: { ...call, body } }));
}

/** Kinds of change, and how often each is chosen where it is possible. */
const KINDS: readonly { readonly weight: number; readonly of: (call: Call) => readonly Step[] }[] = [
  { weight: 9, of: fieldMutations },
  { weight: 3, of: queryMutations },
  { weight: 2, of: idempotencyMutations },
  { weight: 2, of: textMutations },
  { weight: 2, of: pathMutations },
  { weight: 1, of: keyMutations },
  { weight: 1, of: headerMutations },
];

const WEIGHED = KINDS.flatMap(({ weight, of }) => Array.from({ length: weight }, () => of));

/** The one change that the two numbers choose; none where nothing of the kind is possible. */
function change(call: Call, kind: number, at: number): Step {
  const possible = WEIGHED.map((of) => of(call)).filter((steps) => steps.length > 0);
  const steps = possible[kind % possible.length] ?? [];
  return steps[at % steps.length] ?? { call, mutation: null };
}

/** One request: as the documentation asks for it, or with exactly one thing changed. */
export const step: Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.oneof(...GOOD).map((call): Step => ({ call, mutation: null })) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.oneof(...CHANGED), fc.nat(), fc.nat()).map(([call, kind, at]) => change(call, kind, at)),
  },
);
