import { mutantsOf } from '../mutant.ts';

/** An account, the service. */
export const ACCOUNT_AND_SERVICE = [
  ...mutantsOf('Another site cannot press the button', [
    [
      'a page of another site presses the connect button',
      'packages/rules/src/page-security.ts',
      "site === 'same-origin'",
      "site !== 'cross-site'",
      'packages/rules/test/page-security.test.ts',
    ],
  ]),
  ...mutantsOf('Only the holder of the app secret', [
    [
      'anybody signs a removal',
      'packages/networks/meta/src/read-signed-request.ts',
      'given.length !== due.length || !timingSafeEqual(given, due)',
      'given.length !== due.length',
      'packages/networks/meta/test/read-signed-request.test.ts',
    ],
  ]),
  ...mutantsOf('Of several hosts in', [
    [
      'a standby that is named first is used',
      'apps/server/src/db/database-hosts.ts',
      "if (standby) throw new DatabaseReadOnly('The database is a standby.');",
      '',
      'apps/server/test/publishing/failover/several-hosts.test.ts',
    ],
  ]),
  ...mutantsOf('If the database is down for seconds', [
    [
      'what a lost connection may have done is done again',
      'apps/server/src/db/in-batches.ts',
      '        if (error instanceof DatabaseUnavailable) throw error;\n',
      '',
      'apps/server/test/db/in-batches-of-all.test.ts',
    ],
  ]),
];
