import { randomBytes } from 'node:crypto';
import { columns, describeFailure, findService, simulatedNetworks } from '@fanfare/harness';
import { type CreatePostRequest, Fanfare, failedTargets, type Post } from '@fanfare/sdk';

async function main(): Promise<void> {
  const service = findService(process.env);
  const fanfare = new Fanfare({ baseUrl: service.baseUrl, apiKey: service.apiKey });
  const networks = await simulatedNetworks(service);
  const accounts = await fanfare.accounts.list().toArray();
  const platforms = ['threads', 'x', 'linkedin'].flatMap((platform) => {
    const account = accounts.find((each) => each.platform === platform && each.status === 'active');
    return account ? [{ platform: account.platform, accountId: account.id }] : [];
  });
  if (platforms.length < 3) throw new Error('Connect an account on each of Threads, X and LinkedIn first.');
  const batch = randomBytes(2).toString('hex').toUpperCase();

  console.log('\n1  Publish to three networks, of which X refuses\n');
  await networks.refuseNextOnX();
  const request: CreatePostRequest = { content: `Batch ${batch} is out of the oven.`, platforms };
  const { post: first } = await fanfare.posts.create(request);
  printPost(first);

  console.log('\n2  Send what failed again, and nothing else\n');
  // Only targets that may succeed unchanged: a disconnected account, for example, must be
  // reconnected first.
  const again = failedTargets(request, first, { retryableOnly: true });
  if (again === null) throw new Error('Nothing failed that is worth another try.');
  console.log(
    `   to ${again.platforms.map(({ platform }) => platform).join(', ')}, with the key ${again.idempotencyKey}\n`,
  );
  const { post: second } = await fanfare.posts.create(again);
  printPost(second);

  console.log('\n3  By accident somebody else does the same\n');
  const { post, replayed } = await fanfare.posts.create(again);
  console.log(`   replayed: ${replayed}, ${post.id}: the same key, so nothing is published again. It is live`);
  const published = [first, second].flatMap(({ targets }) => targets.filter(({ status }) => status === 'published'));
  console.log(columns(published.map(({ platform, url }) => ['', 'once on', platform, url ?? ''])));

  console.log('\n4  LinkedIn publishes, and its answer gets lost on the way\n');
  await networks.loseNextAnswerOfLinkedIn();
  const afternoon = { content: `The last of batch ${batch}.`, platforms };
  const { post: doubtful } = await fanfare.posts.create(afternoon);
  printPost(doubtful);
  const resend = failedTargets(afternoon, doubtful);
  console.log(`\n   to send again: ${resend === null ? 'nothing' : resend.platforms.length}`);
  for (const { status, platform, accountId } of doubtful.targets) {
    if (status !== 'failed') continue;
    const account = accounts.find(({ id }) => id === accountId);
    console.log(`   It may be live: somebody has to look at @${account?.username} on ${platform} first.`);
  }
  console.log('');
}

/** One line for each target: its address, or why it failed and what to do. */
function printPost({ id, content, status, targets }: Post): void {
  console.log(`   ${id} is ${status}: “${content}”`);
  const rows = targets.map((target) =>
    target.status === 'failed'
      ? [target.platform, target.errorDetail.code, `${target.errorDetail.message} ${target.errorDetail.remedy}`]
      : [target.platform, target.status, target.url ?? ''],
  );
  console.log(columns(rows.map((row) => ['', ...row])));
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exitCode = 1;
});
