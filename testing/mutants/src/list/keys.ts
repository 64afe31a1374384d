import { mutantsOf } from '../mutant.ts';

/** Keys and sessions. */
export const KEYS = [
  ...mutantsOf('When the dashboard or the command says that a key is revoked', [
    [
      'a revoked key works',
      'apps/server/src/callers/callers.table.ts',
      "'k.revoked_at is null and (k.expires_at is null",
      "'(k.expires_at is null",
      'apps/server/test/operator/cli/keys.test.ts',
    ],
    [
      'a revocation is confirmed while servers still accept the key',
      'apps/server/src/operator/cli/keys.ts',
      '    await awaitKeyChange();\n',
      '',
      'apps/server/test/operator/cli/keys.test.ts',
    ],
  ]),
  ...mutantsOf('A [connected app](oauth.md) is refused by every server', [
    [
      'an app of a person who has left goes on',
      'apps/server/src/dashboard/api/change-members.ts',
      'const endedApps = await revokeAppsOf(tx, member);',
      'const endedApps = 0;',
      'apps/server/test/oauth/tokens.test.ts',
    ],
    [
      'an app gets more than its client asked for',
      'apps/server/src/oauth/authorize.routes.ts',
      "choices.find((choice) => choice === fieldOf(req, 'scope'))",
      "(['read', 'draft', 'publish'] as const).find((choice) => choice === fieldOf(req, 'scope'))",
      'apps/server/test/oauth/authorization.test.ts',
    ],
    [
      'an app manages a project',
      'apps/server/src/oauth/scopes.ts',
      "KEY_SCOPES.filter((scope) => scope !== 'all')",
      'KEY_SCOPES',
      'apps/server/test/oauth/authorization.test.ts',
    ],
  ]),
  ...mutantsOf('A code or refresh token of an app that is used by two ends the app', [
    [
      'a code of an app works twice',
      'apps/server/src/oauth/trade-code.ts',
      'if (sent.keyId !== null) {',
      'if (sent.isExpired) {',
      'apps/server/test/oauth/tokens.test.ts',
    ],
    [
      'a refresh token of an app works for ever',
      'apps/server/src/oauth/trade-refresh-token.ts',
      'if (!token.isUsable) {',
      'if (!token.isUsable && token.isExpired) {',
      'apps/server/test/oauth/tokens.test.ts',
    ],
  ]),
  ...mutantsOf('All servers together pass no more requests', [
    [
      'a rate limit lets one more pass',
      'apps/server/src/callers/rate-limits.table.ts',
      '<= now() + (select burst from',
      '<= now() + (select burst * 2 from',
      'apps/server/test/http/429-rate-limited.test.ts',
    ],
  ]),
  ...mutantsOf('A settled post is shown as it is now', [
    [
      'a read that was under way brings back what a removal deleted',
      'apps/server/src/posts/settled-post-cache.ts',
      ' && clears === clearsBefore',
      '',
      'apps/server/test/posts/get/settled-post-cache.test.ts',
    ],
  ]),
  ...mutantsOf('A session works only from a page', [
    [
      'every CSRF token fits every session',
      'apps/server/src/callers/sessions/check-session.ts',
      'a.length === b.length && timingSafeEqual(a, b)',
      'a.length === b.length',
      'apps/server/test/dashboard/api/session-callers.test.ts',
    ],
  ]),
  ...mutantsOf('Nobody learns whether a project', [
    [
      'a project of another workspace opens',
      'apps/server/src/callers/sessions/session-access.table.ts',
      ".where({ 'm.userId': userId })",
      '',
      'apps/server/test/dashboard/api/every-route.test.ts',
    ],
  ]),
  ...mutantsOf('An event stream ends within two seconds', [
    [
      'an event stream outlives its session',
      'apps/server/src/callers/sessions/session-access.table.ts',
      "return knex('sessions as s')",
      "return callers ?? knex('sessions as s')",
      'apps/server/test/dashboard/api/session-callers.test.ts',
    ],
  ]),
  ...mutantsOf('Of two tabs that save', [
    [
      'a draft is saved over the version of another tab',
      'apps/server/src/posts/drafts/drafts.table.ts',
      '.where({ projectId, id, version })',
      '.where({ projectId, id })',
      'apps/server/test/dashboard/api/drafts.test.ts',
    ],
  ]),
  ...mutantsOf('A draft becomes one post', [
    [
      'a draft that is changed becomes another post',
      'apps/server/src/posts/drafts/drafts.table.ts',
      '      version: version + 1,\n',
      '      version: version + 1,\n      idempotencyKey: knex.raw("gen_random_uuid()"),\n',
      'apps/server/test/posts/drafts/by-both.test.ts',
    ],
  ]),
  ...mutantsOf('A key with the scope `draft` publishes', [
    [
      'a key that may draft publishes',
      'packages/rules/src/key-scope.ts',
      'KEY_SCOPES.indexOf(scope) >= KEY_SCOPES.indexOf(needs)',
      "needs === 'read' || scope !== 'read'",
      'packages/rules/test/key-scope.test.ts',
    ],
  ]),
];
