import type { CreatePostRequest } from '@fanfare/sdk';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit-code.ts';
import { postOutcome } from '../post/post-outcome.ts';
import { sendPost } from '../post/send-post.ts';
import { showPost } from '../post/show-post.ts';
import { machineZone } from '../when/zoned-time.ts';

/** Publishes a draft under the key that it has. */
export async function publishDraft(context: Context, id: string): Promise<ExitCode> {
  const { output, signal } = context;
  const fanfare = await context.fanfare();
  const { draft } = await fanfare.drafts.get(id, { signal });
  const { idempotencyKey } = draft;
  output.note(`Key  ${idempotencyKey}`);
  // The service judges it: a draft may be incomplete.
  const request = { ...draft.request, idempotencyKey } as CreatePostRequest & { idempotencyKey: string };
  const created = await sendPost(context, fanfare, request, request.publishAt === undefined);
  if (created.replayed) output.note(`It was published before, as ${created.post.id}.`);
  const { accounts } = await fanfare.accounts.list({}, { signal });
  output.data({ ...created, idempotencyKey }, () =>
    showPost({ paint: output.paint, accounts, zone: machineZone() }, created.post, created.warnings),
  );
  return postOutcome(created.post);
}
