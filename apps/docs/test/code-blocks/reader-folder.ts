import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TSC } from '@fanfare/typecheck';
import type { Block } from './read-page.ts';

/**
 * A folder such as a reader would have it: the packages are installed and the files of a page are
 * written down.
 */
export type ReaderFolder = {
  readonly path: string;
  write(name: string, text: string): void;
  /** Reports what TypeScript says of every file; empty when it is content. */
  typeErrors(): Promise<string>;
  /** Runs a program to its end; throws with all it printed when it fails. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): void;
};

const DOCS = fileURLToPath(new URL('../..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Below the checkout, so that test runners find each other's parts; `.fanfare` is kept out of git.
 */
export function readerFolder(blocks: readonly Block[] = []): ReaderFolder {
  mkdirSync(path.join(ROOT, '.fanfare'), { recursive: true });
  const folder = mkdtempSync(path.join(ROOT, '.fanfare', 'docs-'));
  symlinkSync(path.join(DOCS, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  write('package.json', '{ "private": true, "type": "module" }');
  for (const { file, text } of blocks) if (file !== '') write(file, text);
  return {
    path: folder,
    write,
    typeErrors() {
      const compilerOptions = {
        strict: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        skipLibCheck: true,
        target: 'es2023',
        lib: ['es2023', 'dom', 'dom.iterable'],
        module: 'nodenext',
        allowImportingTsExtensions: true,
        types: ['node'],
        typeRoots: [path.join(ROOT, 'node_modules/@types')],
      };
      write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      return runIn(folder, process.execPath, [TSC, '-p', folder], {}).catch((error: unknown) => String(error));
    },
    run: (command, args, env = {}) => runIn(folder, command, args, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runIn(cwd: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`));
    });
  });
}
