import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody, Post, PostMetricsResponse, RepostPostResponse } from '@fanfare/contract';
import { connectPerson } from './connect-person.ts';
import { listen } from './listen.ts';
import { startInstallation } from './start-installation.ts';

// The reader of the output may exit early; cleanup still runs.
process.stdout.on('error', () => undefined);
const say = (line = ''): void => void process.stdout.write(`${line}\n`);

say('Starting PostgreSQL, a simulated Mastodon server, and src/server.ts …');
const installation = await startInstallation(listen);
const { baseUrl, call, mastodon, simulator } = installation;
try {
  simulator.addPerson('ada');
  say(`\n1  The service knows six platforms: ${await platforms()}`);

  const { account, confirmPage } = await connectPerson(installation, 'ada');
  if (account === null) throw new Error('ada was not connected.');
  say('\n2  Connect an account, through the pages of the service and of the network');
  say(`   “${/<h1>(.*?)<\/h1>/.exec(confirmPage)?.[1]}” › Continue › Authorize as @ada`);
  say(`   ✓ @${account.username} is ${account.id}`);

  const image = { type: 'image', url: `${mastodon.origin}/files/harbour.png`, altText: 'Boats in the harbour at dawn' };
  const firstComment = 'Which bread shall we bake next?';
  const post = await publish(
    account.id,
    { content: 'First light at the harbour.', mediaItems: [image] },
    { firstComment },
  );
  say('\n3  Publish a text, an image with an alt text, and a first comment');
  say(`   ${describe(post)}; the comment: ${post.targets[0]?.commentStatus}`);

  const later = await publish(account.id, { content: 'Stollen season is open.', publishAt: new Date().toISOString() });
  say('\n4  Schedule a text');
  say(`   ${later.status}, then ${describe(await settled(later.id))}`);

  const { body: reposted } = await call<RepostPostResponse>('POST', `/posts/${post.id}/repost`, {});
  const { body: counts } = await call<PostMetricsResponse>('GET', `/posts/${post.id}/metrics`);
  say('\n5  Repost it, and read its counts');
  say(`   ${reposted.reposts[0]?.status}; ${JSON.stringify(counts.targets[0]?.metrics)}`);

  const long = { content: 'a'.repeat(501) };
  const { status, body } = await call<ErrorBody>('POST', '/posts', request(account.id, long));
  say('\n6  What the network would refuse is refused before it is asked');
  const [detail] = body.error.details ?? [];
  say(`   ${status} ${detail && 'message' in detail ? detail.message : body.error.message}`);

  const page = await (await fetch(`${mastodon.origin}/@ada`)).text();
  say(
    `\n   ${mastodon.origin}/@ada shows ${page.match(/<article/g)?.length} entries; the service listened at ${baseUrl}.`,
  );
} finally {
  await installation.stop();
}

async function platforms(): Promise<string> {
  const { body } = await call<{ platforms: { platform: string }[] }>('GET', '/platforms');
  return body.platforms.map(({ platform }) => platform).join(', ');
}

function request(accountId: string, content: object, target: object = {}): object {
  return {
    ...content,
    platforms: [{ platform: 'mastodon', accountId, ...target }],
    idempotencyKey: JSON.stringify(content).slice(0, 255),
  };
}

async function publish(accountId: string, content: object, target?: object): Promise<Post> {
  const { status, body } = await call<{ post: Post }>('POST', '/posts', request(accountId, content, target));
  if (status >= 300) throw new Error(`publishing answered ${status}: ${JSON.stringify(body)}`);
  return body.post;
}

async function settled(postId: string): Promise<Post> {
  for (;;) {
    const { body } = await call<{ post: Post }>('GET', `/posts/${postId}`);
    if (body.post.targets.every((target) => target.status !== 'pending')) return body.post;
    await sleep(100);
  }
}

function describe({ targets: [target] }: Post): string {
  return `${target?.status}: ${target?.url ?? target?.error}`;
}
