/** How each route is asked by somebody whom nothing belongs to: a method, and a path of the right form. */
export const ROUTES: readonly { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string }[] = [
  { method: 'POST', path: '/accounts/connect' },
  { method: 'POST', path: '/accounts/connect-hub' },
  { method: 'GET', path: '/accounts' },
  { method: 'GET', path: '/accounts/acc_00000000000000000000000000' },
  { method: 'DELETE', path: '/accounts/acc_00000000000000000000000000' },
  { method: 'GET', path: '/accounts/acc_00000000000000000000000000/spaces' },
  { method: 'POST', path: '/posts' },
  { method: 'GET', path: '/posts' },
  { method: 'POST', path: '/posts/validate' },
  { method: 'GET', path: '/posts/post_00000000000000000000000000' },
  { method: 'POST', path: '/posts/post_00000000000000000000000000/cancel' },
  { method: 'POST', path: '/posts/post_00000000000000000000000000/repost' },
  { method: 'GET', path: '/posts/post_00000000000000000000000000/metrics' },
  { method: 'POST', path: '/reposts' },
  { method: 'GET', path: '/platforms' },
  { method: 'GET', path: '/usage' },
];
