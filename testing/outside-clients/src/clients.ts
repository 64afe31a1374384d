import { startSandbox } from '@fanfare/sandbox';
import { runArctic } from './arctic.ts';
import { type Check, createBook, isMet } from './book.ts';
import { type ClientName, installClients, pinnedVersion } from './install-clients.ts';
import { leadToSandbox } from './lead-to-sandbox.ts';
import { runLinkedinApiClient } from './linkedin-api-client.ts';
import { runMetaBusinessSdk } from './meta-business-sdk.ts';
import { printTable } from './print-table.ts';
import { createSandboxDoor, type SandboxDoor } from './sandbox-door.ts';
import { runThreadsSampleApp, SAMPLE_APP_COMMIT } from './threads-sample-app.ts';
import { runTwitterApiV2 } from './twitter-api-v2.ts';
import { runXdk } from './xdk.ts';

/**
 * Runs clients by other authors against the sandbox, over HTTP, and prints what each manages. What
 * the real network refuses has to be refused here too. Ends with 1 when a call did not give what
 * was expected.
 */
const programs: readonly {
  readonly client: ClientName;
  readonly run: (door: SandboxDoor, check: Check) => Promise<void>;
}[] = [
  { client: 'twitter-api-v2', run: runTwitterApiV2 },
  { client: '@xdevplatform/xdk', run: runXdk },
  { client: 'arctic', run: runArctic },
  { client: 'linkedin-api-client', run: runLinkedinApiClient },
  { client: 'facebook-nodejs-business-sdk', run: runMetaBusinessSdk },
];

installClients();
const sandbox = await startSandbox({ port: 0 });
await leadToSandbox(sandbox);
const door = createSandboxDoor(sandbox);
const book = createBook();
for (const { client, run } of programs) await run(door, book.checkOf(client, pinnedVersion(client)));
await runThreadsSampleApp(door, book.checkOf('Threads sample app', SAMPLE_APP_COMMIT));
await sandbox.close();
printTable(book.rows);
const missed = book.rows.filter((row) => !isMet(row));
if (missed.length > 0) {
  console.error(`\n${missed.length} of ${book.rows.length} calls did not give what was expected.`);
  process.exitCode = 1;
}
