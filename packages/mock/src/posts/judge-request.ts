import { type CreatePostBody, LIMITS } from '@fanfare/contract';
import { type JudgedPost, judgePost } from '@fanfare/rules';
import { iso, type MockState } from '../mock-state.ts';
import { rulesOf } from '../network-rules.ts';
import { invalidField, RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'isHostAllowed'>;

/** Steps 1 to 4 of a publish that need more than the shape: time, accounts, platforms, content. Throws the refusal of the first three. */
export function judgeRequest(
  { world, clock, isHostAllowed }: Deps,
  project: Project,
  body: Pick<CreatePostBody, 'content' | 'mediaItems' | 'platforms' | 'publishAt'>,
): JudgedPost {
  const now = clock.now();
  if (body.publishAt !== undefined && Date.parse(body.publishAt) < now - LIMITS.publishAtToleranceMs.value) {
    throw invalidField(
      'publishAt',
      `publishAt lies in the past (it is ${iso(now)} now). Give a time in the future, or leave it out to publish at once.`,
    );
  }
  const named = body.platforms.flatMap(({ accountId }) => {
    const account = world.accounts.get(accountId);
    return account?.projectId === project.id ? [account] : [];
  });
  const accounts = new Map(named.map((account) => [account.id, account]));
  const judged = judgePost({ accounts, rulesOf, isHostAllowed }, body);
  if (judged.ok) return judged.post;
  throw new RequestRefusal(judged.refusal);
}
