import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectPackages, type ThirdPartyPackage, writeThirdParty } from '@fanfare/third-party';
import { tsc } from '@fanfare/typecheck';
import { type Plugin as CodePlugin, rolldown } from 'rolldown';
import { type Plugin, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { DESCRIBED_PLATFORMS } from '../src/described-platforms.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = path.join(PACKAGE, '..');
const DIST = path.join(PACKAGE, 'dist');
/** Packages that users install beside it; contract, rules and the networks' rules are inside. */
const OUTSIDE = [/^node:/, /^msw(?:\/|$)/, 'zod'];
const ENTRIES = { index: 'index', msw: 'msw', playwright: 'playwright', server: 'server/index' };

/** Packages of others whose code is inside. */
const shipped: ThirdPartyPackage[] = [];

/** A file per entry and module system, so that browsers load nothing of the server. */
async function writeCode(): Promise<void> {
  await bundleAs('esm', 'js', { ...ENTRIES, bin: 'server/bin' });
  await bundleAs('cjs', 'cjs', ENTRIES);
}

async function bundleAs(
  format: 'esm' | 'cjs',
  ending: string,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  const bundle = await rolldown({
    input: filesOf(entries, 'src', '.ts'),
    platform: 'neutral',
    // The `debug` of `file-type` has a file for browsers, and one that needs Node's `tty`.
    resolve: { mainFields: ['browser', 'module', 'main'] },
    external: OUTSIDE,
    plugins: [writtenDescription, withoutDescriptions, collectPackages((packages) => shipped.push(...packages))],
    treeshake: { manualPureFunctions: PURE },
  });
  const names = { entryFileNames: `[name].${ending}`, chunkFileNames: `[name]-[hash].${ending}` };
  await bundle.write({ dir: DIST, format, ...names, comments: false, sourcemap: true });
  await bundle.close();
}

/**
 * Descriptions of the API as they are written: their generator is three times as large as the rest
 * of the server.
 */
const writtenDescription: CodePlugin = {
  name: 'written-description',
  load(id) {
    if (id === path.join(PACKAGE, 'src/described-platforms.ts'))
      return { code: `export const DESCRIBED_PLATFORMS = ${JSON.stringify(DESCRIBED_PLATFORMS)};`, moduleType: 'js' };
    if (id !== path.join(PACKAGES, 'contract/src/openapi-yaml.ts')) return null;
    const text = readFileSync(path.join(PACKAGES, 'contract/openapi.yaml'), 'utf8');
    return { code: `export const openApiYaml = () => ${JSON.stringify(text)};`, moduleType: 'js' };
  },
};

/** Calls that make schemas and have no other effect: a schema that nothing reads is left out. */
const PURE = [
  ...['z', 'named', 'noted', 'requestObject', 'text', 'profileId', 'utcTimestamp', 'idInResponse'],
  ...['optionFields', 'shownOptions', 'pollOptions', 'targetRequestWith', 'requestedTargetWith', 'terms'],
];

const TEXT = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source;
/** Parts of the API description only: the file, the text, and what is left of it. */
const DESCRIPTIONS: readonly (readonly [file: string, text: RegExp, left: string])[] = [
  ['', new RegExp(`\\.describe\\(\\s*${TEXT},?\\s*\\)`, 'g'), ''],
  ['', new RegExp(`\\bnamed\\(\\s*${TEXT},\\s*${TEXT},`, 'g'), "named('', '',"],
  ['options/', /\{\s*minLength: \d+,\s*maxLength: \d+,?\s*\}/g, '{}'],
  ['', /\{ 'x-one-of': .* \}(?=,$)/gm, '{}'],
  ['limits.ts', new RegExp(`,?\\s*\\bsentence:\\s*${TEXT}`, 'g'), ''],
  ['ids.ts', /examples: \[EXAMPLES\[kind\]\]/g, ''],
  ['target-warnings.ts', new RegExp(`\\bremedy:\\s*${TEXT}`, 'g'), "remedy: ''"],
  ['request-errors.ts', new RegExp(`\\bremedy:\\s*${TEXT}`, 'g'), "remedy: ''"],
  ['routes/', /\.\.\.answering\(\s*('\w+'),\s*\{(?:[^{}]|\{[^{}]*\})*\},/g, '...answering($1, {},'],
  ['routes/', /^ +headers: \w+Schema,$/gm, ''],
  ['event-types.ts', new RegExp(`^(  '[a-z._]+':)\\s*${TEXT}`, 'gm'), "$1 ''"],
];

/** Files with rules of platforms, whose summaries are a part of `GET /platforms` only. */
const RULES = /\/(?:networks\/\w+|hubs\/\w+|packages\/rules)\/src\/(?!options)[\w-]+\.ts$/;
const SUMMARY = new RegExp(`\\bsummary:\\s*${TEXT}`, 'g');

/** Descriptions are in the package as text. Browsers need not load them. */
const withoutDescriptions: CodePlugin = {
  name: 'without-descriptions',
  transform(code, id) {
    const contract = path.join(PACKAGES, 'contract/src/');
    if (RULES.test(id)) return code.replaceAll(SUMMARY, "summary: ''");
    const isOptions = /\/networks\/\w+\/src\/options\.ts$/.test(id);
    if (!id.startsWith(contract) && !isOptions) return null;
    return DESCRIPTIONS.filter(([file]) => (isOptions ? file === '' : id.startsWith(contract + file))).reduce(
      (left, [, text, rest]) => left.replaceAll(text, rest),
      code,
    );
  },
};

/** The declarations of this package and of those it holds, each in its own `dist-types`. */
function declareTypes(): void {
  const failed = tsc('--build', path.join(PACKAGE, 'tsconfig.src.json'));
  if (failed) process.exit(failed);
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
  // CommonJS reads the same declarations, by another name.
  for (const file of readdirSync(DIST).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(path.join(DIST, file), 'utf8');
    writeFileSync(
      path.join(DIST, file.replace(/\.ts$/, '.cts')),
      text.replaceAll(/(from '\.\/[^']+)\.js'/g, "$1.cjs'"),
    );
  }
}

function filesOf(names: Readonly<Record<string, string>>, folder: string, ending: string): Record<string, string> {
  const entries = Object.entries(names).map(([name, file]) => [name, path.join(PACKAGE, folder, file + ending)]);
  return Object.fromEntries(entries);
}

/** Finds the declarations of a package, and of a file imported by its source's name. */
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

/** Writes `dist`: code for both module systems, and declarations for both. */
rmSync(DIST, { recursive: true, force: true });
await writeCode();
writeThirdParty(DIST, JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')), shipped);
declareTypes();
await writeTypes();
