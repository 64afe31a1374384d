import { type Installation, startInstallation } from '../installation/installation.ts';
import { addAccount } from '../installation/projects.ts';
import { openCaller, openLoop } from '../load.ts';
import type { Contender, Measure, Sample } from '../measure.ts';
import { publishing } from '../requests.ts';
import type { Request } from '../send-request.ts';

const NETWORK_MS = 200;
const TARGETS = 10;
const PER_SECOND = { one: 20, ten: 100 };
/** A thousand calls a second of 200 ms. More than they need, so that a server that cannot keep up shows it by its time and refuses nothing. */
const SETTINGS = { TARGETS_IN_FLIGHT: '4000' };

/** The network is called as the server calls it, without the server: what no server can be faster than. */
export const fanOut: Measure = {
  name: 'fan-out',
  answers: `How long does a post take at a network that takes ${NETWORK_MS} ms, with one target at ${PER_SECOND.one} posts a second and with ${TARGETS} at ${PER_SECOND.ten}, against the bare calls?`,
  unit: 'p50 ms',
  seconds: 75,
  goals: [
    { what: 'over the bare calls, p50', contender: '10 targets', of: '10 bare calls', atMost: 1.03 },
    { what: 'over the bare calls, p99', contender: '10 targets', of: '10 bare calls', by: 'p99 ms', atMost: 1.1 },
    { what: 'ms added to the bare call', contender: '1 target', of: '1 bare call', isDifference: true, atMost: 3 },
  ],
  async open() {
    const installation = await startInstallation(SETTINGS);
    const { server, network, projects } = installation;
    const wide = await addAccounts(installation);
    network.delay({ fromMs: NETWORK_MS, toMs: NETWORK_MS });
    const status = 201;
    const one = { perSecond: PER_SECOND.one, status, next: publishing(projects) };
    const ours = { installation: () => installation, pids: () => [server.pid] };
    const contenders: readonly Contender[] = [
      { ...ours, name: '1 target', run: (seconds) => openLoop(server.url, { ...one, seconds }) },
      { ...ours, name: '1 bare call', pids: () => [], run: (seconds) => openLoop(network.url, { ...one, seconds }) },
      {
        ...ours,
        name: `${TARGETS} targets`,
        run: (seconds) => openLoop(server.url, { perSecond: PER_SECOND.ten, status, next: wide, seconds }),
      },
      {
        ...ours,
        pids: () => [],
        name: `${TARGETS} bare calls`,
        run: (seconds) => bareCalls(network.url, seconds, one.next),
      },
    ];
    return { contenders, close: installation.stop };
  },
};

/** As many calls at once as a post has targets; each post takes as long as its slowest call. */
async function bareCalls(url: string, seconds: number, next: () => Request): Promise<Sample> {
  const caller = openCaller(url, PER_SECOND.ten * TARGETS);
  const call = async () => {
    const answers = await Promise.all(Array.from({ length: TARGETS }, () => caller.call(next())));
    return answers.reduce((slowest, answer) => (answer.tookMs > slowest.tookMs ? answer : slowest));
  };
  return openLoop(url, { perSecond: PER_SECOND.ten, seconds, status: 201, next }, { call, close: caller.close });
}

/** More accounts than posts under way need: an account writes a few at a time. */
const GROUPS = 50;
/** Numbers of accounts that no project has. */
const FIRST_NUMBER = 1_000;

/** Posts with ten targets, of all projects in turn. Each target has its own text, since networks refuse copies. */
async function addAccounts({ db, projects }: Installation): Promise<() => Request> {
  const groups: { readonly apiKey: string; readonly accounts: readonly string[] }[] = [];
  for (let group = 0; group < GROUPS; group++) {
    const { id, apiKey } = projects[group % projects.length]!;
    const numbers = Array.from({ length: TARGETS }, (_, n) => FIRST_NUMBER + group * TARGETS + n);
    groups.push({ apiKey, accounts: await Promise.all(numbers.map((number) => addAccount(db, id, number))) });
  }
  let next = 0;
  return () => {
    const idempotencyKey = crypto.randomUUID();
    const { apiKey, accounts } = groups[next++ % GROUPS]!;
    const platforms = accounts.map((accountId, n) => ({
      platform: 'x',
      accountId,
      content: `Target ${n} ${idempotencyKey}`,
    }));
    const body = { idempotencyKey, content: idempotencyKey, platforms };
    return { method: 'POST', path: '/api/v1/posts', apiKey, body };
  };
}
