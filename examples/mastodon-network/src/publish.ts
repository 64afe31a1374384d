import {
  bearer,
  type Call,
  type CommentDraft,
  okOrThrow,
  type Prepared,
  type PublicWrite,
  type Sent,
  unclearAnswer,
} from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { MastodonConfig } from './config.ts';
import { MASTODON_ERRORS } from './error-table.ts';
import { reconcileStatus } from './reconcile-status.ts';
import { requireScopes } from './require-scopes.ts';
import { fromHandle, toHandle } from './status-handle.ts';
import { uploadMedia } from './upload-media.ts';
import { StatusAnswer } from './wire.ts';

/** Publishing: uploads, then one status with a key. Visibility is the account's default. */
export function createPublish(config: MastodonConfig): PublicWrite<Draft> {
  return {
    async prepare(call, draft) {
      requireScopes(call.credential, ['write:statuses'], 'posts');
      if (draft.media.length > 0) requireScopes(call.credential, ['write:media'], 'images and videos');
      const mediaIds: string[] = [];
      for (const [mediaIndex, item] of draft.media.entries())
        mediaIds.push(await uploadMedia(call, config, { item, mediaIndex }));
      const key = await keyOf(call, config);
      const handle = toHandle({ key, text: draft.content, mediaIds, inReplyTo: null });
      return { handle, body: null };
    },
    send: (call, prepared) => send(call, config, prepared),
    reconcile: (call, attempt) =>
      reconcileStatus(call, config, attempt, {
        text: attempt.input.content,
        mediaCount: attempt.input.media.length,
        inReplyTo: null,
      }),
  };
}

/** A first comment: a status that answers the account's own. */
export function createComment(config: MastodonConfig): PublicWrite<CommentDraft> {
  return {
    async prepare(call, { platformPostId, text }) {
      requireScopes(call.credential, ['write:statuses'], 'comments');
      const key = await keyOf(call, config);
      const handle = toHandle({ key, text, mediaIds: [], inReplyTo: platformPostId });
      return { handle, body: null };
    },
    send: (call, prepared) => send(call, config, prepared),
    reconcile: (call, attempt) => {
      const { text, platformPostId } = attempt.input;
      return reconcileStatus(call, config, attempt, { text, mediaCount: 0, inReplyTo: platformPostId });
    },
  };
}

/** A hidden step, so that the next run uses the key that this one chose. */
function keyOf(call: Call, config: MastodonConfig): Promise<string> {
  return call.step({ kind: 'container', ordinal: 0, send: async () => config.newKey() });
}

/** Mastodon, statuses methods, Post a new status (checked 2026-11). */
async function send(call: Call, config: MastodonConfig, { handle }: Prepared): Promise<Sent> {
  const { key, text, mediaIds, inReplyTo } = fromHandle(handle);
  const answer = await call.http({
    method: 'POST',
    url: `${config.url}/api/v1/statuses`,
    headers: { ...bearer(call.credential.accessToken), 'idempotency-key': key },
    body: {
      json: {
        ...(text.trim() === '' ? {} : { status: text }),
        ...(mediaIds.length === 0 ? {} : { media_ids: mediaIds }),
        ...(inReplyTo === null ? {} : { in_reply_to_id: inReplyTo }),
      },
    },
    effect: 'public',
    signal: call.signal,
  });
  okOrThrow(call, MASTODON_ERRORS, answer, { on: 'status', effect: 'public' });
  const read = StatusAnswer.safeParse(answer.json);
  if (read.success) return { platformPostId: read.data.id, url: read.data.url ?? null };
  throw unclearAnswer('Mastodon', 'the post was published', answer);
}
