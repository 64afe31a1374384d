import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { collectPackages } from '@fanfare/third-party';
import { rolldown } from 'rolldown';

const FOLDER = path.join(import.meta.dirname, '..');
const DIST = path.join(FOLDER, 'dist');
const product = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8'));

rmSync(DIST, { recursive: true, force: true });
const built: readonly string[] = [...product.n8n.credentials, ...product.n8n.nodes];
const inputs = built.map((file) => file.replace(/^dist\/(.*)\.js$/, '$1'));
const bundle = await rolldown({
  cwd: FOLDER,
  input: Object.fromEntries(inputs.map((name) => [name, `./${name}.ts`])),
  platform: 'node',
  // n8n brings it.
  external: ['n8n-workflow'],
  plugins: [
    collectPackages((packages) => {
      if (packages.length > 0) throw new Error(`A node brings no package: ${packages.map(({ name }) => name)}`);
    }),
  ],
});
await bundle.write({ dir: DIST, format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
await bundle.close();
// n8n loads nodes with `require`, and the sources are modules.
writeFileSync(path.join(DIST, 'package.json'), '{ "type": "commonjs" }\n');
cpSync(path.join(FOLDER, 'icons'), path.join(DIST, 'icons'), { recursive: true });
