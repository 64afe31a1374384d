/** One call of one client: what it was to give, and what it gave. */
export type Row = {
  readonly client: string;
  readonly version: string;
  readonly call: string;
  readonly expected: string;
  readonly got: string;
};

/** Makes a call and records its word, or what it throws as `status: message`. */
export type Check = (call: string, expected: string, perform: () => Promise<string>) => Promise<void>;

export type Book = { readonly rows: Row[]; checkOf(client: string, version: string): Check };

export function createBook(): Book {
  const rows: Row[] = [];
  return {
    rows,
    checkOf: (client, version) => async (call, expected, perform) => {
      // Some libraries answer what their types do not say.
      const got = String(await perform().catch(describe));
      rows.push({ client, version, call, expected, got });
    },
  };
}

export function isMet({ expected, got }: Row): boolean {
  return expected === got;
}

/** The status alone of a refused call, where the words hold an id or nothing. */
export async function statusOfRefusal(call: Promise<unknown>): Promise<string> {
  const [refusal] = await Promise.allSettled([call]);
  return refusal?.status === 'rejected' ? (describe(refusal.reason).split(':')[0] ?? '') : 'not refused';
}

/** The status and body inside a library's error. */
function describe(error: unknown): string {
  const status = find(error, ['status'], ['response', 'status'], ['code'], ['statusCode']);
  const message = find(
    error,
    ['response', 'data', 'error', 'message'],
    ['response', 'data', 'error_message'],
    ['response', 'data', 'message'],
    ['response', 'error', 'message'],
    ['data', 'errors', '0', 'message'],
    ['data', 'error_description'],
    ['data', 'detail'],
    ['message'],
  );
  return `${status ?? 'failed'}: ${String(message ?? error).trim()}`;
}

function find(value: unknown, ...paths: readonly (readonly string[])[]): unknown {
  for (const names of paths) {
    const found = names.reduce<unknown>((inner, name) => at(inner, name), value);
    if (found !== undefined && found !== null && found !== '') return found;
  }
  return undefined;
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
