import type { ErrorRow } from './error-row.ts';

/** Refusals of a question for the counts of a post (X API, post lookup, checked 2026-08). */
export const METRICS_ERROR_ROWS: readonly ErrorRow[] = [
  {
    // Reading is part of paid access only (X, pricing).
    name: 'metrics_plan_missing',
    on: ['metrics'],
    when: [{ types: ['client-forbidden'] }, { text: /client-not-enrolled|official-client-forbidden/ }],
    code: 'permission_missing',
    message: 'The X app of this installation has no plan that may read posts.',
    remedy: 'Operator: attach the app to a project with a paid plan or credits in the X developer console.',
    operator: true,
  },
  {
    name: 'metrics_post_gone',
    on: ['metrics'],
    when: [
      { status: [404, 410] },
      { types: ['resource-not-found', 'resource-unavailable'] },
      { codes: [34, 63, 144] },
      { text: /could not find/i },
    ],
    code: 'content_rejected',
    message: 'X no longer has this post: it was deleted.',
    remedy: 'Nothing can be read of a deleted post.',
  },
  {
    name: 'metrics_not_visible',
    on: ['metrics'],
    when: [{ types: ['not-authorized-for-resource'] }, { codes: [179] }],
    code: 'content_rejected',
    message: 'X does not show this post to this account.',
    remedy: 'Open the post on x.com as this account.',
  },
];
