import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { type Plugin, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = path.join(PACKAGE, '..');
const DIST = path.join(PACKAGE, 'dist');
/** What users install beside it; contract, rules and the networks' rules are inside. */
const OUTSIDE = [/^node:/, /^msw(?:\/|$)/, 'zod'];
const ENTRIES = { index: 'index', msw: 'msw', playwright: 'playwright', server: 'server/index' };

/** The server stands apart from what browsers load: the writer of `openapi.yaml` has parts that only Node can load. */
async function writeCode(): Promise<void> {
  const { server, ...everywhere } = ENTRIES;
  await bundleInto('neutral', everywhere);
  await bundleInto('node', { server, bin: 'server/bin' });
}

async function bundleInto(platform: 'neutral' | 'node', entries: Readonly<Record<string, string>>): Promise<void> {
  const bundle = await rolldown({
    input: filesOf(entries, 'src', '.ts'),
    platform,
    resolve: { mainFields: ['module', 'main'] },
    external: OUTSIDE,
  });
  await bundle.write({ dir: DIST, format: 'esm', comments: false });
  await bundle.close();
}

/** The declarations of this package and of those it holds, each in its own `dist-types`. */
function declareTypes(): void {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const run = spawnSync(process.execPath, [tsc, '-b', path.join(PACKAGE, 'tsconfig.src.json')], { stdio: 'inherit' });
  if (run.status !== 0) process.exit(run.status ?? 1);
}

async function writeTypes(): Promise<void> {
  const bundle = await rollup({
    input: filesOf(ENTRIES, 'dist-types/published/src', '.d.ts'),
    // What the contract is written with; no type that users see mentions it.
    external: [...OUTSIDE, /^@ts-rest\//, 'openapi3-ts/oas31'],
    treeshake: { moduleSideEffects: false },
    plugins: [ownDeclarations, dts({ respectExternal: true })],
  });
  await bundle.write({
    dir: DIST,
    format: 'esm',
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'shared-[hash].d.ts',
  });
  await bundle.close();
}

function filesOf(names: Readonly<Record<string, string>>, folder: string, ending: string): Record<string, string> {
  const entries = Object.entries(names).map(([name, file]) => [name, path.join(PACKAGE, folder, file + ending)]);
  return Object.fromEntries(entries);
}

/** Finds the declarations of a package of this repository, and of a file that is imported by its source's name. */
const ownDeclarations: Plugin = {
  name: 'own-declarations',
  resolveId(id, importer) {
    if (id.startsWith('.') && importer) return path.resolve(path.dirname(importer), id.replace(/\.ts$/, '.d.ts'));
    const [, name, file = 'index'] = /^@fanfare\/([^/]+)(?:\/(.+))?$/.exec(id) ?? [];
    if (name === undefined) return null;
    const folders = [name, `networks/${name.replace(/^network-/, '')}`].map((folder) => path.join(PACKAGES, folder));
    const folder = folders.find((one) => existsSync(path.join(one, 'dist-types')));
    return folder === undefined ? null : path.join(folder, 'dist-types/src', `${file}.d.ts`);
  },
};

/** Writes `dist`: one module per entry with what they share apart, and their declarations. */
rmSync(DIST, { recursive: true, force: true });
await writeCode();
declareTypes();
await writeTypes();
