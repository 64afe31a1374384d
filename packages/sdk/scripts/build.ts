import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsc } from '@fanfare/typecheck';
import { rolldown } from 'rolldown';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(PACKAGE, 'dist');

/** Writes `dist`: one file per entry and module system, and declarations for both. */
rmSync(DIST, { recursive: true, force: true });
for (const entry of ['index', 'webhooks']) {
  const bundle = await rolldown({
    input: path.join(PACKAGE, `src/${entry}.ts`),
    platform: 'neutral',
    experimental: { attachDebugInfo: 'none' },
  });
  for (const [format, extension] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ] as const) {
    await bundle.write({
      format,
      file: path.join(DIST, `${entry}.${extension}`),
      comments: false,
      sourcemap: true,
      // CommonJS needs no mark that it was a module.
      generatedCode: { symbols: false },
    });
  }
  await bundle.close();
}

const failed = tsc('--project', path.join(PACKAGE, 'tsconfig.declarations.json'));
if (failed) process.exit(failed);
// Declarations keep the extension that the sources are imported with.
for (const file of readdirSync(DIST).filter((name) => name.endsWith('.d.ts'))) {
  const text = readFileSync(path.join(DIST, file), 'utf8');
  const importing = (extension: string): string => text.replaceAll(/(from '\.\/[^']+)\.ts'/g, `$1${extension}'`);
  writeFileSync(path.join(DIST, file), importing('.js'));
  writeFileSync(path.join(DIST, file.replace(/\.d\.ts$/, '.d.cts')), importing('.cjs'));
}
