import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { walkConnect } from '@fanfare/sandbox/walk-connect';
import type { RunningService } from './start-service.ts';

type Project = Pick<RunningService, 'apiKey' | 'accounts' | 'folder'>;

const NETWORKS = ['instagram', 'threads', 'x', 'linkedin'] as const;
/** They call back when a person removes an app. */
const CALLING_BACK = ['instagram', 'threads'] as const;
const REDIRECT_URL = 'http://127.0.0.1/connected';

/**
 * Empties the networks of a service and gives the project of a key what `pnpm dev` gives its own:
 * an account on each network and a hub, a webhook at the sandbox's receiver, a folder with
 * `dev.json`.
 */
export async function prepareProject(service: RunningService, apiKey: string): Promise<Project> {
  const { baseUrl, databaseUrl, sandboxUrl } = service;
  const control = <T>(name: string, body: object) => postForJson<T>(`${sandboxUrl}/__sandbox/${name}`, body);
  const api = <T>(route: string, body: object) => postForJson<T>(`${baseUrl}/api/v1/${route}`, body, apiKey);

  await control('reset', {});
  for (const network of CALLING_BACK) {
    await control(`${network}/apps`, {
      clientId: `sandbox-${network}-app`,
      deauthorizeUrl: `${baseUrl}/removal/${network}/deauthorize`,
      dataDeletionUrl: `${baseUrl}/removal/${network}/data-deletion`,
    });
  }
  const url = `${sandboxUrl}/receiver/app`;
  const webhook = { url, description: 'The receiver page of the sandbox' };
  const { secret } = await api<{ secret: string }>('webhooks', webhook);
  await control('receivers/app/secrets', { secrets: [secret] });
  const connect = async (platform: string) => {
    const { authUrl } = await api<{ authUrl: string }>('accounts/connect', { platform, redirectUrl: REDIRECT_URL });
    const result = await walkConnect({ authUrl, redirectUrl: REDIRECT_URL, profile: 'ada' });
    return result.get('accountId') ?? '';
  };
  const [instagram, threads, x, linkedin] = await Promise.all(NETWORKS.map(connect));
  const { code } = await control<{ code: string }>('hub/connect-code', { role: 'wordpress' });
  const hub = { hubUrl: `${sandboxUrl}/hub/wordpress`, connectCode: code, defaultSpaceSlug: 'news' };
  const { account } = await api<{ account: { id: string } }>('accounts/connect-hub', hub);
  const accounts = { instagram: instagram!, threads: threads!, x: x!, linkedin: linkedin!, hub: account.id };

  const folder = mkdtempSync(path.join(service.folder, 'project-'));
  const state = { baseUrl, apiKey, sandboxUrl, databaseUrl, accounts };
  writeFileSync(path.join(folder, 'dev.json'), `${JSON.stringify(state, null, 2)}\n`);
  return { apiKey, accounts, folder };
}

async function postForJson<T>(url: string, body: object, apiKey?: string): Promise<T> {
  const headers = { 'Content-Type': 'application/json', ...(apiKey && { Authorization: `Bearer ${apiKey}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
