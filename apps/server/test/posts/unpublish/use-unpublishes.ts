import type { Post, Target, TargetUnpublish, UnpublishPostResponse } from '@fanfare/contract';
import { expect } from 'vitest';
import { MOMENT } from '../../expected-post.ts';
import type { Project, Reply, TestServer } from '../../harness.ts';
import type { Person } from '../../use-server.ts';

export const DELETE = '^/2/tweets/\\d+$';

export const unpublish = (project: Project, postId: string, body?: unknown): Promise<Reply<UnpublishPostResponse>> =>
  project.call<UnpublishPostResponse>('POST', `/api/v1/posts/${postId}/unpublish`, body);

let posts = 0;

export const published = async (person: Person): Promise<Post> =>
  (await person.publish({ content: `Post ${++posts}` })).body.post;

/** The number of deletions that this person sent. */
export const deletions = async (person: Person): Promise<number> =>
  (await person.calls()).filter(({ method }) => method === 'DELETE').length;

export const readTarget = async (person: Person, postId: string): Promise<Target> =>
  (await person.project.call<{ post: Post }>('GET', `/api/v1/posts/${postId}`)).body.post.targets[0]!;

const outcome = (target: Target, fields: Partial<TargetUnpublish>): { targets: TargetUnpublish[] } => {
  const { id: targetId, accountId, platform } = target;
  const failed = { status: 'failed', error: null, unpublishedAt: null } as const;
  return { targets: [{ targetId, accountId, platform, ...failed, ...fields }] };
};

export const removed = (post: Post) => outcome(post.targets[0]!, { status: 'unpublished', unpublishedAt: MOMENT });

export const failed = (post: Post, error: RegExp) =>
  outcome(post.targets[0]!, { error: expect.stringMatching(error) as string });

/** The events of a project about removals. */
export async function removalEvents(server: TestServer, person: Person): Promise<unknown[]> {
  const { rows } = await server.db.query<{ type: string }>({
    text: `select type from events where type = 'target.unpublished'
             and project_id in (select project_id from accounts where platform_user_id = $1)`,
    values: [person.account.platformUserId],
  });
  return rows.map(({ type }) => type);
}
