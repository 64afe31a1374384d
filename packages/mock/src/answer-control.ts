import { LIMITS, type Platform } from '@fanfare/contract';
import { isBoundedJson } from '@fanfare/rules';
import { anything, checkFields, checkName, checkNumber, checkText, checkTime } from './check-argument.ts';
import { CONNECT_FAILURES } from './connect/finish-connect.ts';
import type { ControlledMock } from './control.ts';
import type { HttpAnswer } from './http/http-answer.ts';
import { type HttpRequest, readText } from './http/http-request.ts';
import { NETWORKS } from './network-rules.ts';
import type { ScriptKind, SlowKind } from './network-scripts.ts';
import { SCENARIO_NAMES, SCENARIOS } from './scenarios.ts';

/** The object that another process sent. The calls of the mock check it, as those of a program. */
// biome-ignore lint/suspicious/noExplicitAny: the object is passed on to calls of every type.
type Body = any;
type Control = (mock: ControlledMock, body: Body) => unknown;

const quietly =
  (change: Control): Control =>
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
    if (Object.keys(body).length !== 1) throw new RangeError('Give advanceMs or travelTo.');
    const { advanceMs, travelTo } = checkFields('clock', body, { advanceMs: checkNumber, travelTo: checkTime });
    await (travelTo === undefined ? mock.clock.advance(advanceMs) : mock.clock.travelTo(travelTo));
    return { now: mock.clock.now().toISOString() };
  },
  'GET /scenarios': () => ({
    scenarios: SCENARIO_NAMES.map((name) => ({ name, summary: SCENARIOS[name].summary })),
  }),
  'POST /scenario': (mock, body) => {
    const { name } = checkFields('scenario', body, { name: anything });
    return { accounts: mock.scenario(name) };
  },
  'POST /seed': quietly((mock, body) => mock.seed.all(body)),
  'POST /projects': (mock, body) => ({ project: mock.seed.project(body) }),
  'POST /keys': (mock, body) => {
    const { projectId, scope } = checkFields('key', body, { projectId: checkText, scope: anything });
    return { apiKey: mock.seed.key(projectId, scope) };
  },
  'POST /keys/revoke': quietly((mock, body) => {
    mock.keys.revoke(checkFields('key', body, { apiKey: checkText }).apiKey);
  }),
  'POST /accounts': (mock, body) => ({ account: mock.seed.account(body) }),
  'POST /posts': (mock, body) => ({ post: mock.seed.post(body) }),
  'POST /hubs': (mock, body) => ({ hubUrl: mock.seed.hub(body) }),
  'POST /hubs/connect-code': (mock, body) => ({ connectCode: mock.hubs.connectCode(body) }),
  'POST /hubs/fail': quietly((mock, { code, ...options }) => mock.hubs.failNext(code, options)),
  'POST /media': quietly((mock, body) => {
    const { url, base64 } = checkFields('media', body, { url: checkText, base64: checkText });
    mock.media.at(url, base64 === undefined ? null : bytesOf(base64));
  }),
  'POST /webhooks': (mock, body) => mock.seed.webhook(body),
  'POST /webhooks/fail': quietly((mock, { how, ...options }) => mock.webhooks.failNext(how, options)),
  'GET /events': (mock) => ({ events: mock.events.all() }),
  'DELETE /events': quietly((mock) => mock.events.clear()),
  'POST /networks': quietly(scriptNetwork),
  'POST /faults': quietly((mock, body) => mock.faults.add(body)),
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
    const body = readBody(text);
    const [, accountId, change] = ACCOUNT_CHANGE.exec(name) ?? [];
    if (accountId !== undefined && change === 'remove') {
      mock.accounts.remove(accountId);
      return json({ ok: true });
    }
    if (accountId !== undefined && change === 'expire') {
      const { at } = checkFields('expire', body, { at: checkTime });
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

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new RangeError('media.base64 is not base64.');
  }
}

const isBounded = (text: string): boolean => text.length <= MAX_BYTES && isBoundedJson(text, BOUNDS);

const json = (body: unknown, status = 200): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** `times: 0` stands for ever: JSON has no infinity. */
const withForever = (name: string, value: unknown): unknown => (name === 'times' && value === 0 ? Infinity : value);

function readBody(text: string): Body {
  const body: unknown = text === '' ? {} : JSON.parse(text, withForever);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new RangeError('The body must be a JSON object.');
}

function scriptNetwork(mock: ControlledMock, { platform, ...script }: Body): void {
  const network = mock.networks[checkName<Platform>('platform', platform, NETWORKS)];
  if ('endVersion' in script) {
    checkFields('networks', script, { endVersion: checkText, nextVersion: checkText });
    network.endVersion(script.endVersion, script.nextVersion);
    return;
  }
  if ('slowMs' in script) {
    const { slow = 'publish', slowMs, ...options } = script;
    const slows = { publish: network.slowNext, comment: network.slowNextComment, repost: network.slowNextRepost };
    slows[checkName<SlowKind>('slow', slow, ['publish', 'comment', 'repost'])](slowMs, options);
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
    unpublish: network.failNextUnpublish,
    metrics: network.failNextMetrics,
  };
  scripts[checkName<ScriptKind>('fail', fail, ['publish', 'comment', 'repost', 'unpublish', 'metrics'])](code, options);
}

function answerLink(mock: ControlledMock, { authUrl, outcome, ...as }: Body): string | null {
  checkName('outcome', outcome, ['approve', 'deny', ...CONNECT_FAILURES]);
  if (outcome === 'approve') return mock.connect.approve(authUrl, as);
  checkFields(`connect with ${outcome}`, as, {});
  return outcome === 'deny' ? mock.connect.deny(authUrl) : mock.connect.fail(authUrl, outcome);
}
