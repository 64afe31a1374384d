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
  ...mutantsOf('If several callbacks compete', [
    [
      'an account too many is connected',
      'packages/rules/src/account-cap.ts',
      'connected < cap',
      'connected <= cap',
      'packages/rules/test/account-cap.test.ts',
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
  ...mutantsOf('A removal callback deletes what was connected', [
    [
      'an old removal is carried out',
      'packages/networks/meta/src/read-signed-request.ts',
      'options.now - issuedAt > (options.maxAgeMs ?? MAX_AGE_MS)',
      'false',
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
  ...mutantsOf('`fanfare doctor` and `/metrics` say', [
    [
      'commits that wait for a standby are called well',
      'apps/server/src/operator/doctor/check-standbys.ts',
      'isSynchronous && (connected === 0 || seen?.synchronous === 0)',
      'false',
      'apps/server/test/operator/cli/doctor-standbys.test.ts',
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
  ...mutantsOf('Media of one project use', [
    [
      'one project takes all of the disk budget',
      'packages/networks/adapter/src/disk-budget.ts',
      'others + heldBytes + bytes <= totalBytes * SHARE',
      'true',
      'packages/networks/adapter/test/media-disk-budget.test.ts',
    ],
  ]),
];
