/** The words of `openapi-about.ts` for "whoever serves this", for small bundles. */
const ANY_INSTANCE = 'servers:\n  - url: /\n';

/**
 * The text of `openapi.yaml` as an instance serves it: its server is that instance, with its path.
 * Otherwise clients of an instance below a path would send their key to the root of its host.
 */
export const nameInstance = (openApiYaml: string, baseUrl: string): string =>
  openApiYaml.replace(ANY_INSTANCE, () => `servers:\n  - url: ${JSON.stringify(baseUrl.replace(/\/$/, ''))}\n`);
