import { derivePublishKey, hashFiles } from '@fanfare/publish-key';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { planPost } from '../post/plan-post.ts';
import { platformsOf } from '../post/platforms-of.ts';
import type { GivenPost } from '../post/post-options.ts';
import { readPost } from '../post/read-post-file.ts';
import { uploadFiles } from '../post/upload-files.ts';
import { machineZone } from '../when/zoned-time.ts';
import { showDraft } from './show-drafts.ts';

type Given = GivenPost & { readonly text?: string | undefined; readonly note?: string | undefined };

/** Saves a post as a draft; nothing is published. */
export async function saveDraft(context: Context, { note, ...given }: Given): Promise<ExitCode> {
  const { output, clock, signal } = context;
  const written = await readPost(context, given);
  const fanfare = await context.fanfare();
  const now = clock.now();
  const { accounts } = await fanfare.accounts.list({}, { signal });
  const zone = given.zone ?? machineZone();
  const deps = { accounts, zone, now, platforms: () => platformsOf(fanfare, signal), mayHaveNoTarget: true };
  const planned = await planPost(deps, written);
  const hashes = await hashFiles(planned.content);
  const idempotencyKey = `draft-${derivePublishKey(planned.named, { now, hashes })}`;
  const request = await uploadFiles(context, fanfare, planned, hashes, now);
  const answer = await fanfare.drafts.create(
    { request, ...(note !== undefined && { note }) },
    { signal, idempotencyKey },
  );
  output.data(answer, () => showDraft(output, answer));
  return EXIT.done;
}
