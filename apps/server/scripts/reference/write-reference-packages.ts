import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPackage } from '@fanfare/third-party';
import { findReference } from '../../src/config/installed-files.ts';
import { REFERENCE_PACKAGES, referenceFolder, type Written } from './reference-packages.ts';

/** Shapes that `@scalar/icons` copies into its own code. */
const COPIED = ['@phosphor-icons/core@2.1.1'];

/** Licences of later versions: neverpanic 0.0.8 is MIT, 0.0.5 names none (npm, checked 2026-11). */
const NAMED_LATER: Readonly<Record<string, string>> = { 'neverpanic@0.0.5': 'MIT' };

/**
 * Writes the list of packages inside the reference page's script, which its publisher names in
 * `webpack-stats.json`. npm installs them in a temporary folder.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-reference-'));
try {
  const specs = [...new Set([...namedByPublisher(), ...COPIED])].sort();
  const dependencies = Object.fromEntries(specs.map((spec, index) => [`p${index}`, `npm:${spec}`]));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefer-offline'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const installed = Object.keys(dependencies).map((name) => {
    const found = readPackage(path.join(folder, 'node_modules', name));
    return { ...found, license: found.license ?? NAMED_LATER[`${found.name}@${found.version}`] ?? null };
  });
  const reference = readPackage(referenceFolder());
  const written: Written = { version: reference.version, packages: [reference, ...installed] };
  writeFileSync(REFERENCE_PACKAGES, `${JSON.stringify(written, null, 1)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function namedByPublisher(): readonly string[] {
  const stats = path.join(path.dirname(findReference()), 'webpack-stats.json');
  const { modules } = JSON.parse(readFileSync(stats, 'utf8')) as { modules: readonly { readonly name: string }[] };
  return modules.flatMap(({ name }) => {
    const [, full, version] = /\/\.pnpm\/((?:@[^+/]+\+)?[^@/]+)@([^_/]+)/.exec(name) ?? [];
    return full ? [`${full.replace('+', '/')}@${version}`] : [];
  });
}
