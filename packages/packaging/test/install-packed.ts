import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../src/run.ts';

/** Where things are that are published, and that have installed what is. */
export type Packed = {
  /** The tarballs that a release would upload. */
  readonly tarballs: { readonly sdk: string; readonly mock: string };
  /** The conformance kit for hubs, a program that needs no other package. */
  readonly hubKit: string;
  /** The user's command, a program that needs no other package. */
  readonly cli: string;
  /** A new project of ES modules, with msw 3. */
  readonly modules: string;
  /** A new project of CommonJS, with msw 2. */
  readonly commonjs: string;
};

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url));

/** Packs every package as a release does, and installs the libraries in new projects as their READMEs say. */
export async function installPacked(folder: string): Promise<Packed> {
  const { hubKit, cli, ...tarballs } = await pack(folder);
  const install = async (name: string, type: string, msw: string): Promise<string> => {
    const at = path.join(folder, name);
    mkdirSync(at);
    writeFileSync(path.join(at, 'package.json'), JSON.stringify({ name, type, private: true }));
    await run(at, 'npm', installArguments(tarballs, msw));
    return at;
  };
  const [modules, commonjs] = await Promise.all([
    install('modules', 'module', 'msw@3.0.5'),
    install('common', 'commonjs', 'msw@2.15.0'),
  ]);
  return { tarballs, hubKit, cli, modules, commonjs };
}

/** Builds first (`prepack`), and writes the manifest that is published (`publishConfig`). */
async function pack(folder: string): Promise<Packed['tarballs'] & Pick<Packed, 'hubKit' | 'cli'>> {
  const filters = ['sdk', 'mock', 'cli', 'hub-kit'].flatMap((name) => ['--filter', `@fanfare/${name}`]);
  const args = ['--yes', 'pnpm@10.34.9', '--recursive', ...filters, 'pack', '--json', '--pack-destination', folder];
  // Installing is for the one who starts the tests, not for a test.
  await run(PACKAGES, 'npx', args, { ...process.env, npm_config_verify_deps_before_run: 'false' });
  const tarball = (at: string): string => {
    const { name, version } = JSON.parse(readFileSync(path.join(PACKAGES, at, 'package.json'), 'utf8'));
    return path.join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  };
  return { sdk: tarball('sdk'), mock: tarball('mock'), cli: tarball('cli'), hubKit: tarball('hubs/kit') };
}

/** The `npm install` of each README in one, with the tarball in place of the name, and without scripts, for nothing may need them. */
function installArguments(tarballs: Packed['tarballs'], msw: string): string[] {
  const specs = Object.entries(tarballs).map(([name, tarball]) => {
    const readme = readFileSync(path.join(PACKAGES, name, 'README.md'), 'utf8');
    const [, spec] = /```sh\nnpm install (?:--save-dev )?(\S+)\n```/.exec(readme) ?? [];
    if (spec !== `@fanfare/${name}`) throw new Error(`The README of ${name} installs ${spec}.`);
    return tarball;
  });
  return ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', ...specs, msw];
}
