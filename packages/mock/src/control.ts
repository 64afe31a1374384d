import { formatPath } from '@fanfare/contract';
import type { z } from 'zod';
import {
  ClockSchema,
  ConnectSchema,
  FaultSchema,
  NetworkSchema,
  RevokeKeySchema,
  ScenarioSchema,
  SeedAccountSchema,
  SeedKeySchema,
  SeedPostSchema,
  SeedProjectSchema,
  SeedSchema,
} from './control-schemas.ts';
import type { Mock } from './mock.ts';
import { SCENARIO_NAMES, SCENARIOS } from './scenarios.ts';

/** The part of a mock that can be steered over HTTP. */
export type ControlledMock = Omit<Mock, 'fetch' | 'answer'>;

type Control = (mock: ControlledMock, body: unknown) => unknown;

const quietly =
  (change: (mock: ControlledMock, body: unknown) => void): Control =>
  (mock, body) => {
    change(mock, body);
    return { ok: true };
  };

/** Endpoints below `/__mock`, for programs that cannot call the mock: another process, another language. */
const CONTROLS: Readonly<Record<string, Control>> = {
  'GET /': (mock) => ({ apiKey: mock.apiKey, baseUrl: mock.baseUrl, now: mock.clock.now().toISOString() }),
  'POST /reset': (mock) => {
    mock.reset();
    return { apiKey: mock.apiKey };
  },
  'GET /requests': (mock) => ({ requests: mock.requests.all() }),
  'DELETE /requests': quietly((mock) => mock.requests.clear()),
  'POST /clock': async (mock, body) => {
    const move = read(ClockSchema, body);
    await ('advanceMs' in move ? mock.clock.advance(move.advanceMs) : mock.clock.travelTo(move.travelTo));
    return { now: mock.clock.now().toISOString() };
  },
  'GET /scenarios': () => ({
    scenarios: SCENARIO_NAMES.map((name) => ({ name, summary: SCENARIOS[name].summary })),
  }),
  'POST /scenario': (mock, body) => ({ accounts: mock.scenario(read(ScenarioSchema, body).name) }),
  'POST /seed': quietly((mock, body) => mock.seed.all(read(SeedSchema, body))),
  'POST /projects': (mock, body) => ({ project: mock.seed.project(read(SeedProjectSchema, body)) }),
  'POST /keys': (mock, body) => ({ apiKey: mock.seed.key(read(SeedKeySchema, body).projectId) }),
  'POST /keys/revoke': quietly((mock, body) => mock.keys.revoke(read(RevokeKeySchema, body).apiKey)),
  'POST /accounts': (mock, body) => ({ account: mock.seed.account(read(SeedAccountSchema, body)) }),
  'POST /posts': (mock, body) => ({ post: mock.seed.post(read(SeedPostSchema, body)) }),
  'POST /networks': quietly((mock, body) => scriptNetwork(mock, body)),
  'POST /faults': quietly((mock, body) => mock.faults.add(read(FaultSchema, body))),
  'DELETE /faults': quietly((mock) => mock.faults.clear()),
  'POST /connect': (mock, body) => ({ redirectedTo: answerLink(mock, body) }),
};

const ACCOUNT_CHANGE = /^POST \/accounts\/([^/]+)\/(expire|revoke|remove)$/;

/**
 * Answers the control endpoints; null for any other address. A body that is not understood answers 400 with what is wrong.
 *
 * @example
 * const control = createControl(mock);
 * const answer = await control(new Request('http://127.0.0.1:4000/__mock/clock', { method: 'POST', body: '{"advanceMs":60000}' }));
 * console.log(answer?.status, mock.clock.now().toISOString()); // 200 2026-11-20T09:01:00.000Z
 */
export function createControl(mock: ControlledMock): (request: Request) => Promise<Response | null> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!/^\/__mock(?:\/|$)/.test(pathname)) return null;
    const name = `${request.method} ${pathname.slice('/__mock'.length) || '/'}`;
    try {
      const text = await request.text();
      const body: unknown = text === '' ? {} : JSON.parse(text);
      const [, accountId, change] = ACCOUNT_CHANGE.exec(name) ?? [];
      if (accountId !== undefined && change === 'remove') {
        mock.accounts.remove(accountId);
        return Response.json({ ok: true });
      }
      if (accountId !== undefined)
        return Response.json({ account: mock.accounts[change === 'expire' ? 'expire' : 'revoke'](accountId) });
      const control = Object.hasOwn(CONTROLS, name) ? CONTROLS[name] : undefined;
      if (control) return Response.json(await control(mock, body));
      return Response.json({ error: `There is no ${name} here.`, controls: Object.keys(CONTROLS) }, { status: 404 });
    } catch (error) {
      if (error instanceof RangeError || error instanceof SyntaxError)
        return Response.json({ error: error.message }, { status: 400 });
      throw error;
    }
  };
}

function scriptNetwork(mock: ControlledMock, body: unknown): void {
  const { platform, ...script } = read(NetworkSchema, body);
  const network = mock.networks[platform];
  if ('slowMs' in script) {
    const { slow, slowMs, ...options } = script;
    const slows = { publish: network.slowNext, comment: network.slowNextComment, repost: network.slowNextRepost };
    slows[slow](slowMs, options);
    return;
  }
  if ('warn' in script) {
    const { warn, ...options } = script;
    network.warnNext(warn, options);
    return;
  }
  const { fail, code, ...options } = script;
  const scripts = {
    publish: network.failNext,
    comment: network.failNextComment,
    repost: network.failNextRepost,
    metrics: network.failNextMetrics,
  };
  scripts[fail](code, options);
}

function answerLink(mock: ControlledMock, body: unknown): string | null {
  const answer = read(ConnectSchema, body);
  if ('pages' in answer || answer.outcome === 'approve') {
    const { authUrl, outcome: _, ...as } = answer;
    return mock.connect.approve(authUrl, as);
  }
  return answer.outcome === 'deny'
    ? mock.connect.deny(answer.authUrl)
    : mock.connect.fail(answer.authUrl, answer.outcome);
}

function read<Schema extends z.ZodTypeAny>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new RangeError(parsed.error.issues.map(({ path, message }) => `${formatPath(path)}: ${message}`).join(' '));
}
