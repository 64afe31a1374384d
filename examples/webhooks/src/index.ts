import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { columns, describeFailure, findService } from '@fanfare/harness';
import { Fanfare } from '@fanfare/sdk';
import { type ReceiverProcess, type StandByReceiver, startReceiver, startStandBy } from './start-receiver.ts';
import { openStore, type Store } from './store.ts';

/** Kills the receiver before its answer, delivers all twice, and shows each was handled once. */
async function main(): Promise<void> {
  const fanfare = new Fanfare(findService(process.env));
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-webhooks-'));
  const file = path.join(folder, 'webhooks.db');
  const store = openStore(file);
  let receiver: ReceiverProcess | null = null;
  let standBy: StandByReceiver | null = null;
  let webhookId: string | null = null;
  try {
    // The address is known before the secret: a receiver that is not meant to get anything yet
    // finds the port.
    receiver = await startReceiver({ DATABASE_FILE: file, PORT: '0' });
    const { url } = receiver;
    await stop(receiver);
    const { webhook, secret } = await fanfare.webhooks.create({
      url,
      events: ['target.published', 'target.failed', 'post.published'],
    });
    webhookId = webhook.id;
    const env = { DATABASE_FILE: file, PORT: new URL(url).port, FANFARE_WEBHOOK_SECRET: secret };

    console.log('\n1  A webhook, and a receiver that dies before its first answer\n');
    // Ready before it is needed: Fanfare delivers again after 5 seconds, and then only after 5
    // minutes.
    standBy = await startStandBy(env);
    receiver = await startReceiver({ ...env, DIE_BEFORE_ANSWER: 'yes' });
    const died = once(receiver.process, 'close');
    const accounts = await fanfare.accounts.list().toArray();
    const platforms = ['threads', 'x', 'linkedin'].flatMap((platform) => {
      const account = accounts.find((each) => each.platform === platform && each.status === 'active');
      return account ? [{ platform: account.platform, accountId: account.id }] : [];
    });
    const batch = randomBytes(2).toString('hex').toUpperCase();
    await fanfare.posts.createAndWait({
      content: `Batch ${batch} is out of the oven.`,
      platforms,
      idempotencyKey: `batch ${batch}`,
    });
    await died;
    console.log(`   killed with its first event in the database: ${store.handled().length} handled, none answered`);

    console.log('\n2  The next one takes over, and Fanfare delivers what was not answered\n');
    receiver = await standBy.takeOver();
    const events = platforms.length + 1;
    await until(store, (handled) => handled.length === events && countOf(handled) > events);
    console.log(`   ${describe(store)}`);

    console.log('\n3  Every event is delivered once more\n');
    const eventIds = store.handled().map(({ id }) => id);
    // Fanfare may not have stored the last answers yet, and what is still being delivered is not
    // delivered again.
    await allDelivered(fanfare, webhook.id);
    const { replayed } = await fanfare.webhooks.replay(webhook.id, { eventIds });
    await until(store, (handled) => countOf(handled) > events + replayed);
    console.log(`   ${describe(store)}`);

    console.log('\n4  The book of the app\n');
    console.log(columns(store.entries().map(({ key, platform, result }) => [key, platform, result])));
    console.log('');
  } finally {
    if (webhookId !== null) await fanfare.webhooks.delete(webhookId);
    for (const each of [receiver, standBy]) if (each) await stop(each);
    store.close();
    rmSync(folder, { recursive: true });
  }
}

type Handled = ReturnType<Store['handled']>;

const countOf = (handled: Handled): number => handled.reduce((sum, { deliveries }) => sum + deliveries, 0);

const describe = (store: Store): string =>
  `${store.handled().length} events, ${countOf(store.handled())} deliveries, ${store.entries().length} entries in the book`;

async function until(store: Store, isSo: (handled: Handled) => boolean): Promise<void> {
  while (!isSo(store.handled())) await sleep(100);
}

async function allDelivered(fanfare: Fanfare, webhookId: string): Promise<void> {
  for (;;) {
    const deliveries = await fanfare.webhooks.deliveries(webhookId).toArray();
    if (deliveries.every(({ status }) => status === 'delivered')) return;
    await sleep(100);
  }
}

async function stop({ process: child }: Pick<ReceiverProcess, 'process'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exitCode = 1;
});
