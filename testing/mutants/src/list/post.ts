import { mutantsOf } from '../mutant.ts';

/** A first comment, a post, a repost, billing. */
export const POST = [
  ...mutantsOf('A post gets at most one comment from us', [
    [
      'two comments alike are one',
      'packages/networks/adapter/src/find-once.ts',
      'if (another !== undefined) return null;',
      '',
      'packages/networks/linkedin/test/reconcile-comment.test.ts',
    ],
  ]),
  ...mutantsOf('It costs one unit, which is reserved with the post', [
    [
      'a bill takes the units of the first comment too',
      'apps/server/src/usage/reservations.table.ts',
      "and v.kind = ${kind} and v.state = 'held'",
      "and v.state = 'held'",
      'apps/server/test/publishing/executor/first-comment.test.ts',
    ],
  ]),
  ...mutantsOf("The same call of an agent's tool", [
    [
      'each call of an agent has a key of its own',
      'packages/mcp/src/create-post.ts',
      'given ?? derivePublishKey(content, { now, hashes })',
      'given ?? `${derivePublishKey(content, { now, hashes })}-${Math.random()}`',
      'apps/server/test/api/mcp/mcp.test.ts',
    ],
  ]),
  ...mutantsOf('One key creates one post', [
    [
      "a request finds another project's post of the same key",
      'apps/server/src/posts/look-up-requests.table.ts',
      'k.project_id = r.project_id and k.key',
      'k.key',
      'apps/server/test/posts/create/looked-up-together.test.ts',
    ],
  ]),
  ...mutantsOf('A project with much that is due', [
    [
      'projects are not served round-robin',
      'apps/server/src/publishing/choose-due.table.ts',
      'where (select sum(slots) from shares) >= $3',
      'where false',
      'apps/server/test/publishing/recovery/turns.test.ts',
    ],
  ]),
  ...mutantsOf('A post is either cancelled or started', [
    [
      'a post that was begun is cancelled',
      'apps/server/src/publishing/settled-targets.table.ts',
      "status = 'pending' and lease_token = 0 as waiting",
      "status = 'pending' as waiting",
      'apps/server/test/posts/cancel',
    ],
  ]),
  ...mutantsOf('After you get the answer to disconnecting an account, nothing more', [
    [
      'an intent is recorded for a disconnected account',
      'apps/server/src/publishing/write-intents.table.ts',
      "id = any(array(select account_id from asked)) and status = 'active'\n",
      'id = any(array(select account_id from asked))\n',
      'apps/server/test/posts/create/while-publishing.test.ts',
    ],
    [
      'an account is disconnected beside the record of a public write',
      'apps/server/src/publishing/write-intents.table.ts',
      'order by project_id, id for share\n           ), intent as',
      'order by project_id, id\n           ), intent as',
      'apps/server/test/publishing/recovery/disconnect-or-write.test.ts',
    ],
  ]),
  ...mutantsOf('An account reposts a post once', [
    [
      'an overtaken attempt makes a repost',
      'apps/server/src/posts/reposts/reposts.table.ts',
      "r.platform_post_id = $3 and r.attempt_id = $4 and r.state = 'attempting'",
      "r.platform_post_id = $3 and $4::uuid is not null and r.state = 'attempting'",
      'apps/server/test/posts/reposts',
    ],
  ]),
  ...mutantsOf('When a process dies during a repost', [
    [
      'units that are held are held again',
      'apps/server/src/usage/reservations.table.ts',
      "units = excluded.units where v.state = 'released'",
      'units = excluded.units',
      'apps/server/test/posts/reposts/crashes.test.ts',
    ],
  ]),
  ...mutantsOf('A plan without overage is never exceeded', [
    [
      'units in reserve are spent twice',
      'packages/rules/src/quota.ts',
      'counter.used + counter.reserved + units',
      'counter.used + units',
      'packages/rules/test/quota.test.ts',
    ],
  ]),
];
