import { setTimeout as sleep } from 'node:timers/promises';
import { chainViolations } from './chain-violations.ts';
import { type CommentRow, commentCode, commentViolations, isCommentUnknown } from './comment-violations.ts';
import type { Fleet } from './fleet.ts';
import { markerOf, type RequestedPost, wasAccepted } from './load.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import type { World } from './world.ts';

/** The oracle's findings. Every list except the counts must be empty. */
export type Judgement = {
  readonly targets: number;
  readonly published: number;
  readonly failed: number;
  readonly unknownLive: number;
  readonly unknownAbsent: number;
  /** Targets that failed with a definite code, by code. */
  readonly codes: Readonly<Record<string, number>>;
  /** First comments, by final status. */
  readonly comments: {
    readonly published: number;
    readonly failed: number;
    readonly unknown: number;
    /** Comments that failed for a definite reason. */
    readonly codes: Readonly<Record<string, number>>;
  };
  readonly settledAfterMs: number;
  readonly doubles: readonly string[];
  readonly unsettled: readonly string[];
  readonly falseReports: readonly string[];
  readonly ledger: readonly string[];
  readonly lost: readonly string[];
  readonly leases: readonly string[];
  readonly journal: readonly string[];
  readonly guards: readonly string[];
  /** All stored rows of the first targets with a finding. */
  readonly journals: readonly string[];
};

const MAX_JOURNALS = 5;

type Row = CommentRow & {
  post_id: string;
  username: string;
  content: string;
  /** The first post of its chain. */
  follows: string | null;
  follow_up_index: number | null;
  code: string | null;
  platform_post_id: string | null;
  lease_owner: string | null;
  billed: number;
  held: number;
  intents: { state: string; kind: string }[];
};

const TARGETS = `
  select t.id, t.post_id, t.platform, a.username, coalesce(t.content, p.content) as content, t.status, t.follows, t.follow_up_index, t.error_detail ->> 'code' as code, t.platform_post_id, t.lease_owner,
    t.first_comment, t.comment_status, t.comment_error,
    (select count(*)::int from usage_events e where e.project_id = t.project_id and e.subject = 'target:' || t.id and e.kind = 'comment') as billed_comments,
    (select coalesce(json_agg(i.state), '[]') from write_intents i
     where i.project_id = t.project_id and i.target_id = t.id and i.kind = 'comment') as comment_states,
    (select count(*)::int from usage_events e where e.project_id = t.project_id and e.subject = 'target:' || t.id and e.kind = 'publish') as billed,
    (select count(*)::int from reservations r where r.project_id = t.project_id and r.subject = 'target:' || t.id and r.state = 'held') as held,
    (select coalesce(json_agg(json_build_object('kind', i.kind, 'state', i.state)), '[]') from write_intents i
     where i.project_id = t.project_id and i.target_id = t.id and i.kind = 'publish') as intents
  from targets t join posts p on p.project_id = t.project_id and p.id = t.post_id join accounts a on a.project_id = t.project_id and a.id = t.account_id`;

/**
 * Waits until nothing is pending, at most `boundMs` times the run's timeout factor; then compares
 * what the service reports with what the networks show.
 */
export async function judge(
  world: World,
  fleet: Fleet,
  run: { readonly requested: readonly RequestedPost[]; readonly boundMs: number; readonly lingerMs?: number },
): Promise<Judgement> {
  const { postgres } = world;
  const startedAt = Date.now();
  while (Date.now() - startedAt < run.boundMs * TIMEOUT_FACTOR) {
    const [open] = await postgres.query<{ n: number }>(
      `select count(*)::int as n from targets where not done or lease_owner is not null`,
    );
    if (open!.n === 0) break;
    await sleep(200);
  }
  const settledAfterMs = Date.now() - startedAt;
  // Includes what a stopped process or a slow network may still do.
  await sleep(run.lingerMs ?? 2_500);

  const rows = await postgres.query<Row>(TARGETS);
  const live = new Map<string, number>();
  const liveComments = new Map<string, number>();
  for (const post of await world.livePosts()) {
    const name = nameOf(post.network, post.author.username, markerOf(post.text));
    live.set(name, (live.get(name) ?? 0) + 1);
    for (const comment of post.comments) {
      const below = nameOf(post.network, post.author.username, markerOf(comment.text));
      // A first comment has the marker of its post, a later post of a chain its own.
      const counts = below === name ? liveComments : live;
      counts.set(below, (counts.get(below) ?? 0) + 1);
    }
  }
  const counted = { published: 0, failed: 0, unknownLive: 0, unknownAbsent: 0 };
  const codes: Record<string, number> = {};
  const comments = { published: 0, failed: 0, unknown: 0, codes: {} as Record<string, number> };
  const found = {
    doubles: [],
    unsettled: [],
    falseReports: [],
    ledger: [],
    lost: [],
    leases: [],
    journal: [],
  } as Record<'doubles' | 'unsettled' | 'falseReports' | 'ledger' | 'lost' | 'leases' | 'journal', string[]>;
  for (const row of rows) {
    const shown = live.get(nameOf(row.platform, row.username, markerOf(row.content))) ?? 0;
    const what = `${row.platform} target ${row.id}: ${row.status}${row.code ? ` (${row.code})` : ''}, ${shown} live`;
    const isUnknown = row.code === 'outcome_unknown';
    if (row.status === 'published') counted.published++;
    if (row.status === 'failed') counted.failed++;
    if (isUnknown && shown > 0) counted.unknownLive++;
    if (isUnknown && shown === 0) counted.unknownAbsent++;
    if (row.status === 'failed' && !isUnknown) codes[row.code!] = (codes[row.code!] ?? 0) + 1;

    if (shown > 1) found.doubles.push(what);
    if (row.status === 'pending') found.unsettled.push(what);
    if (row.status === 'published' ? shown !== 1 : row.status === 'failed' && !isUnknown && shown > 0)
      found.falseReports.push(what);
    if (row.billed !== (row.status === 'published' ? 1 : 0) || row.held > 0)
      found.ledger.push(`${what}, billed ${row.billed}, held ${row.held}`);
    if (row.comment_status === 'published') comments.published++;
    if (row.comment_status === 'failed') comments.failed++;
    if (isCommentUnknown(row)) comments.unknown++;
    else if (row.comment_status === 'failed') {
      const commentError = commentCode(row)!;
      comments.codes[commentError] = (comments.codes[commentError] ?? 0) + 1;
    }
    const shownComments = liveComments.get(nameOf(row.platform, row.username, markerOf(row.content))) ?? 0;
    for (const [kind, fault] of commentViolations(row, shownComments)) found[kind].push(fault);
    if (row.lease_owner !== null) found.leases.push(what);
    const standing = row.intents.filter(({ state }) => ['intended', 'accepted', 'unknown'].includes(state));
    const states = `${what}, journal ${row.intents.map(({ state }) => state).join(', ') || 'empty'}`;
    if (standing.length > 1) found.journal.push(states);
    else if (row.status === 'published' && standing[0]?.state !== 'accepted') found.journal.push(states);
    else if (row.status === 'failed' && !isUnknown && standing.length > 0) found.journal.push(states);
  }
  found.falseReports.push(...chainViolations(rows, await world.livePosts()));
  found.ledger.push(...(await wrongCounters(world)));
  found.lost.push(...(await lostPosts(world, run.requested)));
  const journals: string[] = [];
  for (const finding of [...new Set(Object.values(found).flat())].slice(0, MAX_JOURNALS))
    journals.push(await journalOf(world, finding));
  return {
    targets: rows.length,
    ...counted,
    codes,
    comments,
    settledAfterMs,
    ...found,
    guards: fleet.counts.guards,
    journals,
  };
}

/** Micropub hubs name people by the address of their page. */
const nameOf = (network: string, username: string, marker: string | null): string =>
  `${network} ${username.split('/').at(-1)} ${marker}`;

async function wrongCounters({ postgres }: World): Promise<string[]> {
  const rows = await postgres.query<{
    project_id: string;
    reserved: number;
    used: number;
    billed: number;
    over: boolean;
  }>(
    `select q.project_id, q.reserved::int, q.used::int, coalesce(sum(e.units), 0)::int as billed,
       not q.overage and q.used + q.reserved > q.allowance as over
     from quota_periods q left join usage_events e on e.project_id = q.project_id and e.period_start = q.period_start
     group by q.project_id, q.period_start`,
  );
  return rows
    .filter(({ reserved, used, billed, over }) => reserved !== 0 || used !== billed || over)
    .map(
      (row) => `project ${row.project_id}: counter ${row.used} used, ${row.reserved} reserved; ledger ${row.billed}`,
    );
}

/** A post that was answered with success must exist under its key, with all its targets. */
async function lostPosts({ postgres }: World, requested: readonly RequestedPost[]): Promise<string[]> {
  const rows = await postgres.query<{ key: string; targets: number }>(
    `select k.key, (select count(*)::int from targets t where t.project_id = k.project_id and t.post_id = k.post_id and t.follows is null) as targets from idempotency_keys k`,
  );
  const stored = new Map(rows.map(({ key, targets }) => [key, targets]));
  return requested
    .filter((one) => wasAccepted(one) && stored.get(one.key) !== one.accounts.length)
    .map(({ key, answers }) => `${key}: answered ${answers.join(', ')}, ${stored.get(key) ?? 0} targets stored`);
}

/** All stored rows of a target with a finding, for debugging. */
async function journalOf({ postgres }: World, finding: string): Promise<string> {
  const [, id] = /target ([0-9a-f-]{36})/.exec(finding) ?? [];
  if (!id) return finding;
  const [target] = await postgres.query(`select * from targets where id = $1`, [id]);
  const intents = await postgres.query(`select * from write_intents where target_id = $1 order by intended_at`, [id]);
  return JSON.stringify({ finding, target, intents });
}

export const VIOLATIONS = [
  'doubles',
  'unsettled',
  'falseReports',
  'ledger',
  'lost',
  'leases',
  'journal',
  'guards',
] as const;

export const violationsOf = (judgement: Judgement): string[] =>
  VIOLATIONS.flatMap((kind) => judgement[kind].map((finding) => `${kind}: ${finding}`));
