import { callJson } from './call-json.ts';

const NETWORKS = ['instagram', 'threads'];

/** Sets callbacks as in Meta's app dashboard, so that the sandbox's networks report removals. */
export async function registerCallbacks(sandboxUrl: string, baseUrl: string): Promise<void> {
  for (const network of NETWORKS) {
    await callJson(`${sandboxUrl}/__sandbox/${network}/apps`, {
      body: {
        clientId: `sandbox-${network}-app`,
        deauthorizeUrl: `${baseUrl}/removal/${network}/deauthorize`,
        dataDeletionUrl: `${baseUrl}/removal/${network}/data-deletion`,
      },
    });
  }
}
