import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundledFanfare } from '../bundled-fanfare.ts';

type Node = readonly [version: string, command: string, ...args: string[]];

const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 19);
};

/**
 * This Node, which says that it is an older one: it proves the sentence, and not that the programs
 * load in an old Node.
 */
const pretending: Node = [
  '20.20.2',
  process.execPath,
  '--import',
  "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
];

/** Old ones that this machine has, which prove both. */
const installed = (process.env.PATH ?? '').split(path.delimiter).flatMap((folder): Node[] => {
  const command = path.join(folder, 'node');
  if (!existsSync(command)) return [];
  const version = spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
  return isTooOld(version) ? [[version, command]] : [];
});

const { PATH = '', HOME = '' } = process.env;

test.each(['main.js', 'start.js', 'fanfare.js'])('%s says in one sentence which Node it needs', async (program) => {
  const file = path.join(path.dirname(await bundledFanfare()), program);
  for (const [version, command, ...args] of [pretending, ...installed]) {
    const { status, stdout, stderr } = spawnSync(command, [...args, file], { encoding: 'utf8', env: { PATH, HOME } });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `Fanfare needs Node 22.19 or newer, and this is Node ${version}: https://nodejs.org/en/download has it.\n`,
    });
  }
});
