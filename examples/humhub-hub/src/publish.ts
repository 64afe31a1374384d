import type { HubDriver, HubPost, HubWriteCall } from '@fanfare/hub';
import {
  type AcceptedStep,
  type Answer,
  type Json,
  NetworkError,
  type Prepared,
  readAnswer,
  repeatSoon,
  type Sent,
  unclearAnswer,
  unreadableAnswer,
} from '@fanfare/network';
import { changeHidden, publishRest } from './call-humhub.ts';
import { readMe } from './connect.ts';
import { reconcile } from './reconcile.ts';
import { type AttachedImage, toMessage } from './to-message.ts';
import { uploadImage } from './upload-image.ts';
import { visibilityOf } from './visibility-of.ts';
import { PostAnswer, VISIBILITY } from './wire.ts';

/**
 * Publishing on HumHub, which attaches images to posts only once they exist. So the post is made
 * first, visible to its owner alone; images and the final message follow; and one call makes it
 * public. To make a public post public again changes nothing.
 */
export const publish: HubDriver['publish'] = { prepare, send, reconcile, discard };

async function prepare(call: HubWriteCall, post: HubPost): Promise<Prepared> {
  const postId = await call.step({ kind: 'container', ordinal: 0, send: () => makeHidden(call, post) });
  const images: AttachedImage[] = [];
  for (const [mediaIndex, { url, altText }] of post.images.entries()) {
    const guid = await call.step({
      kind: 'media',
      ordinal: mediaIndex,
      send: () => uploadImage(call, { postId, url, mediaIndex }),
    });
    images.push({ guid, altText });
  }
  if (images.length > 0) {
    const message = toMessage(post.text, images);
    await call.step({ kind: 'container', ordinal: 1, send: () => writeMessage(call, postId, message) });
  }
  return { handle: postId, body: visibilityOf(post) };
}

/**
 * Makes the post for its owner alone. After a lost answer it stays hidden, and a new one is made.
 */
function makeHidden(call: HubWriteCall, { text, images }: HubPost): Promise<string> {
  // Messages may not be empty, and a post of images alone has none yet.
  const message = toMessage(text, []) || `${images.length}`;
  const metadata = { visibility: VISIBILITY.owner };
  return repeatSoon(call, async () => {
    const container = (await call.findSpace())?.id ?? String((await readMe(call)).account.contentcontainer_id);
    const route = `post/container/${encodeURIComponent(container)}`;
    const body = { json: { data: { message, content: { metadata } } } };
    const answer = await changeHidden(call, { route, body, on: 'draft' });
    const made = readAnswer('HumHub', PostAnswer, answer, 'a hidden post');
    if (made.content.metadata.visibility === VISIBILITY.owner) return String(made.id);
    throw await notHidden(call, made.id);
  });
}

/** A HumHub that ignores the visibility would show a post before its images are there. */
async function notHidden(call: HubWriteCall, id: number): Promise<NetworkError> {
  await deletePost(call, String(id));
  return new NetworkError({
    code: 'content_rejected',
    outcome: 'rejected',
    message: 'This HumHub cannot keep a post hidden until it is complete. The post was deleted again.',
    remedy: 'Update HumHub and its REST API module.',
  });
}

/** A page with the status 200 is no answer: the post would go out without its images. */
async function writeMessage(call: HubWriteCall, postId: string, message: string): Promise<string> {
  const body = { json: { data: { message } } };
  const answer = await repeatSoon(call, () =>
    changeHidden(call, { method: 'PUT', route: routeOf(postId), body, on: 'draft' }),
  );
  const { id } = readAnswer('HumHub', PostAnswer, answer, 'the message of a post');
  if (String(id) !== postId) throw unreadableAnswer('HumHub', 'the message of a post', answer.status);
  return postId;
}

async function send(call: HubWriteCall, { handle, body: visibility }: Prepared): Promise<Sent> {
  const body = { json: { data: { content: { metadata: { visibility } } } } };
  const answer = await publishRest(call, { method: 'PUT', route: routeOf(handle ?? ''), body, on: 'publish' });
  const url = addressOf(answer, { handle, visibility });
  if (url === null) throw unclearAnswer('HumHub', 'the post was made public', answer);
  return { platformPostId: handle, url };
}

type Wanted = { readonly handle: string | null; readonly visibility: Json };

function addressOf({ json }: Answer, { handle, visibility }: Wanted): string | null {
  const post = PostAnswer.safeParse(json).data;
  const isDone = post && String(post.id) === handle && post.content.metadata.visibility === visibility;
  return isDone ? post.content.metadata.url : null;
}

/** Deletes the hidden post, and with it what is attached to it. */
async function discard(call: HubWriteCall, steps: readonly AcceptedStep[]): Promise<void> {
  const hidden = steps.find(({ kind, ordinal }) => kind === 'container' && ordinal === 0);
  if (hidden) await deletePost(call, hidden.handle);
}

async function deletePost(call: HubWriteCall, postId: string): Promise<void> {
  try {
    await repeatSoon(call, () => changeHidden(call, { method: 'DELETE', route: routeOf(postId), on: 'draft' }));
  } catch (error) {
    const isGone = error instanceof NetworkError && error.facts.networkCode === '404';
    if (!isGone) throw error;
  }
}

const routeOf = (postId: string): string => `post/${encodeURIComponent(postId)}`;
