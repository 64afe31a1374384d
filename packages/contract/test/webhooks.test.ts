import { describe, expect, it, test } from 'vitest';
import {
  CreateWebhookBodySchema,
  EVENT_TYPES,
  ReplayBodySchema,
  RotateSecretBodySchema,
  STORED_EVENT_TYPES,
  UpdateWebhookBodySchema,
} from '../src/index.ts';

const url = 'https://app.example.com/hooks';
const issues = (result: { error?: { issues: { path: (string | number)[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

test('a webhook needs an address alone: without filters it receives everything', () => {
  expect(CreateWebhookBodySchema.parse({ url, description: null })).toEqual({
    url,
    events: [],
    platforms: [],
    profileId: '',
    description: '',
    enabled: true,
  });
});

test('a change has what is sent and nothing else; a name that comes twice counts once', () => {
  expect(UpdateWebhookBodySchema.parse({})).toEqual({});
  expect(UpdateWebhookBodySchema.parse({ url: null, events: ['post.failed', 'post.failed'], platforms: [] })).toEqual({
    events: ['post.failed'],
    platforms: [],
  });
});

test('webhook.test cannot be chosen: it is sent to the webhook that is tested', () => {
  expect(STORED_EVENT_TYPES).toEqual(EVENT_TYPES.filter((type) => type !== 'webhook.test'));
  expect(CreateWebhookBodySchema.safeParse({ url, events: ['webhook.test'] }).success).toBe(false);
});

describe('an address', () => {
  it.each(['https://app.example.com', 'https://app.example.com:8443/a?b=c', 'http://127.0.0.1:3000/hooks'])(
    'is taken by its shape alone: %s',
    (address) => {
      expect(CreateWebhookBodySchema.safeParse({ url: address }).success).toBe(true);
    },
  );

  it.each([
    ['', 'Must not be empty.'],
    ['app.example.com', 'Must be an absolute http or https URL.'],
    ['ftp://app.example.com', 'Must be an absolute http or https URL.'],
    ['https://a:b@app.example.com', 'Must not contain user info (the part before @).'],
    ['https://app.example.com/#a', 'Must not have a fragment.'],
  ])('is refused: %j', (address, message) => {
    expect(issues(CreateWebhookBodySchema.safeParse({ url: address }))).toEqual([`url: ${message}`]);
  });
});

test('a rotation overlaps for 24 hours unless it says otherwise', () => {
  expect(RotateSecretBodySchema.parse({ overlapSeconds: null })).toEqual({ overlapSeconds: 86_400 });
  expect(RotateSecretBodySchema.parse({ overlapSeconds: 0 })).toEqual({ overlapSeconds: 0 });
  for (const overlapSeconds of [-1, 86_401, 0.5])
    expect(RotateSecretBodySchema.safeParse({ overlapSeconds }).success).toBe(false);
});

describe('a replay names events, or a range of time', () => {
  const since = '2026-11-20T10:00:00+02:00';

  it.each([
    [{ eventIds: ['evt_1'] }, { eventIds: ['evt_1'] }],
    [{ since }, { since: '2026-11-20T08:00:00.000Z' }],
    [
      { since, until: '2026-11-20T08:00:00.001Z', status: 'missed', events: ['post.failed'], eventIds: null },
      {
        since: '2026-11-20T08:00:00.000Z',
        until: '2026-11-20T08:00:00.001Z',
        status: 'missed',
        events: ['post.failed'],
      },
    ],
  ])('%j', (body, parsed) => {
    expect(ReplayBodySchema.parse(body)).toEqual(parsed);
  });

  it.each([
    [{}, ['eventIds: Give exactly one of `eventIds` and `since`.']],
    [{ eventIds: ['evt_1'], since }, ['eventIds: Give exactly one of `eventIds` and `since`.']],
    [
      { eventIds: ['evt_1'], until: since, status: 'failed', events: ['post.failed'] },
      ['until', 'status', 'events'].map((name) => `${name}: Only together with \`since\`.`),
    ],
    [{ since, until: since }, ['until: Must be later than `since`.']],
  ])('and nothing else: %j', (body, problems) => {
    expect(issues(ReplayBodySchema.safeParse(body))).toEqual(problems);
  });
});
