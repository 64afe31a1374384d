import { findService } from '@fanfare/harness';
import { askFirst } from './ask-first.ts';
import { listenForCallbacks } from './callback-server.ts';
import { connectAccount, PROFILE_ID } from './connect-account.ts';
import { describeTarget } from './describe-target.ts';
import { type Account, type Fanfare, openFanfare } from './fanfare.ts';
import { writePost } from './harbour-post.ts';
import { createPerson } from './person.ts';
import { publish } from './publish.ts';
import { bad, good, say, title } from './say.ts';
import { table } from './table.ts';

/** Connects four networks, publishes to six accounts, repeats it, and validates a wrong post. */
async function main(): Promise<void> {
  const { sandboxUrl, ...service } = findService(process.env);
  if (sandboxUrl === null)
    throw new Error('Where are the simulated networks of this service? Name them by SANDBOX_URL.');
  const call = openFanfare(service);

  title('1  Connect an account on each network');
  const connected = await connectEverything(call, [service.baseUrl, sandboxUrl]);
  // The list can contain more accounts than requested: a LinkedIn member adds the company pages she
  // administers.
  const { body: list } = await call<{ accounts: Account[] }>('GET', `/accounts?profileId=${PROFILE_ID}`);
  const pages = list.accounts.filter(({ platformUserId }) => platformUserId.startsWith('organization:'));
  const accounts = [...list.accounts.filter(({ id }) => connected.includes(id)), ...pages];
  for (const { id, username } of pages) say(`     ${good('✓')} @${username} is ${id}, a page of hers`);

  const post = writePost(accounts, sandboxUrl);
  title(`2  Publish one post to ${post.platforms.length} accounts`);
  const nameOf = (accountId: string): string => `@${accounts.find(({ id }) => id === accountId)?.username}`;
  say(`   “${post.content}”\n`);
  say(table(post.platforms.map((each) => [each.platform, nameOf(each.accountId), describeTarget(post, each)])));
  const first = await publish(call, post);
  const { id, targets } = first.post;
  const published = targets.filter(({ status }) => status === 'published');
  say(`\n   ${id}: ${published.length} of ${targets.length} published in ${(first.tookMs / 1000).toFixed(1)} s\n`);
  const rows = targets.map((target) => [
    target.platform,
    nameOf(target.accountId),
    target.status === 'published' ? good(target.status) : bad(target.status),
    target.platformPostId ?? '–',
    target.url ?? target.error ?? '–',
  ]);
  say(table(rows, ['platform', 'account', 'status', 'platformPostId', 'url, or error']));

  title('3  See it as readers do');
  say(`   ${sandboxUrl}/`);

  title('4  Send the same request again');
  const again = await publish(call, post);
  say(`   ${again.status}, replayed: ${again.replayed}, ${again.post.id}`);
  say('   A key publishes once. When an answer gets lost on the way, ask again with the same key.');

  title('5  Ask before publishing');
  await askFirst(call, post, accounts);
  say('');

  // One account can fail while the others publish; the exit code reports it.
  if (published.length < targets.length) process.exitCode = 1;
}

/** Ada connects one account on each network, one after the other; returns their ids. */
async function connectEverything(call: Fanfare, origins: readonly string[]): Promise<string[]> {
  const callbacks = await listenForCallbacks();
  try {
    const person = createPerson('ada', [...origins, callbacks.origin]);
    const accountIds: string[] = [];
    for (const platform of ['instagram', 'threads', 'x', 'linkedin']) {
      const { accountId, username, walk } = await connectAccount({ call, callbacks, person }, platform);
      say(`   ${platform}`);
      for (const step of walk) say(`     ${step}`);
      say(`     ${good('✓')} @${username} is ${accountId}`);
      accountIds.push(accountId);
    }
    return accountIds;
  } finally {
    callbacks.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});

/** Node's fetch says “fetch failed”, and gives the reason only in the cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}
