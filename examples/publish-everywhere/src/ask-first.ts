import type { Account, Fanfare, Verdict } from './fanfare.ts';
import { accountNamed, type PostRequest } from './harbour-post.ts';
import { say } from './say.ts';
import { table } from './table.ts';

/**
 * Checks a post without publishing it: for an editor that warns its user while typing. `POST
 * /posts` applies the same rules, and publishes nothing at all when one account's post breaks one.
 */
export async function askFirst(call: Fanfare, post: PostRequest, accounts: readonly Account[]): Promise<void> {
  const { body: verdict } = await call<Verdict>('POST', '/posts/validate', {
    content: post.content,
    mediaItems: post.mediaItems,
    platforms: [
      // A video next to images, which Instagram and Threads accept.
      { platform: 'x', accountId: accountNamed(accounts, 'x', 'ada').id },
      // No media at all, which every other network accepts.
      { platform: 'instagram', accountId: accountNamed(accounts, 'instagram', 'ada').id, mediaItems: [] },
    ],
  });
  say(`   valid: ${verdict.valid}\n`);
  say(table(verdict.violations.map(({ path, rule, message }) => [path, rule, message])));
}
