import type { CreateRepostResponse, Post, RepostPostResponse } from '@fanfare/contract';
import { findDifferences } from '../../../src/usage/audit.table.ts';
import type { Project, Reply, TestServer } from '../../harness.ts';
import { jsonOf, type Person } from '../../use-server.ts';

export const repostPost = <Body = RepostPostResponse>(
  project: Project,
  postId: string,
  body?: unknown,
): Promise<Reply<Body>> => project.call<Body>('POST', `/api/v1/posts/${postId}/repost`, body);

export const createRepost = <Body = CreateRepostResponse>(project: Project, body: unknown): Promise<Reply<Body>> =>
  project.call<Body>('POST', '/api/v1/reposts', body);

/** The post of a stranger by its id, reposted by this person. */
export const repostId = (person: Person, platformPostId: string): Promise<Reply<CreateRepostResponse>> =>
  createRepost(person.project, { platform: 'x', platformPostId, accountIds: [person.account.id] });

export const published = async (person: Person, content = 'Hello'): Promise<Post> =>
  (await person.publish({ content })).body.post;

let strangers = 0;

/** A person on X who is not connected, and their post. */
export async function postOfStranger(server: TestServer): Promise<{ readonly username: string; readonly id: string }> {
  const username = `stranger_${++strangers}`;
  await server.sandbox.addProfile('x', { username, name: username });
  await server.sandbox.control('x', 'post', { username, text: `Post of ${username}` });
  const [post] = await server.sandbox.posts('x', username);
  return { username, id: post!.id };
}

/** The repost requests of this person, answered or not; null for one it has not read yet. */
export async function repostCalls(person: Person): Promise<(string | null)[]> {
  const calls = (await person.calls()).filter(({ path }) =>
    path.endsWith(`/${person.account.platformUserId}/retweets`),
  );
  return calls.map((call) => (jsonOf(call) as { tweet_id: string } | null)?.tweet_id ?? null);
}

/** The usernames of a post's reposters, as readers see them. */
export async function repostersOf(server: TestServer, platformPostId: string | null): Promise<readonly string[]> {
  const post = (await server.sandbox.posts('x')).find(({ id }) => id === platformPostId);
  if (!post) throw new Error(`there is no post ${platformPostId}`);
  return post.repostedBy;
}

/** This person reposts by hand, in the app. */
export async function repostByHand(server: TestServer, person: Person, platformPostId: string): Promise<void> {
  const { accessToken } = (await person.control('issue-token')) as { accessToken: string };
  const response = await fetch(`${server.sandbox.url}/x/api/2/users/${person.account.platformUserId}/retweets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tweet_id: platformPostId }),
  });
  if (!response.ok) throw new Error(`reposting by hand answered ${response.status}`);
}

/** The findings of `fanfare audit`; empty when the accounting agrees. */
export const differences = (server: TestServer) => findDifferences(server.db);

/** Reservations and ledger rows of reposts in the project of this person. */
export async function accountingOf(server: TestServer, { account }: Person) {
  const values = [account.platformUserId];
  const own = 'project_id in (select project_id from accounts where platform_user_id = $1)';
  const reserved = await server.db.query<{ units: number; state: string }>({
    text: `select units, state from reservations where kind = 'repost' and ${own} order by state`,
    values,
  });
  const ledger = await server.db.query<{ units: number }>({
    text: `select units from usage_events where kind = 'repost' and ${own}`,
    values,
  });
  return { reserved: reserved.rows, ledger: ledger.rows };
}

/** Uses so much of this month, through targets that no longer exist. */
export async function spend(server: TestServer, { account }: Person, units: number): Promise<void> {
  await server.db.query({
    text: `with own as (select project_id from accounts where platform_user_id = $1), month as (select date_trunc('month', $3::timestamptz)::date as start),
           counter as (
             insert into quota_periods (project_id, period_start, allowance, overage, used) select project_id, start, 100, true, $2 from own, month
           )
           insert into usage_events (project_id, id, subject, kind, period_start, units)
           select project_id, gen_random_uuid(), 'target:' || gen_random_uuid(), 'publish', start, $2 from own, month`,
    values: [account.platformUserId, units, new Date(server.clock.now())],
  });
}
