import type { CreatePostResponse, Post, Warning } from '@fanfare/contract';

/** The end of one `POST /posts`. */
export type CreatedPost =
  | { readonly state: 'published' | 'scheduled'; readonly post: Post; readonly warnings: readonly Warning[] }
  /** The key was used before; `isMismatch` when it was with another request. */
  | { readonly state: 'replayed'; readonly post: Post; readonly isMismatch: boolean };

export type CreateAnswer = {
  readonly status: 200 | 201 | 202;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CreatePostResponse;
};

const STATUS = { published: 201, scheduled: 202, replayed: 200 } as const;

/** The answer to a post that was not refused. A replay has no warnings. */
export function answerCreate(created: CreatedPost): CreateAnswer {
  const { state, post } = created;
  const status = STATUS[state];
  if (state !== 'replayed')
    return { status, headers: {}, body: { post, replayed: false, warnings: [...created.warnings] } };
  return {
    status,
    headers: created.isMismatch ? { 'Idempotency-Mismatch': 'true' } : {},
    body: { post, replayed: true, warnings: [] },
  };
}
