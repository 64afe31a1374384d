import type { Installation } from '../installation/installation.ts';
import { addAccount } from '../installation/projects.ts';
import { openLoop, type Request } from '../load.ts';
import type { Measure } from '../measure.ts';
import { publishing } from '../requests.ts';

const NETWORK_MS = 200;
const TARGETS = 10;
const PER_SECOND = 5;

/** The network is called as the server calls it, without the server: what no server can be faster than. */
export const fanOut: Measure = {
  name: 'fan-out',
  answers: `How long does a post take at a network that takes ${NETWORK_MS} ms, with one target and with ${TARGETS}, at ${PER_SECOND} posts a second?`,
  unit: 'p50 ms',
  goals: [
    { what: 'over the bare call', contender: '10 targets', of: 'bare call', atMost: 1.03 },
    { what: 'over the bare call', contender: '1 target', of: 'bare call', atMost: 1.015 },
  ],
  async open(installation) {
    const { server, network, projects } = installation;
    const wide = await addAccounts(installation);
    network.delay({ fromMs: NETWORK_MS, toMs: NETWORK_MS });
    const at = { perSecond: PER_SECOND, status: 201 };
    const pids = () => [server.pid];
    return {
      contenders: [
        {
          name: '1 target',
          pids,
          run: (seconds) => openLoop(server.url, { ...at, seconds, next: publishing(projects) }),
        },
        { name: '10 targets', pids, run: (seconds) => openLoop(server.url, { ...at, seconds, next: wide }) },
        { name: 'bare call', run: (seconds) => openLoop(network.url, { ...at, seconds, next: publishing(projects) }) },
      ],
      close: async () => network.delay({ fromMs: 0, toMs: 0 }),
    };
  },
};

/** More accounts than posts under way need: an account writes a few at a time. */
const GROUPS = 5;
/** Numbers of accounts that no project has. */
const FIRST_NUMBER = 1_000;

/** Posts with ten targets in one project. Each target has its own text, since networks refuse copies. */
async function addAccounts({ db, projects }: Installation): Promise<() => Request> {
  const { id: projectId, apiKey } = projects[0]!;
  const groups: string[][] = [];
  for (let group = 0; group < GROUPS; group++) {
    const accounts: string[] = [];
    for (let n = 0; n < TARGETS; n++)
      accounts.push(await addAccount(db, projectId, FIRST_NUMBER + group * TARGETS + n));
    groups.push(accounts);
  }
  let next = 0;
  return () => {
    const idempotencyKey = crypto.randomUUID();
    const platforms = groups[next++ % GROUPS]!.map((accountId, n) => ({
      platform: 'x',
      accountId,
      content: `Target ${n} ${idempotencyKey}`,
    }));
    const body = { idempotencyKey, content: idempotencyKey, platforms };
    return { method: 'POST', path: '/api/v1/posts', apiKey, body };
  };
}
