import { KEY_SCOPES } from '@fanfare/contract';
import { isKeyScope, judgeScope } from '@fanfare/rules';
import { expect, it } from 'vitest';

it('allows what the scope includes, and names the scope that is missing', () => {
  const refused = KEY_SCOPES.flatMap((scope) => KEY_SCOPES.flatMap((needs) => judgeScope(scope, needs)?.message ?? []));
  expect(refused).toEqual([
    'This call needs a key with the scope "draft"; this key has the scope "read".',
    'This call needs a key with the scope "publish"; this key has the scope "read".',
    'This call needs a key with the scope "all"; this key has the scope "read".',
    'This call needs a key with the scope "publish"; this key has the scope "draft".',
    'This call needs a key with the scope "all"; this key has the scope "draft".',
    'This call needs a key with the scope "all"; this key has the scope "publish".',
  ]);
  expect(judgeScope('read', 'all')?.code).toBe('insufficient_scope');
});

it('knows the names of scopes', () => {
  expect(['all', 'publish', 'draft', 'read', 'ALL', '', 'write'].filter(isKeyScope)).toEqual([
    ...['all', 'publish', 'draft', 'read'],
  ]);
});
