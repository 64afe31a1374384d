import { expect, test } from 'vitest';
import { findLaunchers } from '../../../src/operator/dev/launchers.ts';

type Tree = Record<number, { parent: number; command: string }>;
const look = (tree: Tree) => (pid: number) => tree[pid] ?? null;

test('the package managers and the shells between them count, the developer’s own shell does not', () => {
  const tree: Tree = {
    50: { parent: 40, command: 'node /home/ada/.npm/_npx/c80d/node_modules/.bin/pnpm dev ' },
    40: { parent: 30, command: "sh -c 'pnpm' dev " },
    30: { parent: 20, command: 'npm exec pnpm@10.34.9 dev' },
    20: { parent: 10, command: '/bin/bash -c npx --yes pnpm@10.34.9 dev & ' },
    10: { parent: 1, command: '/usr/sbin/sshd ' },
  };
  expect(findLaunchers(50, look(tree))).toEqual([50, 40, 30]);
});

test('corepack, and pnpm without npx', () => {
  expect(
    findLaunchers(
      7,
      look({
        7: { parent: 6, command: 'node /usr/lib/corepack/dist/pnpm.js dev ' },
        6: { parent: 1, command: 'bash ' },
      }),
    ),
  ).toEqual([7]);
});

test('a start by hand or by a program has none', () => {
  expect(findLaunchers(9, look({ 9: { parent: 1, command: 'bash ' } }))).toEqual([]);
  expect(findLaunchers(9, look({ 9: { parent: 1, command: 'node /srv/pnpm-lookalike/start.js ' } }))).toEqual([]);
  expect(findLaunchers(1, look({}))).toEqual([]);
});
