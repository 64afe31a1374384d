import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startSandbox } from '../src/index.ts';
import { field } from './meta-session.ts';

it('describes every control of every network in the README', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const sandbox = await startSandbox({ port: 0 });
  const state: unknown = await (await fetch(`${sandbox.url}/__sandbox/state`)).json();
  await sandbox.close();
  const controls = Object.values(Object(field(state, 'networks'))).flatMap((network) => field(network, 'controls'));
  expect(controls.length).toBeGreaterThan(70);
  expect(
    controls.filter(
      (name) =>
        !readme.includes(`| \`${name}\``) && !readme.includes(`, \`${name}\` |`) && !readme.includes(`: \`${name}\` |`),
    ),
  ).toEqual([]);
});
