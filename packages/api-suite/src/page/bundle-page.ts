import { rolldown } from 'rolldown';

/** The page's program as one module. */
export async function bundlePage(): Promise<string> {
  const bundle = await rolldown({
    input: `${import.meta.dirname}/page.ts`,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output[0].code;
}
