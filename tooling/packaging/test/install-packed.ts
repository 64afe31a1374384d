import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../src/run.ts';

/** Folders of what is published, and of what has installed it. */
export type Packed = {
  /** The tarballs that a release would upload. */
  readonly tarballs: { readonly sdk: string; readonly mock: string };
  /** The conformance kit for hubs, a program that needs no other package. */
  readonly hubKit: string;
  /** The user's command, a program that needs no other package. */
  readonly cli: string;
  /** The MCP server, a program that needs no other package. */
  readonly mcp: string;
  /** A new project of ES modules, with msw 3. */
  readonly modules: string;
};

const PACKAGES = fileURLToPath(new URL('../../../packages', import.meta.url));

/**
 * Packs every package by the commands of its README, which are those of a release, and installs the
 * libraries in a new project as their READMEs say.
 */
export async function installPacked(folder: string): Promise<Packed> {
  const { hubKit, cli, mcp, ...tarballs } = await pack(folder);
  const modules = path.join(folder, 'modules');
  mkdirSync(modules);
  await installIn(modules, 'module', tarballs, 'msw@3.0.5');
  return { tarballs, hubKit, cli, mcp, modules };
}

/** Makes an empty folder a project that has the packages installed. */
export async function installIn(at: string, type: string, tarballs: Packed['tarballs'], msw: string): Promise<void> {
  writeFileSync(path.join(at, 'package.json'), JSON.stringify({ name: path.basename(at), type, private: true }));
  await run(at, 'npm', installArguments(tarballs, msw));
}

async function pack(folder: string): Promise<Packed['tarballs'] & Pick<Packed, 'hubKit' | 'cli' | 'mcp'>> {
  const [sdk, mock, cli, mcp, hubKit] = await Promise.all([
    packAsDescribed('sdk', folder),
    packAsDescribed('mock', folder),
    packAsDescribed('cli', folder),
    packAsDescribed('mcp', folder),
    packAsDescribed('hubs/kit', folder),
  ]);
  return { sdk, mock, cli, mcp, hubKit };
}

const readmeOf = (at: string): string => readFileSync(path.join(PACKAGES, at, 'README.md'), 'utf8');

/**
 * Packs a package by the commands of its README. Returns the tarball that the README then installs.
 */
async function packAsDescribed(at: string, folder: string): Promise<string> {
  const readme = readmeOf(at);
  // This is a checkout, and installing is for the one who starts the tests, not for a test.
  const [, commands] = /```sh\ngit clone .*\ncd fanfare\nnpx .* install\n([^`]*)```/.exec(readme) ?? [];
  const [, tarball] = /\/tmp\/(fanfare-\S+\.tgz)/.exec(readme) ?? [];
  if (commands === undefined || tarball === undefined)
    throw new Error(`The README of ${at} does not say how to pack it.`);
  const env = { ...process.env, npm_config_verify_deps_before_run: 'false' };
  await run(path.dirname(PACKAGES), 'sh', ['-euc', withoutNpx(commands.replaceAll('/tmp', folder))], env);
  return path.join(folder, tarball);
}

/**
 * The same with the pnpm that runs the tests, if it is that one: npx takes two seconds of processor
 * time to find it.
 */
function withoutNpx(commands: string): string {
  const { npm_execpath: pnpm, npm_config_user_agent: agent = '' } = process.env;
  if (!pnpm || !agent.startsWith('pnpm/10.34.9 ')) return commands;
  return commands.replaceAll('npx --yes pnpm@10.34.9', `'${process.execPath}' '${pnpm}'`);
}

/**
 * The `npm install` of each README in one, with the tarball in place of the name, and without
 * scripts, for nothing may need them.
 */
function installArguments(tarballs: Packed['tarballs'], msw: string): string[] {
  const specs = Object.entries(tarballs).map(([name, tarball]) => {
    const specs = [...readmeOf(name).matchAll(/^npm install (?:--save-dev )?(\S+)$/gm)].map(([, spec]) => spec);
    const expected = [`@fanfare/${name}`, `/tmp/${path.basename(tarball)}`];
    if (specs.join() !== expected.join()) throw new Error(`The README of ${name} installs ${specs}.`);
    return tarball;
  });
  return ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', ...specs, msw];
}
