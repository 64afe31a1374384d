import { createHubAdapter } from '@fanfare/hub';
import { checkKeys } from './driver/check-keys.ts';
import { checkPublishing } from './driver/check-publishing.ts';
import { checkSpaces } from './driver/check-spaces.ts';
import { deleteKeys, deletePosts } from './driver/clean-up.ts';
import { DRIVERS, driverOf } from './driver/drivers.ts';
import type { Connected, KitKey } from './driver/kit-key.ts';
import { accountCallOf } from './driver/make-call.ts';
import type { KitRun } from './kit-run.ts';
import { checkAnswers } from './protocol/check-answers.ts';
import { checkCodes } from './protocol/check-codes.ts';
import { checkDiscovery } from './protocol/check-discovery.ts';
import { checkGuessing } from './protocol/check-guessing.ts';
import { checkRefusals } from './protocol/check-refusals.ts';
import type { MadeKey } from './protocol/read-key.ts';
import { createWire, SERVICE_NAME } from './protocol/wire.ts';
import { skipped } from './report/check.ts';
import { RULES } from './rules.ts';

export type KitOptions = {
  /** A key that the user of the hub made by hand; null where there is none. */
  readonly givenKey: KitKey | null;
  /** The space to publish in; null for the first one. */
  readonly space: string | null;
  readonly guess: boolean;
  /** Asked before anything is published. */
  readonly mayPublish: (connected: Connected) => Promise<true | string>;
  /** The time that a published page may take to appear, and to go. */
  readonly waitMs: number;
};

/** Runs every check. Throws only for faults of the kit itself. */
export async function runKit(run: KitRun, options: KitOptions): Promise<void> {
  const wire = createWire(run);
  const exchange = await checkDiscovery(run, wire, { hasGivenKey: options.givenKey !== null });
  let made: readonly MadeKey[] = [];
  if (exchange !== null) {
    await checkRefusals(run, wire, exchange);
    made = await checkCodes(run, wire, exchange);
    await checkGuessing(run, wire, exchange, options.guess);
    await checkAnswers(run, wire);
  }
  const keys = [...made.flatMap((key) => toKitKey(run.url, key)), ...(options.givenKey ? [options.givenKey] : [])];
  const [unknown] = made.filter(({ type }) => driverOf(type) === undefined);
  if (unknown && keys.length === 0) {
    run.recorder.section('The keys');
    const asked = { name: 'the key works', rule: RULES.keyWorks, expected: 'an API that the kit knows' };
    await run.recorder.check(asked, () => skipped(`the kit has no driver for the type ${unknown.type}`));
    return;
  }
  const connected = await checkKeys(run, keys);
  if (connected[0]) await checkHub(run, connected[0], options);
  run.recorder.section('Cleaning up');
  await deleteKeys(run, connected);
}

async function checkHub(run: KitRun, connected: Connected, options: KitOptions): Promise<void> {
  const hub = createHubAdapter({ drivers: DRIVERS, serviceName: SERVICE_NAME });
  const account = accountCallOf(connected);
  const space = await checkSpaces(run, { hub, call: account, wanted: options.space });
  const may = await options.mayPublish(connected);
  if (may !== true) {
    run.recorder.section('Publishing');
    const asked = { name: 'posts are published', rule: RULES.publish, expected: 'an address' };
    await run.recorder.check(asked, () => skipped(may));
    return;
  }
  const { waitMs } = options;
  const posts = await checkPublishing(run, { hub, account, space, waitMs });
  await deletePosts(run, { hub, account, posts, waitMs });
}

function toKitKey(url: string, { type, ...key }: MadeKey): readonly KitKey[] {
  const driver = driverOf(type);
  const apiUrl = key.apiUrl.replace(/(?<!\/)\/+$/, '');
  return driver ? [{ ...key, url, apiUrl, driver, isMade: true }] : [];
}
