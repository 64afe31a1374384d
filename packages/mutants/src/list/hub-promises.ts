import { mutantsOf } from '../mutant.ts';

/** Breaks of what the service promises of hubs, noticed by the tests of the server. */
export const HUB_PROMISES = [
  ...mutantsOf({ source: 'apps/server/src', tests: 'apps/server/test/hubs' }, [
    [
      'a connect by code that the plan refuses leaves its key on the hub',
      'hubs/connect-hub.ts',
      'if (connected.site.isKeyOurs) await revokeAtNetwork(deps, grantOf(connected));',
      '',
      'keys-on-the-hub.test.ts',
    ],
    [
      'a connect by code deletes the pasted key before it',
      'hubs/connect-hub.ts',
      'isReplaced && ended.account.hub?.isKeyOurs ? ended : null',
      'isReplaced ? ended : null',
      'keys-on-the-hub.test.ts',
    ],
    [
      'a second key of nobody knows whom replaces the key of an active account',
      'hubs/connect-hub.ts',
      'hub.isAnybody && known?.status',
      'false && known?.status',
      'one-hub.test.ts',
    ],
    [
      'a disconnect deletes a pasted key that another project uses',
      'accounts/disconnect-account.ts',
      ' && (await isConnectedElsewhere(tx, account))',
      ' && false',
      'keys-on-the-hub.test.ts',
    ],
    [
      'of two posts alike on a hub none is known',
      'writes/settle-doubt.ts',
      'if (isOwn || platformPostId === null',
      'if (platformPostId === null',
      'lost-answers.test.ts',
    ],
  ]),
  ...mutantsOf({ source: 'packages/hubs/micropub/src', tests: 'apps/server/test/hubs' }, [
    [
      'a post is not found by its slug',
      'reconcile.ts',
      'const own = posts.filter((each) => isOwn(each) && addressOf(each, call) !== null);',
      'const own: typeof posts = [];',
      'lost-answers.test.ts',
    ],
  ]),
];
