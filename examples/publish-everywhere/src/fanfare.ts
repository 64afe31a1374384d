import { type DevService, HOW_TO_START } from '@fanfare/harness';

/** The parts of Fanfare's answers that this example reads. All: `/docs` of the service. */
export type Account = {
  readonly id: string;
  readonly platform: string;
  /** The network's own id; a company page of LinkedIn reads `organization:…`. */
  readonly platformUserId: string;
  readonly username: string;
};

export type Target = {
  readonly accountId: string;
  readonly platform: string;
  readonly status: 'pending' | 'published' | 'failed';
  readonly platformPostId: string | null;
  readonly url: string | null;
  /** `code: message`, when it failed. */
  readonly error: string | null;
};

export type Created = {
  readonly post: { readonly id: string; readonly targets: readonly Target[] };
  readonly replayed: boolean;
};

export type Verdict = {
  readonly valid: boolean;
  readonly violations: readonly { readonly path: string; readonly rule: string; readonly message: string }[];
};

export type Fanfare = <Body>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer<Body>>;

type Answer<Body> = { readonly status: number; readonly body: Body };

/**
 * A minimal client: a key in a header, JSON in, JSON out. Throws refusals with Fanfare's code and
 * message.
 *
 * @example
 * const call = openFanfare(service);
 * const { body } = await call<{ accounts: Account[] }>('GET', '/accounts');
 */
export function openFanfare(service: Pick<DevService, 'baseUrl' | 'apiKey'>): Fanfare {
  return async <Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> => {
    const response = await fetch(`${service.baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw isRefused(error) ? new Error(`Nothing answers at ${service.baseUrl}. ${HOW_TO_START}`) : error;
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    // The caller names the shape, as the reference at `/docs` promises it.
    return { status: response.status, body: (await response.json()) as Body };
  };
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
