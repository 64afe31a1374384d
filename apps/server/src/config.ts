import { LIMITS } from '@fanfare/contract';
import { PLANS, type PlanName } from '@fanfare/rules';
import { z } from 'zod';
import { type EncryptionKey, readEncryptionKeys } from './credentials/encryption-keys.ts';
import { type DatabaseShares, NOTHING_FOR_REQUESTS, readDatabaseShares, SMALLEST_POOL } from './db/pool-sizes.ts';
import { readPostgresUrl } from './db/postgres-url.ts';
import { type Installation, readInstallation } from './installation/installation-settings.ts';
import { readSender, readSmtpUrl, type SenderSetting, type SmtpSettings } from './mail/smtp-settings.ts';
import { type MetricsAddress, readMetricsAddress } from './metrics/metrics-address.ts';
import { readSecrets, trimmed, type Variables } from './secret-settings.ts';
import { settingsMessages } from './settings-messages.ts';
import { readSignUpPolicy, type SignUpPolicy } from './sign-in/sign-up-policy.ts';

/** Default limits of an installation. */
const DEFAULT_LIMITS: Limits = {
  requestsPerMinute: LIMITS.requestsPerMinute.value,
  publishesPerMinute: LIMITS.publishesPerMinute.value,
  refusedKeysPerMinute: LIMITS.refusedKeysPerMinute.value,
  targetsInFlight: 200,
  publishesInFlightPerProject: 20,
  writesInFlightPerAccount: 4,
};

/** A base address, to which a path is appended. */
const url = z
  .string()
  .refine((text) => /^https?:\/\/[^?#]+$/i.test(text) && URL.canParse(text), {
    message: 'Must be an http or https address without query and fragment.',
  })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''));
const postgresUrl = z.string().transform((text, context): string => {
  const read = readPostgresUrl(text);
  if ('url' in read) return read.url;
  context.addIssue({ code: 'custom', message: read.problem });
  return z.NEVER;
});
/** An IPv6 address may have the brackets that it has in URLs. */
const host = z.string().transform((text) => text.replace(/^\[(.*)\]$/, '$1'));
const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(1);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Versions of a network's API, the preferred one first, each once. */
const versions = (form: RegExp, example: string) =>
  list.refine((names) => names.every((name) => form.test(name)) && new Set(names).size === names.length, {
    message: `Must be API versions such as ${example}, the preferred one first, separated by commas, each once.`,
  });

/** A value that `read` understands; `message` says what that is. Never shows the value. */
const readBy = <Value>(read: (text: string) => Value | null, message: string) =>
  z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/**
 * Every environment variable the server reads, and the only place that reads them. docs/self-hosting.md documents each.
 */
const Environment = z.object({
  FANFARE_ENV: z.enum(['production', 'development']).default('production'),
  HOST: host.default('127.0.0.1'),
  PORT: port.default(4000),
  BASE_URL: url.optional(),
  DOCS_URL: url.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(SMALLEST_POOL).default(20),
  DATABASE_POOL_PUBLISHING: count.optional(),
  DATABASE_POOL_LISTS: count.optional(),
  DATABASE_POOL_PAGES: count.optional(),
  DATABASE_CONNECTIONS_PER_PROJECT: count.optional(),
  DATABASE_WAITING_PER_PROJECT: count.default(256),
  LIST_TIMEOUT_MS: count.max(15_000).default(2_000),
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  HSTS_INCLUDE_SUBDOMAINS: flag.default('false'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ENCRYPTION_KEYS: z.string().optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  METRICS_PORT: z.literal('off').or(port).optional(),
  MEDIA_SPOOL_BYTES: count.optional(),
  PUBLISH_LATE_HOURS: count.default(24),
  CONNECT_CONFIRM_PAGE: flag.default('true'),
  EGRESS_ALLOWED_HOSTS: list.default(''),
  SMTP_URL: readBy(
    readSmtpUrl,
    'Must be the address of a mail server: smtps://user:password@mail.example.com or smtp://mail.example.com:25, with special characters of user and password as %XX.',
  ).optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, {
      message: 'Must be mailto: with an address, or an https address: mailto:security@example.com',
    })
    .optional(),
  INSTALLATION_NAME: z.string().optional(),
  INSTALLATION_LOGO: z.string().optional(),
  INSTALLATION_COLOUR: z.string().optional(),
  MAIL_FROM: readBy(readSender, 'Must be an address: Fanfare <fanfare@example.com>').optional(),
  SIGN_UP: readBy(
    readSignUpPolicy,
    'Must be "invitation", "open" or domains of addresses separated by commas: example.com, example.org',
  ).default('invitation'),
  SIGN_UP_PLAN: z.enum(Object.keys(PLANS) as [PlanName, ...PlanName[]]).default('self_hosted'),
  REQUESTS_PER_MINUTE: count.default(DEFAULT_LIMITS.requestsPerMinute),
  PUBLISHES_PER_MINUTE: count.default(DEFAULT_LIMITS.publishesPerMinute),
  REFUSED_KEYS_PER_MINUTE: count.default(DEFAULT_LIMITS.refusedKeysPerMinute),
  TARGETS_IN_FLIGHT: count.default(DEFAULT_LIMITS.targetsInFlight),
  PUBLISHES_IN_FLIGHT_PER_PROJECT: count.default(DEFAULT_LIMITS.publishesInFlightPerProject),
  WRITES_IN_FLIGHT_PER_ACCOUNT: count.default(DEFAULT_LIMITS.writesInFlightPerAccount),

  INSTAGRAM_CLIENT_ID: z.string().default(''),
  INSTAGRAM_CLIENT_SECRET: z.string().default(''),
  INSTAGRAM_WWW_URL: url.optional(),
  INSTAGRAM_API_URL: url.optional(),
  INSTAGRAM_GRAPH_URL: url.optional(),
  INSTAGRAM_GRAPH_VERSION: versions(/^v\d+\.\d+$/, 'v25.0').optional(),
  THREADS_CLIENT_ID: z.string().default(''),
  THREADS_CLIENT_SECRET: z.string().default(''),
  THREADS_WWW_URL: url.optional(),
  THREADS_GRAPH_URL: url.optional(),
  X_CLIENT_ID: z.string().default(''),
  X_CLIENT_SECRET: z.string().default(''),
  X_API_URL: url.optional(),
  X_WEB_URL: url.optional(),
  LINKEDIN_CLIENT_ID: z.string().default(''),
  LINKEDIN_CLIENT_SECRET: z.string().default(''),
  LINKEDIN_SCOPES: z.string().optional(),
  LINKEDIN_VERSION: versions(/^\d{6}$/, '202609').optional(),
  LINKEDIN_API_URL: url.optional(),
  LINKEDIN_WWW_URL: url.optional(),
});

export type Environment = z.infer<typeof Environment>;

/** Names of all settings of the server. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

export type Settings = Readonly<Record<string, string | undefined>>;

export type Limits = {
  readonly requestsPerMinute: number;
  readonly publishesPerMinute: number;
  /** Requests without a valid key of one client address. */
  readonly refusedKeysPerMinute: number;
  readonly targetsInFlight: number;
  readonly publishesInFlightPerProject: number;
  readonly writesInFlightPerAccount: number;
};

export type Config = MetricsAddress & {
  readonly development: boolean;
  readonly host: string;
  readonly port: number;
  /** Public address of this installation, without a trailing slash; null means that it is made from host and port. */
  readonly baseUrl: string | null;
  /** Where errors lead for their codes, without a trailing slash; null for `/docs` of this installation. */
  readonly docsUrl: string | null;
  readonly databaseUrl: string;
  readonly databasePool: number;
  readonly databaseShares: DatabaseShares;
  readonly trustProxy: number;
  /** Whether HSTS covers every subdomain of the public address. */
  readonly hstsIncludeSubdomains: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly encryptionKeys: readonly EncryptionKey[];
  /** Disk space for media that are being published, in bytes; null for a share of the free space. */
  readonly mediaSpoolBytes: number | null;
  /** A post that is overdue by more than this when a run first claims it is not published. */
  readonly publishLateHours: number;
  readonly connectConfirmPage: boolean;
  readonly egressAllowedHosts: readonly string[];
  readonly installation: Installation;
  /** Where mails are handed in; null when none are sent. */
  readonly smtp: SmtpSettings | null;
  /** Null for one that is made from the public address. */
  readonly mailFrom: SenderSetting | null;
  /** Where weaknesses of this installation are reported; null for no `security.txt`. */
  readonly securityContact: string | null;
  readonly signUp: SignUpPolicy;
  /** Of the project that a first sign-in makes. */
  readonly signUpPlan: PlanName;
  readonly limits: Limits;
  /** Settings of the networks; `networks.ts` adds their defaults. */
  readonly environment: Environment;
  /** All other variables, unparsed, for networks that the installation adds. They contain no secret of the server. */
  readonly settings: Settings;
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the whole configuration. Throws one ConfigError that names every invalid variable. Its message never contains the value of a secret. */
export function readConfig(variables: Variables = process.env): Config {
  const secrets = readSecrets(variables);
  const present = Object.fromEntries(
    Object.entries(secrets.env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(present, { errorMap: settingsMessages });
  const problems = [...secrets.problems.values()];
  const isReported = (name: string): boolean => secrets.problems.has(name);
  for (const { path, message } of parsed.error?.issues ?? [])
    if (!isReported(path.join('.'))) problems.push(`${path.join('.')}: ${message}`);
  if (!present.DATABASE_URL && !isReported('DATABASE_URL')) {
    problems.push(
      'DATABASE_URL: not set. Set it to the address of a PostgreSQL 15 or newer: postgres://user:password@host:5432/fanfare',
    );
  }
  const keys = readEncryptionKeys(present.ENCRYPTION_KEYS);
  if ('problem' in keys && !isReported('ENCRYPTION_KEYS')) problems.push(keys.problem);
  const branding = readInstallation(present);
  if ('problems' in branding) problems.push(...branding.problems);
  const databaseShares = parsed.success ? readDatabaseShares(parsed.data) : null;
  if (databaseShares === null && parsed.success) problems.push(NOTHING_FOR_REQUESTS);
  if (problems.length > 0 || !parsed.success || !databaseShares || 'problem' in keys || 'problems' in branding) {
    throw new ConfigError(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
  const environment = parsed.data;
  return {
    development: environment.FANFARE_ENV === 'development',
    host: environment.HOST,
    port: environment.PORT,
    baseUrl: environment.BASE_URL ?? null,
    docsUrl: environment.DOCS_URL ?? null,
    databaseUrl: environment.DATABASE_URL!,
    databasePool: environment.DATABASE_POOL,
    databaseShares,
    trustProxy: environment.TRUST_PROXY,
    hstsIncludeSubdomains: environment.HSTS_INCLUDE_SUBDOMAINS,
    logLevel: environment.LOG_LEVEL,
    encryptionKeys: keys.keys,
    ...readMetricsAddress(environment),
    mediaSpoolBytes: environment.MEDIA_SPOOL_BYTES ?? null,
    publishLateHours: environment.PUBLISH_LATE_HOURS,
    connectConfirmPage: environment.CONNECT_CONFIRM_PAGE,
    egressAllowedHosts: environment.EGRESS_ALLOWED_HOSTS,
    installation: branding.installation,
    smtp: environment.SMTP_URL ?? null,
    mailFrom: environment.MAIL_FROM ?? null,
    securityContact: environment.SECURITY_CONTACT ?? null,
    signUp: environment.SIGN_UP,
    signUpPlan: environment.SIGN_UP_PLAN,
    limits: {
      requestsPerMinute: environment.REQUESTS_PER_MINUTE,
      publishesPerMinute: environment.PUBLISHES_PER_MINUTE,
      refusedKeysPerMinute: environment.REFUSED_KEYS_PER_MINUTE,
      targetsInFlight: environment.TARGETS_IN_FLIGHT,
      publishesInFlightPerProject: environment.PUBLISHES_IN_FLIGHT_PER_PROJECT,
      writesInFlightPerAccount: environment.WRITES_IN_FLIGHT_PER_ACCOUNT,
    },
    environment,
    settings: Object.fromEntries(Object.entries(present).filter(([name]) => !Object.hasOwn(Environment.shape, name))),
  };
}

/** The keys of a command that needs no other setting. */
export function readKeySetting(variables: Variables = process.env): ReturnType<typeof readEncryptionKeys> {
  const { env, problems } = readSecrets(variables);
  const problem = problems.get('ENCRYPTION_KEYS');
  return problem ? { problem } : readEncryptionKeys(env.ENCRYPTION_KEYS);
}

export type DevEnvironment = {
  readonly port: number;
  readonly sandboxPort: number;
  readonly databaseUrl: string | undefined;
  /** Folder of keys, addresses and the database's files; undefined for `.fanfare/` of the checkout. */
  readonly folder: string | undefined;
  /** The program that starts the server; FANFARE_SERVER replaces the shipped one. */
  readonly server: string | undefined;
  /** The developer's environment, passed on to the processes that `pnpm dev` starts. */
  readonly inherited: Readonly<Record<string, string>>;
};

/** What `pnpm dev` reads: PORT and SANDBOX_PORT (the first ports that it tries), DATABASE_URL, FANFARE_FOLDER and FANFARE_SERVER. */
export function readDevEnvironment(variables: Variables = process.env): DevEnvironment {
  const env = secretsOrThrow(variables);
  const inherited = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]));
  const portOf = (name: string, fallback: number): number => {
    const parsed = port.safeParse(inherited[name] ?? fallback);
    if (!parsed.success) throw new ConfigError(`${name}: must be a port from 0 to 65535, not "${inherited[name]}".`);
    return parsed.data;
  };
  return {
    port: portOf('PORT', 4000),
    sandboxPort: portOf('SANDBOX_PORT', 4600),
    databaseUrl: inherited.DATABASE_URL && usableUrl(inherited.DATABASE_URL),
    folder: inherited.FANFARE_FOLDER,
    server: inherited.FANFARE_SERVER,
    inherited,
  };
}

/** The folder of the development service, when it is not the checkout's `.fanfare/`. */
export function readFolder(env: Variables = process.env): string | undefined {
  return trimmed(env).FANFARE_FOLDER || undefined;
}

/** The database of a command that needs nothing else: DATABASE_URL, or undefined. */
export function readDatabaseUrl(variables: Variables = process.env): string | undefined {
  const { DATABASE_URL: text } = secretsOrThrow(variables, 'DATABASE_URL');
  return text ? usableUrl(text) : undefined;
}

function usableUrl(text: string): string {
  const read = readPostgresUrl(text);
  if ('problem' in read) throw new ConfigError(`DATABASE_URL: ${read.problem}`);
  return read.url;
}

/** Whether a database is named at all, rightly or not. */
export const namesDatabase = (variables: Variables = process.env): boolean => {
  const env = trimmed(variables);
  return Boolean(env.DATABASE_URL || env.DATABASE_URL_FILE);
};

/** The public address for a command that prints links: BASE_URL, or undefined. */
export function readBaseUrl(env: Variables = process.env): string | undefined {
  const parsed = url.safeParse(trimmed(env).BASE_URL ?? '');
  return parsed.success ? parsed.data : undefined;
}

/** The variables with their secrets; throws the problems of all secrets, or of one. */
function secretsOrThrow(variables: Variables, name?: string): Variables {
  const { env, problems } = readSecrets(variables);
  const asked = [...problems].filter(([setting]) => name === undefined || setting === name).map(([, text]) => text);
  if (asked.length > 0) throw new ConfigError(asked.join('\n'));
  return env;
}
