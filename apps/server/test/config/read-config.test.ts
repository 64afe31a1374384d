import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { readEncryptionKeys } from '../../src/config/encryption-keys.ts';

const KEY = randomBytes(32).toString('base64');
const MINIMUM = { DATABASE_URL: 'postgres://fanfare:hunter2@db.example:5432/fanfare', ENCRYPTION_KEYS: `k1:${KEY}` };

/** The message of the error; fails when there is none. */
function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('the configuration was taken');
}

test('a database and a key are enough; every other setting has a default', () => {
  const { environment, encryptionKeys, ...config } = readConfig(MINIMUM);
  expect(config).toEqual({
    development: false,
    host: '127.0.0.1',
    port: 4000,
    baseUrl: null,
    cells: { label: null, peers: [], secret: null },
    docsUrl: null,
    databaseUrl: MINIMUM.DATABASE_URL,
    databasePool: 20,
    databaseShares: {
      sizes: { publishing: 7, requests: 6, lists: 3, pages: 4 },
      perProject: 3,
      waitingPerProject: 256,
      listTimeoutMs: 2_000,
    },
    trustProxy: 0,
    hstsIncludeSubdomains: false,
    logLevel: 'info',
    metricsHost: '127.0.0.1',
    metricsPort: 9464,
    isMetricsPortDefault: true,
    settings: {},
    mediaSpoolBytes: null,
    stateFolder: null,
    mediaFolder: null,
    mediaS3: null,
    mediaUrl: null,
    mediaRehost: true,
    publishLateHours: 24,
    connectConfirmPage: true,
    egressAllowedHosts: [],
    installation: { name: 'Fanfare', logo: null, colour: null },
    smtp: null,
    mailFrom: null,
    securityContact: null,
    signUp: { kind: 'invitation' },
    signUpPlan: 'self_hosted',
    limits: {
      requestsPerMinute: 600,
      publishesPerMinute: 60,
      refusedKeysPerMinute: 300,
      targetsInFlight: 200,
      publishesInFlightPerProject: 20,
      writesInFlightPerAccount: 4,
    },
  });
  expect(readConfig({ ...MINIMUM, METRICS_PORT: 'off' }).metricsPort).toBe(null);
  expect(encryptionKeys).toEqual([{ id: 'k1', key: Buffer.from(KEY, 'base64') }]);
  expect(environment.INSTAGRAM_CLIENT_ID).toBe('');
});

test('white space around a setting does not count, as secrets made with echo have it', () => {
  const settings = {
    ...MINIMUM,
    BASE_URL: 'https://fanfare.example',
    PORT: '4001',
    HOST: '::1',
    X_CLIENT_ID: 'app',
    X_CLIENT_SECRET: 'secret',
    SMTP_URL: 'smtps://mail.example.com',
    MY_NETWORK_SECRET: 'own',
  };
  const spaced = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, ` ${value}\t\r\n`]));
  expect(readConfig(spaced)).toEqual(readConfig(settings));
  expect(readConfig(spaced).settings).toEqual({ MY_NETWORK_SECRET: 'own' });
  expect(readConfig({ ...MINIMUM, BASE_URL: ' \n' }).baseUrl).toBe(null);
  expect(readConfig({ ...MINIMUM, HOST: '[::1]', METRICS_HOST: '[::]' })).toMatchObject({
    host: '::1',
    metricsHost: '::',
  });
});

test('every setting is used as written', () => {
  const config = readConfig({
    ...MINIMUM,
    FANFARE_ENV: 'development',
    HOST: '0.0.0.0',
    PORT: '0',
    BASE_URL: 'https://fanfare.example///',
    DATABASE_POOL: '7',
    DATABASE_POOL_PUBLISHING: '3',
    DATABASE_POOL_LISTS: '1',
    DATABASE_POOL_PAGES: '1',
    DATABASE_CONNECTIONS_PER_PROJECT: '2',
    DATABASE_WAITING_PER_PROJECT: '20',
    LIST_TIMEOUT_MS: '500',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'trace',
    METRICS_HOST: '0.0.0.0',
    METRICS_PORT: '9465',
    MEDIA_SPOOL_BYTES: '1000000',
    PUBLISH_LATE_HOURS: '6',
    CONNECT_CONFIRM_PAGE: 'false',
    EGRESS_ALLOWED_HOSTS: ' 127.0.0.1, media.internal:8080 ,,',
    SMTP_URL: 'smtps://fanfare%40example.com:p%3Ass@mail.example.com',
    MAIL_FROM: '"Fanfare, mail" <Fanfare@Example.com>',
    INSTALLATION_NAME: 'Harbour',
    INSTALLATION_COLOUR: '#0F766E',
    SIGN_UP: 'example.com, Example.org',
    SIGN_UP_PLAN: 'free',
    REQUESTS_PER_MINUTE: '6000',
    PUBLISHES_PER_MINUTE: '600',
    REFUSED_KEYS_PER_MINUTE: '30',
    TARGETS_IN_FLIGHT: '2000',
    PUBLISHES_IN_FLIGHT_PER_PROJECT: '200',
    WRITES_IN_FLIGHT_PER_ACCOUNT: '8',
  });
  expect(config).toMatchObject({
    development: true,
    host: '0.0.0.0',
    port: 0,
    baseUrl: 'https://fanfare.example',
    databasePool: 7,
    databaseShares: {
      sizes: { publishing: 3, requests: 2, lists: 1, pages: 1 },
      perProject: 2,
      waitingPerProject: 20,
      listTimeoutMs: 500,
    },
    trustProxy: 1,
    logLevel: 'trace',
    metricsHost: '0.0.0.0',
    metricsPort: 9465,
    isMetricsPortDefault: false,
    mediaSpoolBytes: 1_000_000,
    publishLateHours: 6,
    connectConfirmPage: false,
    egressAllowedHosts: ['127.0.0.1', 'media.internal:8080'],
    smtp: { host: 'mail.example.com', port: 465, isImplicitTls: true, user: 'fanfare@example.com' },
    mailFrom: { name: 'Fanfare, mail', address: 'fanfare@example.com' },
    installation: { name: 'Harbour', logo: null, colour: { hex: '#0f766e' } },
    signUp: { kind: 'domains', domains: ['example.com', 'example.org'] },
    signUpPlan: 'free',
    limits: {
      requestsPerMinute: 6000,
      publishesPerMinute: 600,
      refusedKeysPerMinute: 30,
      targetsInFlight: 2000,
      publishesInFlightPerProject: 200,
      writesInFlightPerAccount: 8,
    },
  });
});

describe('cells', () => {
  const secret = 'x'.repeat(32);
  const read = (env: Record<string, string>) => readConfig({ ...MINIMUM, ...env }).cells;

  test('one list of all is given to each of them', () => {
    const {
      label,
      peers,
      secret: kept,
    } = read({
      CELL: 'eu1',
      CELL_PEERS: 'eu1=https://eu1.internal, us1=http://10.1.0.1:4000/',
      CELL_SECRET: secret,
    });
    expect({ label, peers }).toEqual({ label: 'eu1', peers: [{ label: 'us1', url: 'http://10.1.0.1:4000' }] });
    expect([kept?.reveal(), JSON.stringify(kept)]).toEqual([secret, expect.not.stringContaining('xx')]);
  });

  test.each([
    [{ CELL: 'EU' }, 'CELL: Must be a label of 1 to 12 lower-case letters and digits: eu1'],
    [
      { CELL: 'eu1', CELL_PEERS: 'us1' },
      'CELL_PEERS: Must be labels and addresses of the other cells, separated by commas: us1=https://us1.internal.example.com',
    ],
    [{ CELL_PEERS: 'us1=http://a', CELL_SECRET: secret }, 'CELL_PEERS: set CELL as well, the label of this cell.'],
    [{ CELL: 'eu1', CELL_PEERS: 'us1=http://a' }, 'CELL_PEERS: set CELL_SECRET as well, the same in every cell.'],
    [
      { CELL: 'eu1', CELL_SECRET: 'short' },
      'CELL_SECRET: must have at least 32 characters. Make it with: openssl rand -base64 32',
    ],
  ])('%j is refused', (env, message) => {
    expect(() => read(env as Record<string, string>)).toThrow(`The configuration is invalid:\n  - ${message}`);
  });
});

test('a pool that leaves requests no connection is refused', () => {
  const pools = {
    DATABASE_POOL: '10',
    DATABASE_POOL_PUBLISHING: '5',
    DATABASE_POOL_LISTS: '2',
    DATABASE_POOL_PAGES: '3',
  };
  expect(refusal({ ...MINIMUM, ...pools })).toContain(
    '  - DATABASE_POOL: nothing is left for requests. Make it larger than',
  );
  expect(readConfig({ ...MINIMUM, ...pools, DATABASE_POOL: '11' }).databaseShares.sizes.requests).toBe(1);
});

test('an empty setting counts as absent', () => {
  expect(readConfig({ ...MINIMUM, PORT: '', BASE_URL: '', LOG_LEVEL: '' })).toMatchObject({
    port: 4000,
    baseUrl: null,
    docsUrl: null,
  });
});

describe('all errors are reported at once', () => {
  test('without any setting', () => {
    const message = refusal({});
    expect(message.split('\n')).toEqual([
      'The configuration is invalid:',
      expect.stringMatching(/^ {2}- DATABASE_URL: not set\. Set it to the address of a PostgreSQL/),
      expect.stringMatching(/^ {2}- ENCRYPTION_KEYS: not set\. .*openssl rand -base64 32/),
    ]);
  });

  test('with every setting wrong', () => {
    const message = refusal({
      FANFARE_ENV: 'prod',
      PORT: '70000',
      BASE_URL: 'fanfare.example',
      DATABASE_URL: 'not a url',
      DATABASE_POOL: '0',
      TRUST_PROXY: 'yes',
      LOG_LEVEL: 'loud',
      ENCRYPTION_KEYS: 'short',
      CONNECT_CONFIRM_PAGE: 'no',
      REQUESTS_PER_MINUTE: 'many',
      INSTAGRAM_GRAPH_VERSION: '25',
      INSTAGRAM_API_URL: 'api.instagram.com',
      LINKEDIN_VERSION: '2026-09',
    });
    const named = message
      .split('\n')
      .slice(1)
      .map((line) => /^ {2}- (\w+):/.exec(line)?.[1]);
    expect(named.sort()).toEqual([
      'BASE_URL',
      'CONNECT_CONFIRM_PAGE',
      'DATABASE_POOL',
      'DATABASE_URL',
      'ENCRYPTION_KEYS',
      'FANFARE_ENV',
      'INSTAGRAM_API_URL',
      'INSTAGRAM_GRAPH_VERSION',
      'LINKEDIN_VERSION',
      'LOG_LEVEL',
      'PORT',
      'REQUESTS_PER_MINUTE',
      'TRUST_PROXY',
    ]);
  });

  test.each([
    ['DATABASE_URL', 'mysql://user:hunter2@db.example/fanfare'],
    ['DATABASE_URL', 'https://user:hunter2@db.example/fanfare'],
    ['BASE_URL', 'ftp://fanfare.example'],
    ['BASE_URL', 'javascript:alert(1)'],
    ['BASE_URL', 'https://fanfare.example/?a=1'],
    ['BASE_URL', 'https://fanfare.example/#a'],
    ['X_API_URL', 'file:///etc/passwd'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'https://user:hunter2@mail.example.com'],
    ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com?tls.rejectUnauthorized=false'],
    ['MAIL_FROM', 'Fanfare'],
    ['INSTALLATION_NAME', 'Har\nbour'],
    ['INSTALLATION_LOGO', '/nothing/logo.png'],
    ['INSTALLATION_COLOUR', '#fff'],
    ['MAIL_FROM', 'Fanfare <fanfare@example.com>\r\nBcc: eve@example.com'],
    ['SIGN_UP', 'closed'],
    ['SIGN_UP', 'example.com,'],
    ['SIGN_UP_PLAN', 'golden'],
    ['PORT', '80.5'],
    ['PORT', '-1'],
    ['DATABASE_POOL', '1e999'],
    ['DATABASE_POOL', '3'],
    ['LIST_TIMEOUT_MS', '15001'],
    ['MEDIA_S3_ENDPOINT', 's3.example.com'],
    ['MEDIA_S3_BUCKET', 'a/b'],
    ['MEDIA_S3_STYLE', 'virtual'],
    ['MEDIA_S3_DIRECT_BYTES', '-1'],
  ])('%s=%s', (name, value) => {
    expect(refusal({ ...MINIMUM, [name]: value })).toMatch(
      new RegExp(`^The configuration is invalid:\n {2}- ${name}: `),
    );
  });
});

test('a wrong setting is explained in words, without those of the parser', () => {
  const wrong = {
    FANFARE_ENV: 'prod',
    PORT: 'http',
    TRUST_PROXY: '-1',
    LIST_TIMEOUT_MS: '15001',
    CONNECT_CONFIRM_PAGE: 'no',
    METRICS_PORT: 'none',
  };
  expect(
    refusal({ ...MINIMUM, ...wrong })
      .split('\n')
      .slice(1),
  ).toEqual([
    '  - FANFARE_ENV: Must be one of: production, development.',
    '  - PORT: Must be a whole number.',
    '  - LIST_TIMEOUT_MS: Must be at most 15000.',
    '  - TRUST_PROXY: Must be at least 0.',
    '  - METRICS_PORT: Must be "off" or a port from 0 to 65535.',
    '  - CONNECT_CONFIRM_PAGE: Must be one of: true, false.',
  ]);
});

describe('a bucket of hosted files', () => {
  const bucket = {
    ...{ MEDIA_S3_ENDPOINT: 'http://10.0.0.5:3900/', MEDIA_S3_BUCKET: 'media', MEDIA_S3_REGION: 'garage' },
    ...{ MEDIA_S3_ACCESS_KEY_ID: 'AKIAEXAMPLE', MEDIA_S3_SECRET_ACCESS_KEY: 'very-secret' },
  };
  const problems = (env: Record<string, string>) =>
    refusal({ ...MINIMUM, ...env })
      .split('\n')
      .slice(1);

  test('is read whole, and never shows its secret', () => {
    const { mediaS3, mediaFolder } = readConfig({ ...MINIMUM, ...bucket });
    expect(mediaS3!.secretAccessKey.reveal()).toBe('very-secret');
    expect([mediaFolder, { ...mediaS3, secretAccessKey: '' }]).toEqual([
      null,
      {
        ...{ endpoint: 'http://10.0.0.5:3900', bucket: 'media', region: 'garage', accessKeyId: 'AKIAEXAMPLE' },
        ...{ secretAccessKey: '', style: 'path', directBytes: 32 * 1024 * 1024, checksums: true },
      },
    ]);
    expect(inspect(readConfig({ ...MINIMUM, ...bucket }), { depth: 9 })).not.toContain('very-secret');
  });

  test('needs five settings, and no folder beside it', () => {
    const { MEDIA_S3_REGION: _, ...half } = bucket;
    expect(problems(half)).toEqual([
      '  - MEDIA_S3_REGION: not set. A bucket of hosted files needs MEDIA_S3_ENDPOINT, MEDIA_S3_BUCKET, MEDIA_S3_REGION, MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY.',
    ]);
    expect(problems({ ...bucket, MEDIA_DIR: '/files' })).toEqual([
      '  - MEDIA_DIR: set together with MEDIA_S3_BUCKET. Hosted files have one store: set one of them.',
    ]);
    expect(problems({ ...bucket, MEDIA_S3_SECRET_ACCESS_KEY_FILE: '/nothing' })[0]).toContain(
      'MEDIA_S3_SECRET_ACCESS_KEY and MEDIA_S3_SECRET_ACCESS_KEY_FILE are both set.',
    );
  });
});

describe('secrets', () => {
  test('never appear in an error', () => {
    const secrets = { password: 'hunter2-hunter2', key: KEY.slice(0, 20), client: 'c1ient-s3cret-0f-the-app' };
    const message = refusal({
      DATABASE_URL: `mysql://fanfare:${secrets.password}@db.example/fanfare`,
      ENCRYPTION_KEYS: `k1:${secrets.key}`,
      INSTAGRAM_CLIENT_SECRET: secrets.client,
      X_API_URL: `${secrets.client}@x`,
      SMTP_URL: `imap://fanfare:${secrets.password}@mail.example`,
      PORT: 'http',
    });
    for (const secret of Object.values(secrets)) expect(message).not.toContain(secret);
    expect(message).not.toContain('hunter2');
    const { smtp } = readConfig({ ...MINIMUM, SMTP_URL: `smtp://fanfare:${secrets.password}@mail.example` });
    expect(smtp?.password?.reveal()).toBe(secrets.password);
    expect(JSON.stringify(smtp) + inspect(smtp)).not.toContain('hunter2');
  });
});

describe('ENCRYPTION_KEYS', () => {
  const NOT_A_PAIR = (entry: number) => `ENCRYPTION_KEYS: entry ${entry} is not "id:base64 of 32 bytes".`;
  const NOT_RANDOM = (entry: number) =>
    `ENCRYPTION_KEYS: entry ${entry} is not random. Make one with: openssl rand -base64 32`;
  const other = randomBytes(32).toString('base64');

  test('one or several, the sealing key first', () => {
    const read = (text: string) => {
      const keys = readEncryptionKeys(text);
      return 'keys' in keys ? keys.keys.map(({ id, key }) => [id, key.length]) : keys;
    };
    expect(read(`k1:${KEY}`)).toEqual([['k1', 32]]);
    expect(read(` k2:${other} , k1:${KEY} `)).toEqual([
      ['k2', 32],
      ['k1', 32],
    ]);
    expect(read(`k1:${Buffer.from(KEY, 'base64').toString('base64url')}`)).toEqual([['k1', 32]]);
  });

  test.each([
    [undefined, expect.stringMatching(/^ENCRYPTION_KEYS: not set\./)],
    ['', expect.stringMatching(/^ENCRYPTION_KEYS: not set\./)],
    [KEY, NOT_A_PAIR(1)],
    [`:${KEY}`, NOT_A_PAIR(1)],
    ['k1:', NOT_A_PAIR(1)],
    [`k1:${randomBytes(16).toString('base64')}`, NOT_A_PAIR(1)],
    [`k1:${randomBytes(33).toString('base64')}`, NOT_A_PAIR(1)],
    [`k 1:${KEY}`, NOT_A_PAIR(1)],
    [`${'k'.repeat(33)}:${KEY}`, NOT_A_PAIR(1)],
    [`k1:${KEY},k2`, NOT_A_PAIR(2)],
    [`k1:${KEY},`, NOT_A_PAIR(2)],
    [`k1:${KEY},k1:${other}`, 'ENCRYPTION_KEYS: two entries have the same id.'],
    [`k1:${KEY},k2:${Buffer.alloc(32).toString('base64')}`, NOT_RANDOM(2)],
    [`k1:${Buffer.from('change-me-please-change-me-now!!').toString('base64')}`, NOT_RANDOM(1)],
  ])('%.20s… is refused', (text, problem) => {
    expect(readEncryptionKeys(text)).toEqual({ problem });
  });
});

test('an added network gets the settings that no built-in part knows, and none of the server’s secrets', () => {
  expect(readConfig({ ...MINIMUM, X_CLIENT_SECRET: 'x', MASTODON_CLIENT_ID: 'm', EMPTY: '' }).settings).toEqual({
    MASTODON_CLIENT_ID: 'm',
  });
});
