import { type Answer, forbidden, invalidRequest, missing, notFound, ok } from '../answers.ts';
import type { XPost } from '../content.ts';
import { type Call, charge } from '../endpoint.ts';
import { prices } from '../prices.ts';
import { readJsonBody } from '../read-body.ts';
import { numericId, record } from '../schema.ts';
import type { XWorld } from '../world.ts';
import { addPost, plainPost } from './posts.ts';

const rule = record({ tweet_id: numericId }, ['tweet_id']);

/** `POST /2/users/{id}/retweets`. */
export async function repost(world: XWorld, { req, person }: Call): Promise<Answer> {
  const read = await readJsonBody(req, rule);
  if (!read.ok) return read.answer;
  if (req.params.id !== person.id) return wrongPerson(req.params.id ?? '');
  const id = String(read.value.tweet_id);
  const wanted = world.state.posts.find(id);
  // Reposting a repost reposts the original.
  const original = wanted?.repostOfId ? world.state.posts.find(wanted.repostOfId) : wanted;
  if (!original) return missingPost(world, id);
  const author = world.state.people.get(original.authorId);
  const isBlocked = world.state.blocks.has(blockKey(original.authorId, person.id));
  if (author?.isProtected || isBlocked) return forbidden('You are not permitted to perform this action.');

  const existing = findRepost(world, person.id, original.id);
  if (existing) return alreadyReposted(world, existing);
  const text = `RT @${author?.username ?? ''}: ${original.text}`;
  const entry = addPost(world, person, { ...plainPost, text, repostOfId: original.id });
  charge(world, prices.interaction);
  return reposted(world, entry);
}

/** Key of `blocks`: an author who blocks a reader. */
export function blockKey(authorId: string, readerId: string): string {
  return `${authorId} ${readerId}`;
}

/** `DELETE /2/users/{id}/retweets/{tweet_id}`: succeeds with or without an existing repost. */
export function undoRepost(world: XWorld, { req, person }: Call): Answer {
  if (req.params.id !== person.id) return wrongPerson(req.params.id ?? '');
  const existing = findRepost(world, person.id, req.params.tweet_id ?? '');
  if (existing) {
    world.state.posts.remove(existing);
    charge(world, prices.interactionUndone);
  }
  return ok({ data: { retweeted: false } });
}

function findRepost(world: XWorld, personId: string, originalId: string): XPost | null {
  return world.state.posts.repostsOf(originalId).find((post) => post.authorId === personId) ?? null;
}

/** All three forms are seen on the real network. */
function alreadyReposted(world: XWorld, existing: XPost): Answer {
  switch (world.state.settings.alreadyReposted) {
    case 'invalid-request':
      return invalidRequest({ message: 'You cannot retweet a Tweet that you have already retweeted.' });
    case 'code-327':
      return { status: 403, body: { errors: [{ code: 327, message: 'You have already retweeted this Tweet.' }] } };
    case 'ok':
      return reposted(world, existing);
  }
}

function reposted(world: XWorld, { id }: XPost): Answer {
  return ok({ data: { retweeted: true, ...(world.state.settings.repostIdShown && { rest_id: id }) } });
}

function missingPost(world: XWorld, id: string): Answer {
  switch (world.state.settings.missingRepost) {
    case 'not-found':
      return notFound('tweet', 'tweet_id', id);
    case 'invalid-request':
      return invalidRequest({ message: `Could not find tweet with tweet_id: [${id}].` });
    case 'errors':
      return ok({ errors: [missing('tweet', 'tweet_id', id)] });
  }
}

function wrongPerson(id: string): Answer {
  return forbidden(`The \`id\` query parameter value [${id}] must be the same as the authenticating user.`);
}
