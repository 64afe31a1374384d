import type { IDataObject } from 'n8n-workflow';

type Common = {
  readonly id: string;
  readonly accountId: string;
  readonly platform: string;
  readonly thread?: readonly { readonly status: string }[];
  readonly requested: IDataObject;
};

/** The result of a post on one account. */
export type Target =
  | (Common & { readonly status: 'pending' })
  | (Common & { readonly status: 'published'; readonly url: string | null })
  | (Common & {
      readonly status: 'failed';
      readonly errorDetail: {
        readonly code: string;
        readonly message: string;
        readonly remedy: string;
        readonly retryable: boolean;
      };
    });

/** The part of a post of the API that the node reads. */
export type Post = {
  readonly id: string;
  readonly status: string;
  readonly content: string;
  readonly publishAt: string | null;
  readonly targets: readonly Target[];
};

/** Whether every target, and every post of its thread, has its final status. */
export const isSettled = (post: Post): boolean =>
  post.targets.every(
    ({ status, thread = [] }) => status !== 'pending' && thread.every((one) => one.status !== 'pending'),
  );
