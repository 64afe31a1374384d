import type { LoggedRequest, PostView } from '@fanfare/sandbox';

type Fault = {
  network: string;
  /** `graph`, `api`, `www` …; any when absent. */
  role?: string;
  method?: string;
  path?: string;
  /** Matching requests to let through first. */
  skip?: number;
  times?: number;
  action: 'status' | 'drop_before' | 'drop_after' | 'delay' | 'delay_after' | 'status_after';
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  delayMs?: number;
};

/** The sandbox's control API for tests. */
export type SandboxControl = {
  readonly url: string;
  sample(name: string): string;
  posts(network: string, profile?: string): Promise<PostView[]>;
  /** Those after the one with the id `since`, or all that it still knows. */
  requests(network: string, since?: number): Promise<LoggedRequest[]>;
  fail(fault: Fault): Promise<void>;
  /**
   * These requests wait until `release`, for as long as a test needs; `after` lets the network
   * execute them first.
   */
  hold(when: 'before' | 'after', fault: Omit<Fault, 'action' | 'delayMs'>): Promise<void>;
  /**
   * Continues all held requests, holds no more, and removes the faults that have not happened yet.
   */
  release(): Promise<void>;
  /** The faults that have not happened yet. */
  waitingFaults(): Promise<{ network: string; path: string }[]>;
  /** Removes the faults that have not happened yet. */
  removeFaults(): Promise<void>;
  control(network: string, name: string, body: Record<string, unknown>): Promise<unknown>;
  addProfile(network: string, profile: Record<string, unknown>): Promise<void>;
};

export function controlSandbox(url: string): SandboxControl {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/__sandbox/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`sandbox: ${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const listOf = <T>(answer: unknown, name: string): T[] => {
    const list = Array.isArray(answer) ? answer : (answer as Record<string, T[]>)[name];
    if (!list) throw new Error(`sandbox: there is no list "${name}" in the answer`);
    return list as T[];
  };
  return {
    url,
    sample: (name) => `${url}/__sandbox/samples/${name}`,
    posts: async (network, profile) =>
      listOf(await ask('GET', `posts?network=${network}${profile ? `&profile=${profile}` : ''}`), 'posts'),
    requests: async (network, since = 0) =>
      listOf(await ask('GET', `requests?network=${network}&since=${since}`), 'requests'),
    fail: async (fault) => void (await ask('POST', 'faults', fault)),
    hold: async (when, fault) =>
      void (await ask('POST', 'faults', {
        ...fault,
        action: when === 'before' ? 'delay' : 'delay_after',
        delayMs: 600_000,
      })),
    async release() {
      await ask('DELETE', 'faults');
      await ask('POST', 'release');
    },
    waitingFaults: async () => listOf(await ask('GET', 'state'), 'faults'),
    removeFaults: async () => void (await ask('DELETE', 'faults')),
    control: (network, name, body) => ask('POST', `${network}/${name}`, body),
    addProfile: async (network, profile) => void (await ask('POST', `${network}/profiles`, profile)),
  };
}
