import type { CommentDraft, PublicWrite } from '@fanfare/network';
import { callGraph, createdSchema, type RequiredScope, requireScope } from '@fanfare/network-meta';
import { z } from 'zod';
import { type InstagramConfig, versionedGraph } from './config.ts';
import { reconcileComment } from './reconcile-comment.ts';

const required: RequiredScope = {
  network: 'Instagram',
  scope: 'instagram_business_manage_comments',
  purpose: 'first comments',
};

const bodySchema = z.object({ platformPostId: z.string(), text: z.string() });

/** First comments on Instagram: one call, which only the comments show later. */
export function createComment(config: InstagramConfig): PublicWrite<CommentDraft> {
  const graph = versionedGraph(config);
  return {
    async prepare(call, { platformPostId, text }) {
      requireScope(required, call.credential);
      return { handle: null, body: { platformPostId, text } };
    },
    async send(call, prepared) {
      const { platformPostId, text } = bodySchema.parse(prepared.body);
      const { id } = await callGraph(call, graph, {
        method: 'POST',
        path: `${encodeURIComponent(platformPostId)}/comments`,
        params: { message: text },
        token: call.credential.accessToken,
        effect: 'public',
        answer: createdSchema,
      });
      return { platformPostId: id, url: null };
    },
    reconcile: (call, attempt) => reconcileComment(call, graph, required, attempt),
  };
}
