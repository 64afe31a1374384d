import { rolldown } from 'rolldown';

/**
 * Bundles what a browser loads first of a source text that may import this package, or all of it.
 * Throws where anything of Node is needed.
 */
export async function bundleForBrowser(source: string, { isWhole = false } = {}): Promise<string> {
  const entry = `${import.meta.dirname}/browser-entry.virtual.js`;
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
      {
        name: 'nothing-of-node',
        resolveId(id, importer) {
          if (id.startsWith('node:')) throw new Error(`${importer} imports ${id}, which browsers do not have.`);
          return null;
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, inlineDynamicImports: isWhole });
  await bundle.close();
  return output[0].code;
}
