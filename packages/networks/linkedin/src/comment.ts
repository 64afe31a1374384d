import {
  type Answer,
  type Call,
  type CommentDraft,
  okOrThrow,
  type Prepared,
  type PublicWrite,
  type Sent,
  unclearAnswer,
} from '@fanfare/network';
import { sendRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { LINKEDIN_ERRORS } from './error-table.ts';
import { reconcileComment } from './reconcile-comment.ts';
import { requireWriteScope } from './social-scopes.ts';
import { authorUrn, restliValue } from './urn.ts';
import { CommentAnswer } from './wire.ts';

/**
 * A first comment by the member or the page below its own post. LinkedIn knows no idempotency key:
 * the one call of `send` is never repeated after an unknown outcome.
 */
export function createComment(config: LinkedinConfig): PublicWrite<CommentDraft> {
  return {
    prepare: async (call, draft) => prepare(call, draft),
    send: (call, prepared) => send(call, config, prepared),
    reconcile: (call, attempt) => reconcileComment(call, config, attempt),
  };
}

function prepare(call: Call, { platformPostId, text }: CommentDraft): Prepared {
  requireWriteScope(call, 'comments');
  return {
    handle: platformPostId,
    // Comments are plain text: an escape of little text would be seen by everybody
    // (gitroomhq/postiz-app issue 1847, checked 2026-11).
    body: { actor: authorUrn(call.account.platformUserId), object: platformPostId, message: { text } },
  };
}

/** LinkedIn, Comments API, 2026-11. `object` is the URN of the share, post or activity. */
async function send(call: Call, config: LinkedinConfig, { handle, body }: Prepared): Promise<Sent> {
  if (handle === null) throw new RangeError('A comment is sent below its handle, the URN of the post.');
  const answer = await sendRest(call, config, call.credential.accessToken, {
    path: `socialActions/${restliValue(handle)}/comments`,
    json: body,
    effect: 'public',
  });
  okOrThrow(call, LINKEDIN_ERRORS, answer, { on: 'comment', effect: 'public' });

  const id = readCommentId(answer);
  if (id !== null) return { platformPostId: id, url: null };
  // 201 is LinkedIn's own word for "created"; a page, or any other 2xx without an id, may come from
  // something in between.
  if (answer.status === 201 && (answer.text === '' || answer.json !== undefined))
    return { platformPostId: null, url: null };
  throw unclearAnswer('LinkedIn', 'the comment was created', answer);
}

/** The URN where LinkedIn gives it, else the number, from the body or a header. */
function readCommentId({ json, headers }: Answer): string | null {
  const read = CommentAnswer.safeParse(json);
  const { commentUrn, $URN, id } = read.success ? read.data : {};
  return commentUrn || $URN || id || headers['x-restli-id'] || null;
}
