import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { NetworkName } from '../src/index.ts';
import { field, list, startMeta, text } from './meta-session.ts';

const NETWORKS: readonly NetworkName[] = ['instagram', 'threads', 'x', 'linkedin', 'hub'];

/** The initial people, as `username id`, in a sandbox in a separate process that is killed. */
async function peopleOfANewSandbox(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { NODE_COMPILE_CACHE } = process.env;
  const sandbox = fork(fileURLToPath(new URL('../src/bin.ts', import.meta.url)), {
    env: { NODE_COMPILE_CACHE, SANDBOX_PORT: '0' },
    execArgv: [],
    silent: true,
  });
  try {
    const [ready]: readonly unknown[] = await once(sandbox, 'message');
    const state: unknown = await (await fetch(`${text(ready, 'url')}/__sandbox/state`)).json();
    const people = (network: string) =>
      list(field(field(state, 'networks'), network), 'profiles').map(
        (profile) => `${text(profile, 'username')} ${text(profile, 'id')}`,
      );
    return Object.fromEntries(NETWORKS.map((network) => [network, people(network)]));
  } finally {
    const ended = once(sandbox, 'exit');
    sandbox.disconnect();
    await ended;
  }
}

let first: Readonly<Record<string, readonly string[]>>;
beforeAll(async () => {
  first = await peopleOfANewSandbox();
});

it('the default people keep their ids over a restart, so that connected accounts are found again', async () => {
  expect(await peopleOfANewSandbox()).toEqual(first);
  expect(first.instagram).toEqual([
    'ada 17841447382915063',
    'ben 17841401958236877',
    'cleo 17841462071549381',
    'pat.personal 17841419630482755',
  ]);
  expect(first.threads).toEqual(['ada 24172950638417593', 'ben 24508361927450317', 'cleo 24791046385213661']);
  expect([first.x?.length, first.linkedin?.length]).toEqual([3, 6]);
  expect(first.hub).toEqual([
    'ann wordpress:1',
    'emil wordpress:2',
    'alma wordpress:3',
    'cora wordpress:4',
    'sam wordpress:5',
    'ann micropub:1',
    'nils micropub:2',
    'rita micropub:3',
  ]);
});

it('a person of Instagram keeps the app-scoped id too', async () => {
  const ig = await startMeta('instagram');
  try {
    const scopedId = async (username: string) => field((await ig.get(await ig.tokenOf(username), '/me')).body, 'id');
    const ids = await Promise.all(['ada', 'ben', 'cleo', 'pat.personal'].map(scopedId));
    expect(ids).toEqual(['27153948206731849', '27390617452083615', '27684201395716023', '27846530917264191']);
  } finally {
    await ig.close();
  }
});

it('the default people of Instagram and Threads have ids that no JavaScript number can hold', () => {
  const { instagram = [], threads = [] } = first;
  const ids = [...instagram, ...threads].map((person) => person.split(' ')[1] ?? '');
  expect(ids).toHaveLength(7);
  expect(new Set(ids).size).toBe(7);
  for (const id of ids) {
    expect(id).toMatch(/^\d{17}$/);
    expect(String(Number(id))).not.toBe(id);
  }
});
