import * as dev from '@fanfare/harness/testing';
import { walkConnect } from '@fanfare/sandbox/walk-connect';

export type Answer = { readonly status: number; readonly body: unknown; readonly tookMs: number };

/** Calls of one project. */
export type Project = {
  call(method: string, route: string, body?: unknown): Promise<Answer>;
  /** Connects a person of the sandbox and returns the id of the account. */
  connect(platform: string, profile: string, profileId?: string): Promise<string>;
};

export type Service = Project &
  Pick<dev.RunningService, 'baseUrl' | 'apiKey' | 'sandboxUrl' | 'databaseUrl' | 'folder' | 'stop'> & {
    projectOf(apiKey: string): Project;
    sandbox(method: string, route: string, body?: unknown): Promise<void>;
  };

/** The whole service as `pnpm dev` starts it, in separate processes, in its own folder. `settings` set limits for a measurement. */
export async function startService(settings: Readonly<Record<string, string>>): Promise<Service> {
  const { baseUrl, apiKey, sandboxUrl, databaseUrl, folder, stop } = await dev.startService(settings);
  const projectOf = (key: string): Project => openProject(baseUrl, key);
  return {
    ...{ baseUrl, apiKey, sandboxUrl, databaseUrl, folder, stop },
    ...projectOf(apiKey),
    projectOf,
    async sandbox(method, route, body) {
      const response = await fetch(`${sandboxUrl}/__sandbox/${route}`, {
        method,
        ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`sandbox ${method} ${route}: ${response.status} ${await response.text()}`);
    },
  };
}

function openProject(baseUrl: string, apiKey: string): Project {
  const call: Project['call'] = async (method, route, body) => {
    const startedAt = performance.now();
    const response = await fetch(`${baseUrl}/api/v1${route}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer, tookMs: performance.now() - startedAt };
  };
  return {
    call,
    async connect(platform, profile, profileId) {
      const redirectUrl = 'http://127.0.0.1/connected';
      const { body } = await call('POST', '/accounts/connect', { platform, redirectUrl, profileId });
      const result = await walkConnect({ authUrl: (body as { authUrl: string }).authUrl, redirectUrl, profile });
      return result.get('accountId')!;
    },
  };
}
