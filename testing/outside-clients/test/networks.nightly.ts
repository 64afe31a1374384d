import { fileURLToPath } from 'node:url';
import { startProgram } from '@fanfare/harness/testing';
import { expect, test } from 'vitest';

/** Each command with the address of what it reads; null for a pinned package of npm. */
const COMMANDS = [
  ["other people's clients get from the simulators what their networks give", 'clients.ts', null],
  ["X's newest description takes every call to X", 'x-description.ts', 'https://api.x.com'],
  [
    'the SDK and the collection of Meta name every field that is sent to Instagram and Threads',
    'meta-forms.ts',
    'https://raw.githubusercontent.com',
  ],
] as const;

const isReachable = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );

// Each is a process: the first sends all requests of its process to the simulators.
test.for(COMMANDS)('%s', async ([, file, source], { skip }) => {
  if (source !== null && !(await isReachable(source))) skip(`${source} cannot be reached`);
  const command = fileURLToPath(new URL(`../src/${file}`, import.meta.url));
  const { code, stdout, stderr } = await startProgram(process.execPath, [command], process.env).ended;
  expect(code, `${stdout}\n${stderr}`).toBe(0);
});
