import type { Request } from 'express';
import { type Answer, allowed, type Checked, invalidRequest, missing, ok, refused } from '../answers.ts';
import type { XPost } from '../content.ts';
import type { Call } from '../endpoint.ts';
import type { XWorld } from '../world.ts';
import { readAsked, toListBody } from './look-up-posts.ts';

const DEFAULT_RESULTS = 10;
const MIN_RESULTS = 5;
const MAX_RESULTS = 100;
/** The maximum of a person's posts that can be read. */
const MAX_REACH = 3_200;

const ownParameters = ['max_results', 'pagination_token', 'since_id', 'until_id', 'start_time', 'end_time', 'exclude'];

type Page = {
  readonly size: number;
  readonly after: string | null;
  readonly sinceId: bigint | null;
  readonly untilId: bigint | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly exclude: readonly string[];
};

/** `GET /2/users/{id}/tweets`: a person's posts and reposts, newest first. */
export function readTimeline(world: XWorld, { req, person }: Call): Answer {
  const asked = readAsked(world, req, ownParameters);
  if (!asked.ok) return asked.answer;
  const page = readPage(req);
  if (!page.ok) return page.answer;
  const id = req.params.id ?? '';
  const author = world.state.people.get(id);
  if (!author || (author.isProtected && author.id !== person.id)) return ok({ errors: [missing('user', 'id', id)] });

  const all = [...world.state.posts.ofAuthor(id)].reverse().slice(0, MAX_REACH);
  const wanted = all.filter((post) => isWanted(post, page.value));
  const start =
    page.value.after === null ? 0 : wanted.findIndex((post) => BigInt(post.id) < BigInt(page.value.after ?? 0));
  const shown = start === -1 ? [] : wanted.slice(start, start + page.value.size);
  const last = shown.at(-1);
  const hasMore = last !== undefined && wanted.at(-1) !== last;
  return ok({
    ...toListBody(world, shown, person, asked.value, []),
    meta: {
      result_count: shown.length,
      ...(last && { newest_id: shown[0]?.id, oldest_id: last.id }),
      ...(hasMore && { next_token: Buffer.from(last.id).toString('base64url') }),
    },
  });
}

function isWanted(post: XPost, page: Page): boolean {
  const id = BigInt(post.id);
  if (page.exclude.includes('retweets') && post.repostOfId !== null) return false;
  if (page.exclude.includes('replies') && post.replyToId !== null) return false;
  if (page.sinceId !== null && id <= page.sinceId) return false;
  if (page.untilId !== null && id >= page.untilId) return false;
  return post.createdAtMs >= page.startMs && post.createdAtMs < page.endMs;
}

function readPage({ query }: Request): Checked<Page> {
  const size = query.max_results === undefined ? DEFAULT_RESULTS : Number(query.max_results);
  if (!Number.isInteger(size) || size < MIN_RESULTS || size > MAX_RESULTS) {
    return wrong('max_results', query.max_results, `is not between ${MIN_RESULTS} and ${MAX_RESULTS}`);
  }
  const after =
    typeof query.pagination_token === 'string' ? Buffer.from(query.pagination_token, 'base64url').toString() : null;
  if (after !== null && !isId(after)) return wrong('pagination_token', query.pagination_token, 'is not valid');
  for (const name of ['since_id', 'until_id'])
    if (query[name] !== undefined && !isId(query[name])) return wrong(name, query[name], 'is not valid');
  const [startMs, endMs] = [query.start_time, query.end_time].map((time) =>
    typeof time === 'string' ? Date.parse(time) : null,
  );
  if (Number.isNaN(startMs)) return wrong('start_time', query.start_time, 'is not a valid RFC 3339 date-time');
  if (Number.isNaN(endMs)) return wrong('end_time', query.end_time, 'is not a valid RFC 3339 date-time');
  const exclude = typeof query.exclude === 'string' ? query.exclude.split(',') : [];
  const odd = exclude.find((each) => each !== 'retweets' && each !== 'replies');
  if (odd !== undefined) return wrong('exclude', odd, 'is not one of [replies,retweets]');
  return allowed({
    size,
    after,
    sinceId: isId(query.since_id) ? BigInt(query.since_id) : null,
    untilId: isId(query.until_id) ? BigInt(query.until_id) : null,
    startMs: startMs ?? Number.NEGATIVE_INFINITY,
    endMs: endMs ?? Number.POSITIVE_INFINITY,
    exclude,
  });
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9]{1,19}$/.test(value);
}

function wrong(parameter: string, value: unknown, problem: string): Checked<never> {
  const message = `The \`${parameter}\` query parameter value [${String(value)}] ${problem}`;
  return refused(invalidRequest({ message, parameters: { [parameter]: [String(value)] } }));
}
