import { LIMITS, toFieldErrors } from '@fanfare/contract';
import { isBoundedJson } from '@fanfare/rules';
import { z } from 'zod';
import type { ControlledMock } from './control.ts';
import {
  ClockSchema,
  ConnectCodeSchema,
  ConnectSchema,
  ExpireSchema,
  FaultSchema,
  HubFailureSchema,
  NetworkSchema,
  RevokeKeySchema,
  ScenarioSchema,
  SeedAccountSchema,
  SeedHubSchema,
  SeedKeySchema,
  SeedPostSchema,
  SeedProjectSchema,
  SeedSchema,
  SeedWebhookSchema,
  WebhookFailureSchema,
} from './control-schemas.ts';
import type { HttpAnswer } from './http/http-answer.ts';
import { type HttpRequest, readText } from './http/http-request.ts';
import { SCENARIO_NAMES, SCENARIOS } from './scenarios.ts';

type Control = (mock: ControlledMock, body: unknown) => unknown;

const quietly =
  (change: (mock: ControlledMock, body: unknown) => void): Control =>
  (mock, body) => {
    change(mock, body);
    return { ok: true };
  };

/** Endpoints below `/__mock`, for other processes and languages. */
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
  'POST /keys': (mock, body) => {
    const { projectId, scope } = read(SeedKeySchema, body);
    return { apiKey: mock.seed.key(projectId, scope) };
  },
  'POST /keys/revoke': quietly((mock, body) => mock.keys.revoke(read(RevokeKeySchema, body).apiKey)),
  'POST /accounts': (mock, body) => ({ account: mock.seed.account(read(SeedAccountSchema, body)) }),
  'POST /posts': (mock, body) => ({ post: mock.seed.post(read(SeedPostSchema, body)) }),
  'POST /hubs': (mock, body) => ({ hubUrl: mock.seed.hub(read(SeedHubSchema, body)) }),
  'POST /hubs/connect-code': (mock, body) => ({ connectCode: mock.hubs.connectCode(read(ConnectCodeSchema, body)) }),
  'POST /hubs/fail': quietly((mock, body) => {
    const { code, ...options } = read(HubFailureSchema, body);
    mock.hubs.failNext(code, options);
  }),
  'POST /webhooks': (mock, body) => mock.seed.webhook(read(SeedWebhookSchema, body)),
  'POST /webhooks/fail': quietly((mock, body) => {
    const { how, ...options } = read(WebhookFailureSchema, body);
    mock.webhooks.failNext(how, options);
  }),
  'GET /events': (mock) => ({ events: mock.events.all() }),
  'DELETE /events': quietly((mock) => mock.events.clear()),
  'POST /networks': quietly((mock, body) => scriptNetwork(mock, body)),
  'POST /faults': quietly((mock, body) => mock.faults.add(read(FaultSchema, body))),
  'DELETE /faults': quietly((mock) => mock.faults.clear()),
  'POST /connect': (mock, body) => ({ redirectedTo: answerLink(mock, body) }),
};

const ACCOUNT_CHANGE = /^POST \/accounts\/([^/]+)\/(expire|revoke|remove)$/;

/** Answers a request below `/__mock`; an invalid body answers 400 and says what is wrong. */
export async function answerControl(mock: ControlledMock, request: HttpRequest): Promise<HttpAnswer> {
  const name = `${request.method} ${request.url.pathname.slice('/__mock'.length) || '/'}`;
  try {
    const text = await readText(request);
    if (!isBounded(text)) throw new RangeError(TOO_LARGE);
    const body: unknown = text === '' ? {} : JSON.parse(text);
    const [, accountId, change] = ACCOUNT_CHANGE.exec(name) ?? [];
    if (accountId !== undefined && change === 'remove') {
      mock.accounts.remove(accountId);
      return json({ ok: true });
    }
    if (accountId !== undefined && change === 'expire') {
      const { at } = read(ExpireSchema, body);
      const { expire, expireAt } = mock.accounts;
      return json({ account: at === undefined ? expire(accountId) : expireAt(accountId, at) });
    }
    if (accountId !== undefined) return json({ account: mock.accounts.revoke(accountId) });
    const control = Object.hasOwn(CONTROLS, name) ? CONTROLS[name] : undefined;
    if (control) return json(await control(mock, body));
    return json({ error: `There is no ${name} here.`, controls: Object.keys(CONTROLS) }, 404);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return json({ error: error.message }, 400);
    throw error;
  }
}

const MAX_BYTES = LIMITS.requestBodyBytes.value;
const BOUNDS = { mostValues: 100_000, mostDepth: LIMITS.requestBodyLevels.value };
const TOO_LARGE =
  'The body is larger than 2 MiB, or has more than 100,000 values or 20 levels. Send it in several requests.';

const isBounded = (text: string): boolean => text.length <= MAX_BYTES && isBoundedJson(text, BOUNDS);

const json = (body: unknown, status = 200): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function scriptNetwork(mock: ControlledMock, body: unknown): void {
  const { platform, ...script } = read(NetworkSchema, body);
  const network = mock.networks[platform];
  if ('endVersion' in script) {
    network.endVersion(script.endVersion, script.nextVersion);
    return;
  }
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

/** Parses a body with the schema that fits. Throws RangeError with the nearest problems. */
function read<Schema extends z.ZodTypeAny>(schema: Schema, body: unknown): z.output<Schema> {
  const forms: readonly z.ZodTypeAny[] = schema instanceof z.ZodUnion ? schema.options : [schema];
  const wrong: (readonly { path: string; message: string }[])[] = [];
  for (const form of forms) {
    const parsed = form.safeParse(body);
    if (parsed.success) return parsed.data;
    wrong.push(toFieldErrors(parsed.error, form));
  }
  const fewest = Math.min(...wrong.map(({ length }) => length));
  const nearest = wrong
    .filter(({ length }) => length === fewest)
    .map((problems) => problems.map(({ path, message }) => [path, message].filter(Boolean).join(': ')).join(' '));
  throw new RangeError(nearest.join(' Or: '));
}
