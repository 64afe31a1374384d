import { appContract } from '@fanfare/app-contract';
import { noSuch } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { RequestError } from '../../http/request-error.ts';
import { toPost } from '../../posts/to-post.ts';
import { fromPublicId } from '../../process/ids.ts';
import { appHandlers, projectOf } from './access.ts';
import { listAttention } from './list-attention.ts';
import { deleteDismissal, insertDismissal } from './post-dismissals.table.ts';
import { readPostLinks } from './post-links.ts';

type Deps = { readonly db: Database };

/** Failed posts that need attention, and links between posts. */
export function attentionHandlers(deps: Deps) {
  const { db } = deps;
  return {
    attention: appHandlers(appContract.attention, {
      list: async ({ query, caller }) => {
        const posts = await listAttention(deps, projectOf(caller).id, new Date(query.since));
        return { status: 200, body: { posts: posts.map(toPost) } };
      },

      dismiss: async ({ params, caller }) => {
        if (!(await insertDismissal(db, projectOf(caller).id, postIdOf(params.postId))))
          throw new RequestError(noSuch('post'));
        return { status: 200, body: { dismissed: true } };
      },

      restore: async ({ params, caller }) => {
        if (!(await deleteDismissal(db, projectOf(caller).id, postIdOf(params.postId))))
          throw new RequestError(noSuch('post'));
        return { status: 200, body: { dismissed: false } };
      },
    }),

    postLinks: appHandlers(appContract.postLinks, {
      list: async ({ query, caller }) => ({
        status: 200,
        body: { posts: await readPostLinks(deps, projectOf(caller).id, query.postIds) },
      }),
    }),
  };
}

function postIdOf(publicId: string): string {
  const id = fromPublicId('post', publicId);
  if (id === null) throw new RequestError(noSuch('post'));
  return id;
}
