import { rolldown } from 'rolldown';

/** The page's program as modules by file name; `page.js` is the one to load. */
export async function bundlePage(): Promise<ReadonlyMap<string, string>> {
  const bundle = await rolldown({
    input: { page: `${import.meta.dirname}/page.ts` },
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])));
}
