import * as dev from '@fanfare/harness/testing';
import { walkConnect } from '@fanfare/sandbox/walk-connect';

export type Service = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
  call(method: string, route: string, body?: unknown): Promise<{ status: number; body: unknown; tookMs: number }>;
  connect(platform: string, profile: string): Promise<string>;
  sandbox(method: string, route: string, body?: unknown): Promise<void>;
  stop(): Promise<void>;
};

/** The whole service as `pnpm dev` starts it, in separate processes, in its own folder. `settings` set limits for a measurement. */
export async function startService(settings: Readonly<Record<string, string>>): Promise<Service> {
  const { baseUrl, apiKey, sandboxUrl, stop } = await dev.startService(settings);
  const call: Service['call'] = async (method, route, body) => {
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
    baseUrl,
    apiKey,
    sandboxUrl,
    call,
    async connect(platform, profile) {
      const redirectUrl = 'http://127.0.0.1/connected';
      const { body } = await call('POST', '/accounts/connect', { platform, redirectUrl });
      const result = await walkConnect({ authUrl: (body as { authUrl: string }).authUrl, redirectUrl, profile });
      return result.get('accountId')!;
    },
    async sandbox(method, route, body) {
      const response = await fetch(`${sandboxUrl}/__sandbox/${route}`, {
        method,
        ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`sandbox ${method} ${route}: ${response.status} ${await response.text()}`);
    },
    stop,
  };
}
