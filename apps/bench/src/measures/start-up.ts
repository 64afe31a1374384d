import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../figures.ts';
import type { Contender, Measure } from '../measure.ts';

const BUILD = fileURLToPath(new URL('../../../server/scripts/build.ts', import.meta.url));
const SDK = fileURLToPath(new URL('../../../../packages/sdk/', import.meta.url));
const RUNS = 5;

export const start: Measure = {
  name: 'start',
  answers:
    'How long does the server of the package take to load, and from its start to its first 200 on /readyz, with a database that exists?',
  unit: 'ms',
  seconds: 60,
  goals: [
    { what: 'ms', contender: 'import', atMost: 200 },
    { what: 'ms', contender: 'start to the first answer', atMost: 400 },
  ],
  async open(installation) {
    const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bench-bundle-'));
    execFileSync(process.execPath, [BUILD, '--out', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
    const main = path.join(folder, 'main.js');
    const starting = (name: string, file?: string): Contender => ({
      name,
      async run() {
        const another = await installation.startServer({}, file);
        await another.stop();
        return { figure: another.startedInMs };
      },
    });
    return {
      contenders: [
        loading('import', { program: [main], empty: ['-e', ''] }),
        starting('start to the first answer', main),
        starting('the same from source'),
      ],
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
};

export const sdkImport: Measure = {
  name: 'sdk-import',
  answers: 'How long does it take to load the packed SDK, beyond what Node takes to start?',
  unit: 'ms',
  seconds: 30,
  goals: [
    { what: 'ms', contender: 'import', atMost: 5 },
    { what: 'ms', contender: 'require', atMost: 5 },
  ],
  async open() {
    const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bench-sdk-'));
    unpackSdk(folder);
    const program = (name: string, text: string): readonly string[] => {
      writeFileSync(path.join(folder, name), text);
      return [path.join(folder, name)];
    };
    return {
      contenders: [
        loading('import', {
          program: program('import.mjs', "import '@fanfare/sdk'"),
          empty: program('empty.mjs', "import 'node:path'"),
        }),
        loading('require', {
          program: program('require.cjs', "require('@fanfare/sdk')"),
          empty: program('empty.cjs', "require('node:path')"),
        }),
      ],
      close: async () => rmSync(folder, { recursive: true }),
    };
  },
};

/** Packs it, which builds it, and unpacks it as npm does. */
function unpackSdk(folder: string): void {
  execFileSync('npx', ['--yes', 'pnpm@10.34.9', 'pack', '--pack-destination', folder], {
    cwd: SDK,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const installed = path.join(folder, 'node_modules/@fanfare/sdk');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', path.join(folder, tarball), '-C', installed, '--strip-components=1']);
}

type Programs = { readonly program: readonly string[]; readonly empty: readonly string[] };

/** A program that ends as soon as its code is loaded, such as the server without settings, less one that loads nothing, in turns. */
function loading(name: string, { program, empty }: Programs): Contender {
  return {
    name,
    async run() {
      const tookMs = Array.from({ length: RUNS }, () => lifeMs(program) - lifeMs(empty));
      return { figure: median(tookMs) };
    },
  };
}

const PRINT_LIFE = `data:text/javascript,process.on('exit', () => console.log('life ' + performance.now()))`;

/** From the start of the process to its end. */
function lifeMs(args: readonly string[]): number {
  const { stdout } = spawnSync(process.execPath, ['--import', PRINT_LIFE, ...args], { encoding: 'utf8', env: {} });
  return Number(/^life ([\d.]+)$/m.exec(stdout)?.[1]);
}
