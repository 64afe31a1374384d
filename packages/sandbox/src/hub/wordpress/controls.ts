import { readChoice, readFlag, readOptionalText, readText, refuseUnknown } from '../../read-json.ts';
import type { Simulator } from '../../simulator.ts';
import { DEFAULT_USERNAME, userOf } from '../users.ts';
import { livePost } from './post-store.ts';
import type { World } from './world.ts';

/** Controls of the WordPress hub alone: `POST /__sandbox/hub/{name}`. */
export function createWordpressControls(world: World): Simulator['controls'] {
  return {
    /** `{ answer }`: a wrong key makes a `visitor`, or each call is `refused`. */
    'wrong-key': (body) => {
      refuseUnknown(body, ['answer']);
      world.habits.wrongKey = readChoice(body, 'answer', ['visitor', 'refused']);
    },
    /** `{ kept }`: slugs of drafts are `unique` or `as-given`. */
    'draft-slugs': (body) => {
      refuseUnknown(body, ['kept']);
      world.habits.draftSlugs = readChoice(body, 'kept', ['unique', 'as-given']);
    },
    /** `{ on }`: whether lists of categories know `offset`. */
    'category-offset': (body) => {
      refuseUnknown(body, ['on']);
      world.habits.categoryOffset = readFlag(body, 'on') ? 'kept' : 'ignored';
    },
    /** `{ on }`: whether visitors get 401 from the REST API. */
    'needs-sign-in': (body) => {
      refuseUnknown(body, ['on']);
      world.habits.needsSignIn = readFlag(body, 'on');
    },
    /** `{ where }`: PHP prints a warning before JSON: `nothing`, `everywhere`, `writes`. */
    'php-warnings': (body) => {
      refuseUnknown(body, ['where']);
      world.habits.prints = readChoice(body, 'where', ['nothing', 'everywhere', 'writes']);
    },
    /** `{ on }`: comments wait for a moderator. */
    moderation: (body) => {
      refuseUnknown(body, ['on']);
      world.habits.moderation = readFlag(body, 'on');
    },
    /** `{ platformPostId, text, username? }`: somebody comments by hand. */
    comment: (body) => {
      refuseUnknown(body, ['platformPostId', 'text', 'username']);
      const post = livePost(world, Number(readText(body, 'platformPostId')));
      if (post?.status !== 'publish') throw new Error('there is no such post on the wordpress hub');
      const user = userOf(world.hub, readOptionalText(body, 'username') ?? DEFAULT_USERNAME);
      const id = ++world.lastCommentId;
      world.comments.set(id, {
        id,
        postId: post.id,
        parent: 0,
        authorId: user.id,
        authorName: user.name,
        content: readText(body, 'text'),
        date: world.context.clock.now(),
        status: 'approved',
      });
      return { id: String(id) };
    },
  };
}
