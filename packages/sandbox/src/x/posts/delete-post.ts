import { type Answer, forbidden, notFound, ok } from '../answers.ts';
import { type Call, charge } from '../endpoint.ts';
import { prices } from '../prices.ts';
import type { XWorld } from '../world.ts';

/** `DELETE /2/tweets/{id}`. */
export function deletePost(world: XWorld, { req, person }: Call): Answer {
  const id = req.params.id ?? '';
  const post = world.state.posts.find(id);
  if (!post) return notFound('tweet', 'id', id);
  if (post.authorId !== person.id) return forbidden('You are not authorized to delete this Tweet.');
  world.state.posts.remove(post);
  charge(world, prices.interactionUndone);
  return ok({ data: { deleted: true } });
}
