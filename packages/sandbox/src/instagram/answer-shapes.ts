import { graphTimestamp, type Node } from '../meta/graph/fields.ts';
import type { Token } from '../meta/login/tokens.ts';
import type { MetaProfile } from '../meta/profiles.ts';
import type { InstagramComment } from './posts.ts';

/** Answers in several shapes. The first is what the live network sends most often. */
export type AnswerShapes = {
  /** The form of the code exchange: the documentation wraps it in `data`, live it is flat. */
  readonly exchange: 'flat' | 'wrapped';
  readonly me: 'flat' | 'wrapped';
  readonly statusCode: 'present' | 'absent';
  /** Omitted when the person hides like counts. */
  readonly likeCount: 'present' | 'absent';
};

export const ordinaryShapes: AnswerShapes = {
  exchange: 'flat',
  me: 'flat',
  statusCode: 'present',
  likeCount: 'present',
};

/**
 * Answer of the code exchange. Flat, as seen live: `user_id` a bare number above 2^53,
 * `permissions` a list. Wrapped, as documented (Meta, business login, checked 2026-03): both texts.
 */
export function exchangeBody(token: Token, profile: MetaProfile, shape: AnswerShapes['exchange']): string {
  if (shape === 'wrapped') {
    const grant = { access_token: token.value, user_id: profile.scopedId, permissions: token.scopes.join(',') };
    return JSON.stringify({ data: [grant] });
  }
  return `{"access_token":${JSON.stringify(token.value)},"user_id":${profile.scopedId},"permissions":${JSON.stringify(token.scopes)}}`;
}

export function commentNode(comment: InstagramComment): Node {
  return {
    type: 'IGComment',
    byDefault: ['id', 'text', 'timestamp'],
    fields: {
      id: comment.id,
      text: comment.text,
      timestamp: graphTimestamp(comment.at),
      username: comment.username,
      like_count: 0,
      hidden: false,
    },
  };
}
