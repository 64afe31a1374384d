const TIMEOUT_MS = 10_000;

export type Reply = { readonly status: number; readonly text: string };

/** The answer of an address, or the code of the reason why there is none. Follows no redirect and sends no credentials. */
export async function ask(url: string, method: 'GET' | 'HEAD'): Promise<Reply | { readonly failure: string }> {
  try {
    const response = await fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, text: (await response.text()).slice(0, 200) };
  } catch (error) {
    return { failure: codeOf(error) };
  }
}

/** Node wraps the reason in a TypeError "fetch failed". */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}
