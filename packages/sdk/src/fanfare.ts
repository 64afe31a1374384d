import { Accounts } from './accounts.ts';
import { type FanfareOptions, readOptions } from './options.ts';
import { PlanUsage } from './plan-usage.ts';
import { Platforms } from './platforms.ts';
import { Posts } from './posts.ts';
import { Reposts } from './reposts.ts';
import { type Runtime, systemRuntime } from './runtime.ts';
import { createTransport } from './transport.ts';

/**
 * The client of one project. Throws `FanfareError` when it is told neither a key nor an address, and in browsers.
 *
 * @example
 * const fanfare = new Fanfare({ baseUrl: process.env.FANFARE_BASE_URL, apiKey: process.env.FANFARE_API_KEY });
 * const { accounts } = await fanfare.accounts.list();
 * console.log(accounts.length > 0); // true
 */
export class Fanfare {
  /** Where this client’s Fanfare is, without a trailing slash. */
  readonly baseUrl: string;
  /** Connected social accounts. */
  readonly accounts: Accounts;
  /** Publishing one piece of content to several accounts, now or later. */
  readonly posts: Posts;
  /** Reposts of posts that Fanfare need not have published. */
  readonly reposts: Reposts;
  /** What each platform takes. */
  readonly platforms: Platforms;
  /** What was used of the plan. */
  readonly usage: PlanUsage;

  /** Asks nobody yet: the first request does. */
  constructor(options?: FanfareOptions);
  // Tests give a clock of their own.
  constructor(options: FanfareOptions = {}, runtime: Runtime = systemRuntime) {
    const settings = readOptions(options);
    const send = createTransport(settings, runtime);
    this.baseUrl = settings.baseUrl;
    this.accounts = new Accounts(send);
    this.posts = new Posts(send, runtime);
    this.reposts = new Reposts(send);
    this.platforms = new Platforms(send);
    this.usage = new PlanUsage(send);
  }
}
