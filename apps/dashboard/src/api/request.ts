import { BASE_PATH } from './base-path.ts';

/** An answer with an error, of `/app/api`. The SDK has its own classes with the same fields. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** The problems, each with its field. */
  readonly details: readonly { readonly path: string; readonly message: string }[];

  constructor(status: number, error: Partial<ErrorBody>) {
    super(error.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.code = error.code ?? 'unknown';
    this.requestId = error.requestId ?? null;
    this.details = error.details ?? [];
  }
}

type ErrorBody = {
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly details?: RequestFailed['details'];
};

/** Values of the session that each request gets. Another project sets them again. */
const caller: { csrfToken: string; projectId: string } = { csrfToken: '', projectId: '' };

export function setCaller(changes: Partial<typeof caller>): void {
  Object.assign(caller, changes);
}

/** `fetch` with the session, for every request. Leads to the sign-in when the session has ended. */
export async function sessionFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (caller.csrfToken !== '') headers.set('X-Fanfare-CSRF', caller.csrfToken);
  if (caller.projectId !== '') headers.set('X-Fanfare-Project', caller.projectId);
  const response = await fetch(url, { ...init, headers, credentials: 'same-origin' });
  if (response.status === 401) return goToSignIn();
  return response;
}

let isLeaving = false;
// A page that the back button shows again may leave again.
addEventListener('pageshow', () => {
  isLeaving = false;
});

/** Leaves for the sign-in, once. Never resolves, so that no page shows an error meanwhile. */
function goToSignIn(): Promise<never> {
  if (isLeaving) return new Promise(() => undefined);
  isLeaving = true;
  const here = location.pathname.slice(BASE_PATH.length) + location.search;
  location.assign(`${BASE_PATH}/sign-in?next=${encodeURIComponent(here)}`);
  return new Promise(() => undefined);
}

/** The parsed body of an answer; throws `RequestFailed` for an error. */
export async function readAnswer<Body>(response: Response): Promise<Body> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as Body;
  const { error = {} } = (body ?? {}) as { error?: Partial<ErrorBody> };
  throw new RequestFailed(response.status, error);
}
