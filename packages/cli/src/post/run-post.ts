import { randomUUID } from 'node:crypto';
import { derivePublishKey, hashFiles } from '@fanfare/publish-key';
import type { Post } from '@fanfare/sdk';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit-code.ts';
import { showWhen } from '../when/show-when.ts';
import { machineZone } from '../when/zoned-time.ts';
import { type PlannedPost, planPost } from './plan-post.ts';
import { platformsOf } from './platforms-of.ts';
import type { GivenPost } from './post-options.ts';
import { postOutcome } from './post-outcome.ts';
import { readPost } from './read-post-file.ts';
import { runCheck } from './run-check.ts';
import { sendPost } from './send-post.ts';
import { showPost } from './show-post.ts';
import { uploadFiles } from './upload-files.ts';

type Given = GivenPost & {
  readonly text?: string | undefined;
  readonly key?: string | undefined;
  readonly forceNew?: true | undefined;
  readonly wait?: true | undefined;
  readonly dryRun?: true | undefined;
};

/** Publishes a post, and waits for its result unless it is scheduled. */
export async function runPost(
  context: Context,
  { key: givenKey, forceNew, wait, dryRun, ...given }: Given,
): Promise<ExitCode> {
  if (dryRun) return runCheck(context, given);
  const { output, clock, signal } = context;
  const zone = given.zone ?? machineZone();
  const written = await readPost(context, given);
  const fanfare = await context.fanfare();
  const now = clock.now();
  const { accounts } = await fanfare.accounts.list({}, { signal });
  const planned = await planPost({ accounts, platforms: () => platformsOf(fanfare, signal), zone, now }, written);
  const hashes = await hashFiles(planned.content);
  const key =
    givenKey ?? (forceNew ? `new-${randomUUID()}` : (written.key ?? derivePublishKey(planned.named, { now, hashes })));
  // Before the first byte: whoever is stopped from here on can go on with the key.
  output.note(`Key  ${key}`);
  if (planned.publishAt) output.note(`Time ${showWhen(planned.publishAt, zone)} = ${planned.publishAt.toISOString()}`);
  const request = { ...(await uploadFiles(context, fanfare, planned, hashes, now)), idempotencyKey: key };
  const created = await sendPost(context, fanfare, request, planned.publishAt === null || wait === true);
  const { post, replayed, warnings } = created;
  if (replayed) output.note(replayNote(post, planned));
  output.data({ ...created, idempotencyKey: key }, () =>
    showPost({ paint: output.paint, accounts, zone }, post, warnings),
  );
  if (post.status === 'scheduled')
    output.note(`It waits at the service. To cancel it: fanfare-cli posts cancel ${post.id}`);
  const isRetryable = post.targets.some(({ errorDetail }) => errorDetail?.retryable);
  if (isRetryable) output.note(`Try again what failed: fanfare-cli posts retry-failed ${post.id}`);
  return postOutcome(post);
}

function replayNote(post: Post, { publishAt }: PlannedPost): string {
  const said = `This was sent before, as ${post.id}: nothing is published again. For a second post on purpose: --force-new`;
  if (post.status === 'cancelled') return `${said}\nThat post is cancelled.`;
  const isMoved =
    publishAt !== null && post.publishAt !== null && new Date(post.publishAt).getTime() !== publishAt.getTime();
  return isMoved ? `${said}\nIts time stays ${post.publishAt}.` : said;
}
