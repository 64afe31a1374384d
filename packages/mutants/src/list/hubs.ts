import { mutantsOf } from '../mutant.ts';

/** Each of these would make a hub driver publish twice, lose a post, leave something behind, or give a key away. */
export const HUBS = [
  ...mutantsOf({ source: 'packages/hubs/driver/src', tests: 'packages/hubs' }, [
    [
      'a key goes to an origin that nobody checked',
      'require-key-origin.ts',
      'if (keyOrigins.includes(new URL(url).origin)) return;',
      'return;',
      'micropub/test/publish.test.ts',
    ],
    [
      'two posts with the same text have the same slug',
      'post-slug.ts',
      '.update(key)',
      ".update('')",
      'driver/test/post-slug.test.ts',
    ],
  ]),
  ...mutantsOf({ source: 'packages/hubs/wordpress/src', tests: 'packages/hubs/wordpress/test' }, [
    [
      'a lost answer makes a second draft',
      'publish.ts',
      'if (earlier) return String(earlier.id);',
      '',
      'publish.test.ts',
    ],
    [
      'a lost answer uploads an image twice',
      'upload-image.ts',
      '(await findMedia(call, image.slug)) ??',
      '',
      'publish.test.ts',
    ],
    [
      'a post that waits for review counts as published',
      'publish.ts',
      "read.data.status === 'publish')",
      'true)',
      'publish.test.ts',
    ],
    [
      'a draft whose publish was lost is never published',
      'reconcile.ts',
      "if (post?.status === 'draft' && String(post.id) === handle) return RESEND;",
      '',
      'reconcile.test.ts',
    ],
    [
      'an unknown space fails only after the uploads',
      'publish.ts',
      '        await call.findSpace();\n',
      '',
      'publish.test.ts',
    ],
    ['shortcodes in a text run', 'to-post-body.ts', "'[': '&#091;'", "'[': '['", 'to-post-body.test.ts'],
    [
      'a 401 of a proxy ends the account',
      'error-rows.ts',
      'when: [{ status: [401], own: true }],',
      'when: [{ status: [401] }],',
      'connect.test.ts',
    ],
    [
      'a user who may not publish is connected',
      'connect.ts',
      'if (missing.length > 0)',
      'if (missing.length > 9)',
      'connect.test.ts',
    ],
    [
      'a page of spaces that begins inside a page of WordPress ends early',
      'categories.ts',
      'const isInTwo = skipped > 0 &&',
      'const isInTwo = false &&',
      'categories.test.ts',
    ],
    [
      'a key that the hub repeats stands in an error',
      'call-wordpress.ts',
      "return [key, key.replaceAll(' ', ''), basic(user).slice('Basic '.length)];",
      'return [key].slice(1);',
      'connect.test.ts',
    ],
  ]),
  ...mutantsOf({ source: 'packages/hubs/micropub/src', tests: 'packages/hubs/micropub/test' }, [
    [
      'any answer with a Location counts as a published post',
      'publish.ts',
      '[201, 202].includes(answer.status) ? storableUrl(readLocation(answer, apiUrl)) : null',
      'storableUrl(readLocation(answer, apiUrl))',
      'publish.test.ts',
    ],
    [
      'the post of another write counts as the lost one',
      'reconcile.ts',
      'if (namesOf(post).some((name) => OWN_SLUG.test(name))) return false;',
      '',
      'reconcile.test.ts',
    ],
    [
      'a redirect to a page for maintenance ends the account',
      'error-table.ts',
      "&& LOGIN_PAGE.test(headers.location ?? '')",
      '',
      'connect.test.ts',
    ],
    [
      'the key goes to an endpoint on another origin',
      'find-endpoint.ts',
      'if (micropub !== null && near(micropub) === null) throw elsewhere();',
      '',
      'connect.test.ts',
    ],
    [
      'the uploads of a failed post stay',
      'discard.ts',
      'if (uploads.length === 0) return;',
      'return;',
      'discard.test.ts',
    ],
  ]),
];
