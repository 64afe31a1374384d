import type { CommentDraft, PublicWrite } from '@fanfare/network';
import {
  type ContainerApi,
  prepareContainers,
  publishContainer,
  reconcileContainer,
  requireScope,
  withScopeRemedy,
} from '@fanfare/network-meta';
import { repliesScope } from './replies-scope.ts';

const required = repliesScope('first comments');

/**
 * First comments on Threads: a reply to the own post, made like a post (Meta, Threads create
 * replies, checked 2026-10). `auto_publish_text` is not documented for replies, and would leave no
 * container to ask.
 */
export function createComment(api: ContainerApi): PublicWrite<CommentDraft> {
  return {
    async prepare(call, { platformPostId, text }) {
      requireScope(required, call.credential);
      const params = { media_type: 'TEXT', text, reply_to_id: platformPostId };
      try {
        return await prepareContainers(call, api, { items: [{ params, video: false }], parent: null });
      } catch (error) {
        throw withScopeRemedy(required, error);
      }
    },
    send: (call, prepared) => publishContainer(call, api, prepared),
    // An empty text skips the search: replies are not on the timeline, where a post with the same
    // text would match, and listing replies needs a permission of its own (threads_read_replies). A
    // live reply whose id was lost stays without it.
    reconcile: (call, attempt) => reconcileContainer(call, api, attempt, { text: '', mediaType: 'TEXT_POST' }),
  };
}
