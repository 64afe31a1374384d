import { mutantsOf } from '../mutant.ts';

/** A hosted file, a removal. */
export const HOSTED_FILE = [
  ...mutantsOf('A post that was accepted has its files', [
    [
      'a file expires below a post that waits',
      'apps/server/src/media/media-end.ts',
      'bool_or(p.id is null or not coalesce(t.done, true))',
      'bool_or(p.id is null)',
      'apps/server/test/media/lifetime.test.ts',
    ],
    [
      'a deletion overlooks a use that is written at the same time',
      'apps/server/src/media/media-uses.table.ts',
      "connection(tx).forUpdate().pluck('id')",
      "connection(tx).pluck('id')",
      'apps/server/test/media/lifetime.test.ts',
    ],
  ]),
  ...mutantsOf('A file that breaks a rule of a platform is refused', [
    [
      'a post takes a file of another project',
      'apps/server/src/media/media.table.ts',
      "media(db).where({ projectId }).whereIn('key', keys)",
      "media(db).whereIn('key', keys)",
      'apps/server/test/media/in-posts.test.ts',
    ],
  ]),
  ...mutantsOf('A file that Instagram or Threads cannot fetch', [
    [
      'each target of a post makes a copy of its own',
      'apps/server/src/media/host-copy.ts',
      'canonicalJson({ copyFor: post.postId, url: request.url })',
      'canonicalJson({ copyFor: post.postId, url: request.url, platform: request.platform })',
      'apps/server/test/media/host-copy.test.ts',
    ],
  ]),
  ...mutantsOf('An image that a network does not take is converted', [
    [
      'a network gets the original of a converted file',
      'apps/server/src/media/conversion/to-sent-draft.ts',
      'sent.get(path) ?? movedUrl(url) ?? url',
      'movedUrl(url) ?? url',
      'apps/server/test/media/conversion/converted-posts.test.ts',
    ],
  ]),
  ...mutantsOf('The result of a file is decided once', [
    [
      'a second check changes the result of a file',
      'apps/server/src/media/media.table.ts',
      "    .where({ projectId, id, status: 'awaiting_upload' })\n",
      '    .where({ projectId, id })\n',
      'apps/server/test/media/rows.test.ts',
    ],
  ]),
  ...mutantsOf('An upload that broke off goes on', [
    [
      'a part of an upload overwrites bytes that are here',
      'packages/rules/src/upload-rules.ts',
      'offset === null || offset === received',
      'offset === null || offset <= received',
      'apps/server/test/media/uploads.test.ts',
    ],
  ]),
  ...mutantsOf('A target says `unpublishedAt` only when', [
    [
      'a refusal of a repeated removal says that the post is live',
      'apps/server/src/posts/unpublish/unpublish-journal.ts',
      "const end = earlier === null ? state : 'unknown';",
      'const end = state;',
      'apps/server/test/posts/unpublish/outcomes.test.ts',
    ],
  ]),
  ...mutantsOf('Calls at once, also on several servers, delete a post', [
    [
      'two requests delete one post',
      'apps/server/src/posts/unpublish/unpublishes.table.ts',
      'where u.lease_expires_at <= now() or u.attempt_id = excluded.attempt_id',
      'where true',
      'apps/server/test/posts/unpublish/outcomes.test.ts',
    ],
  ]),
  ...mutantsOf('When a process dies during a removal', [
    [
      'a target says nothing of a deletion that may have been sent',
      'apps/server/src/posts/unpublish/unpublishes.table.ts',
      'set unpublish_error = $8 from attempt a',
      'set unpublish_error = case when false then $8 end from attempt a',
      'apps/server/test/posts/unpublish/crashes.test.ts',
    ],
  ]),
  ...mutantsOf('After you get the answer to disconnecting an account, nothing of it is deleted', [
    [
      'a disconnect answers while a deletion is under way',
      'apps/server/src/posts/unpublish/unpublishes.table.ts',
      'return rowCount !== 0;',
      'return rowCount === null;',
      'apps/server/test/posts/unpublish/outcomes.test.ts',
    ],
  ]),
];
