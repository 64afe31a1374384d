const TIMEOUT_MS = 10_000;
const MOST_CHARS = 200;

export type Reply = { readonly status: number; readonly text: string };

/**
 * Returns the response of an address, or an error code. Follows no redirect and sends no
 * credentials. Uses no proxy, as the server; Node's fetch would, with `NODE_USE_ENV_PROXY`.
 */
export function ask(url: string, method: 'GET' | 'HEAD'): Promise<Reply | { readonly failure: string }> {
  const request: typeof import('node:http').request = url.startsWith('https:')
    ? process.getBuiltinModule('node:https').request
    : process.getBuiltinModule('node:http').request;
  return new Promise((resolve) => {
    const fail = (error: unknown): void => resolve({ failure: codeOf(error) });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const asked = request(url, { method, agent: false, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, MOST_CHARS);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', fail);
    });
    asked.on('error', fail);
    asked.end();
  });
}

/** Finds the code of an error. A host with several addresses has one inner error per attempt. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error && error.name === 'AbortError') return codeOf(error.cause);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}
