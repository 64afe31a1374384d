import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsc } from '@fanfare/typecheck';
import { rolldown } from 'rolldown';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(PACKAGE, 'dist');

/**
 * Loaded by the client with the first upload, and a file of its own, so that the client stays
 * small.
 */
const LATER = 'upload-chunk';

/** Writes `dist`: one file per entry and module system, and declarations for both. */
rmSync(DIST, { recursive: true, force: true });
for (const [format, extension] of [
  ['esm', 'js'],
  ['cjs', 'cjs'],
] as const) {
  for (const entry of ['index', 'webhooks', 'upload', LATER]) {
    const bundle = await rolldown({
      input: path.join(PACKAGE, `src/${entry}.ts`),
      platform: 'neutral',
      external: [`./${LATER}.${extension}`],
      plugins: [
        {
          name: 'loaded-later',
          resolveId: (id) => (id === `./${LATER}.ts` ? { id: `./${LATER}.${extension}`, external: true } : null),
        },
      ],
      experimental: { attachDebugInfo: 'none' },
    });
    await bundle.write({
      format,
      file: path.join(DIST, `${entry}.${extension}`),
      comments: false,
      // Names of classes are what people see when they print a value.
      minify: { compress: true, mangle: { keepNames: { class: true, function: false } }, codegen: true },
      sourcemap: true,
      // CommonJS needs no mark that it was a module.
      generatedCode: { symbols: false },
      // `import()` in CommonJS is nothing that Jest can do.
      dynamicImportInCjs: false,
    });
    await bundle.close();
  }
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
