const NETWORKS = ['instagram', 'threads'];

/** Sets callbacks as in Meta's app dashboard, so that the sandbox's networks report removals. */
export async function registerCallbacks(sandboxUrl: string, baseUrl: string): Promise<void> {
  for (const network of NETWORKS) {
    const response = await fetch(`${sandboxUrl}/__sandbox/${network}/apps`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        clientId: `sandbox-${network}-app`,
        deauthorizeUrl: `${baseUrl}/removal/${network}/deauthorize`,
        dataDeletionUrl: `${baseUrl}/removal/${network}/data-deletion`,
      }),
    });
    if (!response.ok)
      throw new Error(`${network}: setting the callbacks answered ${response.status}: ${await response.text()}`);
  }
}
