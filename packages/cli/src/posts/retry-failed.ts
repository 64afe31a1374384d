import { type CreatePostRequest, failedTargets, type Post, type Target, type TargetRequest } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { postOutcome } from '../post/post-outcome.ts';
import { showPost } from '../post/show-post.ts';
import { machineZone } from '../when/zoned-time.ts';

type Given = {
  readonly retryableOnly?: true | undefined;
  readonly includeUnknown?: true | undefined;
  readonly dryRun?: true | undefined;
};

export async function retryFailed(context: Context, id: string, given: Given): Promise<ExitCode> {
  const { output, signal } = context;
  const fanfare = await context.fanfare();
  const { post } = await fanfare.posts.get(id, { signal });
  if (post.targets.some(({ status }) => status === 'pending'))
    throw new CliError(`Post ${id} has no result yet. Wait for it: fanfare-cli posts wait ${id}`, EXIT.tryAgain);
  const request = failedTargets(requestOf(post), post, {
    retryableOnly: given.retryableOnly === true,
    includeOutcomeUnknown: given.includeUnknown === true,
  });
  if (post.targets.some(({ errorDetail }) => errorDetail?.code === 'outcome_unknown') && !given.includeUnknown)
    output.note(
      'Left out: targets whose outcome is unknown. Look at these accounts; --include-unknown sends them, too.',
    );
  if (request === null) throw new CliError(`Post ${id} has no target to send again.`);
  if (given.dryRun) {
    output.data(request, () => request.platforms.map((one) => `${one.platform}  ${one.accountId}\n`).join(''));
    return EXIT.done;
  }
  output.note(`Key  ${request.idempotencyKey}`);
  const onProgress = ({ targets }: Post): void =>
    output.progress(targets.map(({ platform, status }) => `${platform} ${status}`).join(' · '));
  const created = await fanfare.posts.createAndWait(request, { signal, onProgress });
  if (created.replayed) output.note(`This was tried before, as ${created.post.id}. If it failed, retry that post.`);
  const { accounts } = await fanfare.accounts.list({}, { signal });
  output.data({ ...created, idempotencyKey: request.idempotencyKey }, () =>
    showPost({ paint: output.paint, accounts, zone: machineZone() }, created.post, created.warnings),
  );
  return postOutcome(created.post);
}

/** The request that makes the same post: each target as it was requested. */
const requestOf = ({ targets }: Post): CreatePostRequest => ({ platforms: targets.map(targetOf) });

function targetOf({ platform, accountId, requested }: Target): TargetRequest {
  const given = Object.entries(requested).filter(([, value]) => value !== null && value !== false);
  return { platform, accountId, ...Object.fromEntries(given) };
}
