import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ConfigError,
  readConfig,
  readDatabaseUrl,
  readDevEnvironment,
  readKeySetting,
} from '../../src/config/config.ts';

const DATABASE_URL = 'postgres://fanfare:hunter2@db.example:5432/fanfare';
const KEY = randomBytes(32).toString('base64');
const MINIMUM = { DATABASE_URL, ENCRYPTION_KEYS: `k1:${KEY}` };

const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = path.join(folder, randomBytes(4).toString('hex'));
  writeFileSync(file, text);
  return file;
}

/** The lines of the error; fails when there is none. */
function refusal(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
  throw new Error('the settings were accepted');
}

const invalid = (...problems: string[]): string[] => [
  'The configuration is invalid:',
  ...problems.map((problem) => `  - ${problem}`),
];

describe('a secret in a file', () => {
  test('is read without line breaks and blanks around it, for every secret', () => {
    const config = readConfig({
      DATABASE_URL_FILE: fileWith(`${DATABASE_URL}\n`),
      ENCRYPTION_KEYS_FILE: fileWith(`k2:${KEY}\r\n`),
      SMTP_URL_FILE: fileWith('smtp://fanfare:from-a-file@mail.example'),
      X_CLIENT_SECRET_FILE: fileWith('x-secret\n\n'),
      MASTODON_CLIENT_SECRET_FILE: fileWith('m-secret'),
    });
    expect(config).toMatchObject({
      databaseUrl: DATABASE_URL,
      encryptionKeys: [{ id: 'k2', key: Buffer.from(KEY, 'base64') }],
      environment: { X_CLIENT_SECRET: 'x-secret' },
      settings: { MASTODON_CLIENT_SECRET: 'm-secret' },
    });
    expect(config.smtp?.password?.reveal()).toBe('from-a-file');
  });

  test('applies to the commands of the operator and to the development service', () => {
    const env = { DATABASE_URL_FILE: fileWith(DATABASE_URL), ENCRYPTION_KEYS_FILE: fileWith(`k2:${KEY}`) };
    expect(readDatabaseUrl(env)).toBe(DATABASE_URL);
    expect(readKeySetting(env)).toMatchObject({ keys: [{ id: 'k2' }] });
    // What is passed on has each secret once.
    expect(readDevEnvironment(env).inherited).toEqual({ DATABASE_URL, ENCRYPTION_KEYS: `k2:${KEY}` });
  });

  test('that is empty, missing or too large is named with its setting, and other settings with it', () => {
    const empty = fileWith('\n');
    const large = fileWith('x'.repeat(70_000));
    const problems = refusal(() =>
      readConfig({
        ...{ DATABASE_URL_FILE: empty, ENCRYPTION_KEYS_FILE: '/nothing/keys', SMTP_URL_FILE: large, PORT: 'http' },
        X_CLIENT_SECRET_FILE: folder,
      }),
    );
    expect(problems).toEqual([
      ...invalid(
        `DATABASE_URL_FILE: ${empty} is empty.`,
        'ENCRYPTION_KEYS_FILE: /nothing/keys cannot be read (ENOENT).',
        `SMTP_URL_FILE: ${large} is larger than 65536 bytes.`,
        `X_CLIENT_SECRET_FILE: ${folder} cannot be read (EISDIR).`,
      ),
      expect.stringMatching(/^ {2}- PORT: /),
    ]);
  });

  test('beside the setting itself is refused, in any order of the variables', () => {
    const DATABASE_URL_FILE = fileWith('postgres://other');
    const both = 'DATABASE_URL and DATABASE_URL_FILE are both set. Set one of them.';
    expect(refusal(() => readConfig({ ...MINIMUM, DATABASE_URL_FILE }))).toEqual(invalid(both));
    expect(refusal(() => readConfig({ DATABASE_URL_FILE, ...MINIMUM }))).toEqual(invalid(both));
    expect(refusal(() => readDatabaseUrl({ DATABASE_URL_FILE, ...MINIMUM }))).toEqual([both]);
  });

  test('that is no secret is a setting like any other', () => {
    expect(readConfig({ ...MINIMUM, PORT_FILE: '/nothing' })).toMatchObject({
      port: 4000,
      settings: { PORT_FILE: '/nothing' },
    });
  });
});

describe('ENCRYPTION_KEY', () => {
  const read = (env: Record<string, string>) => readConfig({ DATABASE_URL, ...env }).encryptionKeys;
  const key = { id: 'k1', key: Buffer.from(KEY, 'base64') };

  test('is the key k1, also from a file', () => {
    expect(read({ ENCRYPTION_KEY: KEY })).toEqual([key]);
    expect(read({ ENCRYPTION_KEY_FILE: fileWith(`${KEY}\n`) })).toEqual([key]);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'beside a list',
      { ENCRYPTION_KEY: KEY, ENCRYPTION_KEYS: `k1:${KEY}` },
      'ENCRYPTION_KEYS and ENCRYPTION_KEY are both set. Set one of them.',
    ],
    [
      'of another length',
      { ENCRYPTION_KEY: randomBytes(24).toString('base64') },
      'ENCRYPTION_KEY: is not base64 of 32 bytes. Make one with: openssl rand -base64 32',
    ],
    [
      'of zeros',
      { ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') },
      'ENCRYPTION_KEY: is not random. Make one with: openssl rand -base64 32',
    ],
    [
      'in a file that is missing',
      { ENCRYPTION_KEY_FILE: '/nothing' },
      'ENCRYPTION_KEY_FILE: /nothing cannot be read (ENOENT).',
    ],
  ])('%s is refused', (_, env, problem) => {
    expect(refusal(() => read(env))).toEqual(invalid(problem));
    expect(readKeySetting({ DATABASE_URL, ...env })).toEqual({ problem });
  });
});

describe('.env.example', () => {
  const read = (file: string): string => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  const settings = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm)].map(
    ([, name, value]) => [name!, value!] as const,
  );
  const samples = settings.filter(([, value]) => value.includes('replace-me'));

  test('has a sample for each kind of secret', () => {
    expect(samples.map(([name]) => name)).toEqual([
      'INSTAGRAM_CLIENT_SECRET',
      'THREADS_CLIENT_SECRET',
      'X_CLIENT_SECRET',
      'LINKEDIN_CLIENT_SECRET',
      'SMTP_URL',
      'DATABASE_URL',
      'ENCRYPTION_KEY',
    ]);
  });

  test.each([...samples, ['ENCRYPTION_KEYS', 'k1:replace-me'] as const])('%s=%s is refused', (name, value) => {
    expect(refusal(() => readConfig({ ...MINIMUM, [name]: value }))).toEqual(
      invalid(`${name}: still has the sample value "replace-me". Set your own.`),
    );
  });
});
