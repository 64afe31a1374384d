import type { CommentDraft, NetworkAdapter, RepostDraft, UnpublishDraft } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { type SealedWrite, sealWrite } from './open-write.ts';

export type { SealedWrite } from './open-write.ts';

/** An adapter whose public writes only the write engine can make. */
export type SealedAdapter = Omit<NetworkAdapter, 'publish' | 'comment' | 'repost' | 'unpublish'> & {
  readonly publish: SealedWrite<Draft>;
  readonly comment?: SealedWrite<CommentDraft>;
  readonly repost?: SealedWrite<RepostDraft>;
  readonly unpublish?: SealedWrite<UnpublishDraft>;
};

/**
 * @example
 * const x = sealAdapter(createX(config));
 * await makeWrite(deps, { write: x.publish, input: draft, … });
 */
export function sealAdapter({ publish, comment, repost, unpublish, ...adapter }: NetworkAdapter): SealedAdapter {
  return {
    ...adapter,
    publish: sealWrite(publish),
    ...(comment && { comment: sealWrite(comment) }),
    ...(repost && { repost: sealWrite(repost) }),
    ...(unpublish && { unpublish: sealWrite(unpublish) }),
  };
}
