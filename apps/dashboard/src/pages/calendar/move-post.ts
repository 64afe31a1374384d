import { type CreatePostRequest, FanfareApiError, NotCancellableError, type Post } from '@fanfare/sdk';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { toLocalText } from '../../frame/local-time.ts';
import { formOfPost } from '../../posts/post-form.ts';
import { requestOf } from '../../posts/request-of-post.ts';

export type Move = {
  readonly post: Post;
  readonly at: Date;
  /** An earlier attempt may have cancelled the post. */
  readonly isRetry: boolean;
};

/**
 * The end of a move. `unchanged`: the post waits as before. `too_late`: it is no longer scheduled,
 * and nothing was changed. `unsure`: no answer came to the cancel. `left_over`: the post is
 * cancelled, and the new one is not there as far as anybody knows. The last two have a draft under
 * `key`.
 */
export type Moved =
  | { readonly is: 'moved'; readonly post: Post; readonly wasMovedBefore: boolean }
  | { readonly is: 'unchanged'; readonly error: unknown }
  | { readonly is: 'too_late' }
  | { readonly is: 'unsure' | 'left_over'; readonly error: unknown; readonly key: string };

const KEY_OF_MOVE = 'move-of-';

/** The post that a key moves; null for the key of anything else. */
export const postOfMove = (key: string): string | null =>
  key.startsWith(KEY_OF_MOVE) ? key.slice(KEY_OF_MOVE.length) : null;

/**
 * Moves a scheduled post: keeps its content as a draft, cancels it, and creates it again once the
 * cancel is confirmed. The key of the new post is made of the id of the old one: pressed twice, in
 * two tabs or after a lost answer, there is one new post.
 */
export async function movePost(projectId: string, { post, at, isRetry }: Move): Promise<Moved> {
  const key = `${KEY_OF_MOVE}${post.id}`;
  const { content, media: mediaItems } = post;
  const request = { ...requestOf(post), content, mediaItems, publishAt: at, idempotencyKey: key };
  let draftId: string;
  try {
    const { post: current } = await fanfare.posts.get(post.id);
    const mayGoOn = current.status === 'scheduled' || (isRetry && current.status === 'cancelled');
    if (!mayGoOn) return { is: 'too_late' };
    await refuseInvalid(request);
    draftId = await keepDraft(projectId, { post, at, request });
  } catch (error) {
    return isRetry ? { is: 'unsure', error, key } : { is: 'unchanged', error };
  }
  try {
    await fanfare.posts.cancel(post.id);
  } catch (error) {
    const isRefused = error instanceof FanfareApiError && error.status < 500;
    if (!isRefused) return { is: 'unsure', error, key };
    await dropDraft(projectId, draftId);
    return error instanceof NotCancellableError ? { is: 'too_late' } : { is: 'unchanged', error };
  }
  try {
    const { post: created, replayed } = await fanfare.posts.create(request);
    await dropDraft(projectId, draftId);
    const isThere = created.publishAt !== null && Date.parse(created.publishAt) === at.getTime();
    return { is: 'moved', post: created, wasMovedBefore: replayed && !isThere };
  } catch (error) {
    return { is: 'left_over', error, key };
  }
}

/** A post that its networks would not take any more is found before the old one is cancelled. */
async function refuseInvalid({ content, mediaItems = [], platforms }: CreatePostRequest): Promise<void> {
  const { valid, violations } = await fanfare.posts.validate({
    ...(content !== undefined && { content }),
    mediaItems,
    platforms,
  });
  if (!valid) throw new Error(violations.map(({ message }) => message).join(' '));
}

type Kept = {
  readonly post: Post;
  readonly at: Date;
  readonly request: CreatePostRequest & { idempotencyKey: string };
};

/** The composer opens it under the same key. */
async function keepDraft(projectId: string, { post, at, request }: Kept): Promise<string> {
  const { idempotencyKey, ...kept } = request;
  const publishAt = toLocalText(at);
  const content = { form: { ...formOfPost(post), publishAt }, request: { ...kept, publishAt: at.toISOString() } };
  const { draft } = await callApp('drafts.create', { params: { projectId }, body: { idempotencyKey, ...content } });
  // A draft of an earlier attempt has its time. Once the new post exists, the draft stays as it is.
  if (draft.postId === null && draft.form?.publishAt !== publishAt)
    await callApp('drafts.save', {
      params: { projectId, draftId: draft.id },
      body: { version: draft.version, ...content },
    });
  return draft.id;
}

/** A draft that stays does no harm: its key leads to the post that exists. */
const dropDraft = (projectId: string, draftId: string): Promise<unknown> =>
  callApp('drafts.delete', { params: { projectId, draftId } }).catch(() => undefined);
