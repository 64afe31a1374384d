import type { AppAnswer, AppInput, AppRouteName } from '@fanfare/app-contract';
import { APP_ADDRESSES } from '@fanfare/app-contract/addresses';
import { BASE_PATH } from './base-path.ts';
import { readAnswer, sessionFetch } from './request.ts';

/** Parts of the input that a route takes. */
type Given<Input> = { [Part in keyof Input as Input[Part] extends undefined ? never : Part]: Input[Part] };

/**
 * Calls a route of `/app/api`. Throws `RequestFailed` for an answer with an error.
 *
 * @example
 * const { keys } = await callApp('keys.list', { params: { projectId }, query: {} });
 */
export async function callApp<Name extends AppRouteName>(
  name: Name,
  input: Partial<Given<AppInput<Name>>> & { readonly signal?: AbortSignal },
): Promise<AppAnswer<Name>> {
  const [method = '', path = ''] = APP_ADDRESSES[name].split(' ');
  const { params = {}, query = {}, body, signal } = input as Parts;
  const filled = path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
  const response = await sessionFetch(`${BASE_PATH}${filled}${toQuery(query)}`, {
    method,
    headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return readAnswer(response);
}

type Parts = {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

function toQuery(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}
