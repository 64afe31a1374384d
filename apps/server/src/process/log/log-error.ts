/** Fields of system, PostgreSQL and HTTP parser errors without user data. */
const FIELDS = ['code', 'errno', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'status'];
/** Fields of a NetworkError, whose constructor redacts the network's text. */
const FACTS = ['outcome', 'networkCode', 'networkMessage', 'mediaIndex', 'retryAfterMs', 'operator'];
const MAX_DEPTH = 4;
const MAX_CHARS = 2_000;

export type LoggedError = { readonly type: string; readonly message: string; readonly [field: string]: unknown };

/**
 * An error for the log: type, message, stack, a few known fields, and causes. Omits other fields,
 * which hold internal data: pg has the client, undici the socket, body-parser the body, PostgreSQL
 * the values of a row (`detail`).
 */
export function logError(error: Error, depth = 0): LoggedError {
  const inner = (each: unknown): unknown => (each instanceof Error ? logError(each, depth + 1) : undefined);
  const isDeep = depth >= MAX_DEPTH;
  return {
    // pg names its errors `error`.
    type: /^(?:e|E)rror$/.test(error.name) ? error.constructor.name : error.name,
    message: cut(error.message),
    ...scalarsOf(error, FIELDS),
    ...('facts' in error && scalarsOf(error.facts, FACTS)),
    ...(error.stack !== undefined && { stack: cut(error.stack) }),
    ...(!isDeep && error.cause instanceof Error && { cause: inner(error.cause) }),
    ...(!isDeep && error instanceof AggregateError && { errors: error.errors.slice(0, MAX_DEPTH).map(inner) }),
  };
}

function scalarsOf(holder: unknown, names: readonly string[]): Record<string, string | number | boolean> {
  const found: Record<string, string | number | boolean> = {};
  if (typeof holder !== 'object' || holder === null) return found;
  for (const name of names) {
    const value: unknown = Reflect.get(holder, name);
    if (typeof value === 'string') found[name] = cut(value);
    else if (typeof value === 'number' || typeof value === 'boolean') found[name] = value;
  }
  return found;
}

const cut = (text: string): string => text.slice(0, MAX_CHARS);
