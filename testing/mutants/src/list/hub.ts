import { mutantsOf } from '../mutant.ts';

/** A hub. */
export const HUB = [
  ...mutantsOf('A WordPress post whose answer was lost', [
    [
      'a lost answer makes a second draft or upload',
      'packages/hubs/wordpress/src/make-once.ts',
      '(await find()) ?? make()',
      'make()',
      'packages/hubs/wordpress/test/publish.test.ts',
    ],
    [
      'the post of another write counts as the lost one',
      'packages/hubs/micropub/src/reconcile.ts',
      'if (namesOf(post).some((name) => OWN_SLUG.test(name))) return false;',
      '',
      'packages/hubs/micropub/test/reconcile.test.ts',
    ],
  ]),
  ...mutantsOf('A new connect code replaces our key', [
    [
      'a disconnect deletes a pasted key that another project uses',
      'apps/server/src/leaving/disconnect-account.ts',
      ' && (await isConnectedElsewhere(tx, account))',
      ' && false',
      'apps/server/test/accounts/hubs/keys-on-the-hub.test.ts',
    ],
  ]),
  ...mutantsOf('A connection does not expire', [
    [
      'a 401 of a proxy ends the account',
      'packages/hubs/wordpress/src/error-rows.ts',
      'when: [{ status: [401], own: true }],',
      'when: [{ status: [401] }],',
      'packages/hubs/wordpress/test/error-rows.test.ts',
    ],
  ]),
  ...mutantsOf('Keys and connect codes appear in no log line', [
    [
      'a key that the hub repeats stands in an error',
      'packages/hubs/wordpress/src/call-wordpress.ts',
      "return [key, key.replaceAll(' ', ''), basic(user).slice('Basic '.length)];",
      'return [key].slice(1);',
      'packages/hubs/wordpress/test/connect.test.ts',
    ],
  ]),
  ...mutantsOf('No connection is made to a private address', [
    [
      'a key goes to an origin that nobody checked',
      'packages/hubs/driver/src/require-key-origin.ts',
      'if (keyOrigins.includes(new URL(url).origin)) return;',
      'return;',
      'packages/hubs/micropub/test/publish.test.ts',
    ],
  ]),
];
