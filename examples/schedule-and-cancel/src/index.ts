import { randomBytes } from 'node:crypto';
import { columns, describeFailure, findService } from '@fanfare/harness';
import { Fanfare, NotCancellableError, type Post, type Target } from '@fanfare/sdk';

async function main(): Promise<void> {
  // In your own app `new Fanfare()` is enough: it reads FANFARE_BASE_URL and FANFARE_API_KEY.
  const { baseUrl, apiKey } = findService(process.env);
  const fanfare = new Fanfare({ baseUrl, apiKey });
  // One account on each network that accepts a text alone.
  const accounts = (await fanfare.accounts.list().toArray()).filter(({ status }) => status === 'active');
  const platforms = ['threads', 'x', 'linkedin'].flatMap((platform) => {
    const account = accounts.find((each) => each.platform === platform);
    return account ? [{ platform: account.platform, accountId: account.id }] : [];
  });
  if (platforms.length === 0) throw new Error('Connect an account on Threads, X or LinkedIn first.');
  const batch = randomBytes(2).toString('hex').toUpperCase();

  console.log('\n1  Schedule two posts\n');
  // Networks refuse a text that repeats an earlier one, so each run has its own batch number.
  const { post: soon } = await fanfare.posts.create({
    content: `Batch ${batch} is out of the oven.`,
    platforms,
    publishAt: wholeSecond(Date.now() + 3000),
  });
  const { post: tomorrow } = await fanfare.posts.create({
    content: `The last of batch ${batch}.`,
    platforms,
    publishAt: wholeSecond(Date.now() + 86_400_000),
  });
  for (const post of [soon, tomorrow]) {
    console.log(`   ${post.id} is ${post.status} for ${post.publishAt}: “${post.content}”`);
    console.log(columns(post.targets.map(({ platform, status }) => ['', platform, status])));
  }

  console.log('\n2  What is scheduled, newest first\n');
  for await (const { id, publishAt, targets } of fanfare.posts.list({ status: 'scheduled' })) {
    console.log(`   ${id}  ${publishAt}  ${targets.map(({ platform }) => platform).join(', ')}`);
  }

  console.log('\n3  Take one back\n');
  const { post: cancelled } = await fanfare.posts.cancel(tomorrow.id);
  console.log(`   ${cancelled.id} is ${cancelled.status}`);
  console.log(columns(cancelled.targets.map(({ platform, error }) => ['', platform, error ?? ''])));

  console.log('\n4  The other goes out at its second\n');
  const settled = await fanfare.posts.waitUntilSettled(soon.id, { timeoutMs: 600_000, onProgress: tellProgress() });
  console.log(columns(settled.targets.map((target) => ['', target.platform, ...whatBecameOf(target, settled)])));

  console.log('\n5  What is out cannot be taken back\n');
  try {
    await fanfare.posts.cancel(soon.id);
  } catch (error) {
    // Expected here, and in an app whose user presses “Cancel” at the last moment.
    if (!(error instanceof NotCancellableError)) throw error;
    console.log(`   ${error.message}`);
  }
  console.log('');
  if (settled.status !== 'published') process.exitCode = 1;
}

/** Prints each status of a post once. */
function tellProgress(): (post: Post) => void {
  let last = '';
  return ({ status }) => {
    if (status !== last && status !== 'publishing') console.log(`   ${status}`);
    last = status;
  };
}

function whatBecameOf(target: Target, { publishAt }: Post): string[] {
  if (target.status !== 'published') return [target.status, target.error ?? ''];
  const lateMs = Date.parse(target.publishedAt) - Date.parse(publishAt ?? target.publishedAt);
  return [target.status, `${(lateMs / 1000).toFixed(1).padStart(4)} s after its time`, target.url ?? ''];
}

const wholeSecond = (ms: number): Date => new Date(Math.ceil(ms / 1000) * 1000);

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exitCode = 1;
});
