import { type RunningService, startService } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeIndiekit } from '../real-indiekit.ts';
import { type LosingProxy, startLosingProxy } from '../start-losing-proxy.ts';
import { newText } from './publish-on-hub.ts';

let proxy: LosingProxy;
const behind = async (serverUrl: string) => {
  proxy = await startLosingProxy(serverUrl);
  return proxy.url;
};

await describeIndiekit(
  'a Fanfare and a real Indiekit without a database',
  { behind, hasDatabase: false },
  (indiekit) => {
    let service: RunningService;
    beforeAll(async () => {
      service = await startService();
    });
    afterAll(async () => {
      await service?.stop();
      await proxy.stop();
    });

    test('when the answer to the post is lost, it is not sent again: the server cannot say what became of it', async () => {
      const fanfare = new Fanfare(service);
      const key = { hubUrl: `${indiekit.url}/micropub`, type: 'micropub', apiKey: indiekit.token } as const;
      const { account } = await fanfare.accounts.connectHub(key);
      proxy.takeSeen();
      proxy.loseAnswers(({ method, url }) => method === 'POST' && url.startsWith('/micropub'));
      const { post } = await fanfare.posts.create({
        content: newText('Lost'),
        platforms: [{ platform: 'hub', accountId: account.id }],
      });
      const settled = await fanfare.posts.waitUntilSettled(post.id, { timeoutMs: 280_000 });
      const [target] = settled.targets;
      expect([target!.status, target!.error]).toEqual(['failed', expect.stringMatching(/^outcome_unknown: /)]);
      const writes = proxy
        .takeSeen()
        .filter(({ method, url }) => method === 'POST' && /^\/(micropub|media)\b/.test(url));
      expect(writes).toEqual([{ method: 'POST', url: '/micropub', status: 202 }]);
    });
  },
);
