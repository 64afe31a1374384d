import type { PlanName } from '@fanfare/rules';
import type { EncryptionKey } from '../process/key-ring.ts';
import { type Cells, readCells } from './cell-settings.ts';
import { readEncryptionKeys } from './encryption-keys.ts';
import { Environment, type Limits, port, url } from './environment.ts';
import { type Installation, readInstallation } from './installation/installation-settings.ts';
import { type MetricsAddress, readMetricsAddress } from './metrics-address.ts';
import { type DatabaseShares, NOTHING_FOR_REQUESTS, readDatabaseShares } from './pool-sizes.ts';
import { readPostgresUrl } from './postgres-url.ts';
import { readS3Settings, type S3Settings } from './s3-settings.ts';
import { readSecrets, trimmed, type Variables } from './secret-settings.ts';
import { settingsMessages } from './settings-messages.ts';
import type { SignUpPolicy } from './sign-up-policy.ts';
import type { SenderSetting, SmtpSettings } from './smtp-settings.ts';

export type Settings = Readonly<Record<string, string | undefined>>;

export type Config = MetricsAddress & {
  readonly development: boolean;
  readonly host: string;
  readonly port: number;
  /** Public address without a trailing slash; null for one of host and port. */
  readonly baseUrl: string | null;
  readonly cells: Cells;
  /** Base address of documentation links in errors; null for `/docs` of this installation. */
  readonly docsUrl: string | null;
  readonly databaseUrl: string;
  readonly databasePool: number;
  readonly databaseShares: DatabaseShares;
  readonly trustProxy: number;
  /** Whether HSTS covers every subdomain of the public address. */
  readonly hstsIncludeSubdomains: boolean;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly encryptionKeys: readonly EncryptionKey[];
  /** Folder of what this server must know after a restart; null for memory only. */
  readonly stateFolder: string | null;
  /** Disk space in bytes for media in flight; null for a share of the free space. */
  readonly mediaSpoolBytes: number | null;
  /** Folder of hosted files; null for none. */
  readonly mediaFolder: string | null;
  /** Bucket of hosted files; null for none. */
  readonly mediaS3: S3Settings | null;
  /** Public address of hosted files; null for that of the server. */
  readonly mediaUrl: string | null;
  /** Whether copies are sent of files that a network cannot fetch, where files are hosted. */
  readonly mediaRehost: boolean;
  /** A post that is more overdue than this at its first claim is not published. */
  readonly publishLateHours: number;
  readonly connectConfirmPage: boolean;
  readonly egressAllowedHosts: readonly string[];
  readonly installation: Installation;
  /** Mail server; null for none. */
  readonly smtp: SmtpSettings | null;
  /** Null for a sender made from the public address. */
  readonly mailFrom: SenderSetting | null;
  /** Contact for weaknesses; null for no `security.txt`. */
  readonly securityContact: string | null;
  readonly signUp: SignUpPolicy;
  readonly signUpPlan: PlanName;
  readonly limits: Limits;
  /** Settings of the networks; `networks.ts` adds their defaults. */
  readonly environment: Environment;
  /** All other variables, unparsed, for added networks. They contain no secret of the server. */
  readonly settings: Settings;
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the configuration. Throws one ConfigError with all problems and no secret value. */
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
  const bucket = parsed.success ? readS3Settings(parsed.data) : { s3: null };
  if ('problems' in bucket) problems.push(...bucket.problems);
  const cells = readCells(parsed.success ? parsed.data : {});
  if ('problems' in cells) problems.push(...cells.problems);
  if (
    problems.length > 0 ||
    !parsed.success ||
    !databaseShares ||
    'problem' in keys ||
    'problems' in branding ||
    'problems' in bucket ||
    'problems' in cells
  ) {
    throw new ConfigError(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
  const environment = parsed.data;
  return {
    development: environment.FANFARE_ENV === 'development',
    host: environment.HOST,
    port: environment.PORT,
    baseUrl: environment.BASE_URL ?? null,
    cells,
    docsUrl: environment.DOCS_URL ?? null,
    databaseUrl: environment.DATABASE_URL!,
    databasePool: environment.DATABASE_POOL,
    databaseShares,
    trustProxy: environment.TRUST_PROXY,
    hstsIncludeSubdomains: environment.HSTS_INCLUDE_SUBDOMAINS,
    logLevel: environment.LOG_LEVEL,
    encryptionKeys: keys.keys,
    ...readMetricsAddress(environment),
    stateFolder: environment.STATE_DIR ?? null,
    mediaSpoolBytes: environment.MEDIA_SPOOL_BYTES ?? null,
    mediaFolder: environment.MEDIA_DIR ?? null,
    mediaS3: bucket.s3,
    mediaUrl: environment.MEDIA_URL ?? null,
    mediaRehost: environment.MEDIA_REHOST,
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

/** Reads the keys for a command that needs no other setting. */
export function readKeySetting(variables: Variables = process.env): ReturnType<typeof readEncryptionKeys> {
  const { env, problems } = readSecrets(variables);
  const problem = problems.get('ENCRYPTION_KEYS');
  return problem ? { problem } : readEncryptionKeys(env.ENCRYPTION_KEYS);
}

/**
 * Reads the other cell of `fanfare move-workspace`: its settings have `TARGET_` in front. Throws
 * ConfigError.
 */
export function readTarget(variables: Variables = process.env) {
  const named = Object.entries(variables).filter(([name]) => name.startsWith(TARGET));
  const own = Object.fromEntries(named.map(([name, value]) => [name.slice(TARGET.length), value]));
  try {
    const databaseUrl = readDatabaseUrl(own);
    if (databaseUrl === undefined)
      throw new ConfigError('DATABASE_URL: not set. Set it to the address of the database of the other cell.');
    const keys = readKeySetting(own);
    if ('problem' in keys) throw new ConfigError(keys.problem);
    return { databaseUrl, keys, media: readMediaPlace(own) };
  } catch (error) {
    throw error instanceof ConfigError ? ofTarget(error) : error;
  }
}

const TARGET = 'TARGET_';

/** The same problem with a setting of the other cell. */
export const ofTarget = ({ message, cause }: ConfigError): ConfigError =>
  new ConfigError(message.replaceAll(/\b(?=(?:DATABASE_URL|ENCRYPTION_KEY|MEDIA_[A-Z]))/g, TARGET), { cause });

export type DevEnvironment = {
  readonly port: number;
  readonly sandboxPort: number;
  readonly databaseUrl: string | undefined;
  /** Folder of keys, addresses and database files; undefined for `.fanfare/` of the checkout. */
  readonly folder: string | undefined;
  /** Program that starts the server; FANFARE_SERVER replaces the shipped one. */
  readonly server: string | undefined;
  /** Environment of the developer, for the processes that `pnpm dev` starts. */
  readonly inherited: Readonly<Record<string, string>>;
};

/**
 * Reads PORT, SANDBOX_PORT (the first ports tried), DATABASE_URL, FANFARE_FOLDER, FANFARE_SERVER.
 */
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

/** Reads the folder of the development service; undefined for `.fanfare/` of the checkout. */
export function readFolder(env: Variables = process.env): string | undefined {
  return trimmed(env).FANFARE_FOLDER || undefined;
}

/** Reads DATABASE_URL for a command that needs nothing else; undefined when it is not set. */
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

/** Reads MEDIA_DIR and the bucket for a command that compares files. Throws ConfigError. */
export function readMediaPlace(variables: Variables = process.env): MediaPlace {
  const env = Object.fromEntries(Object.entries(secretsOrThrow(variables)).filter(([, value]) => value));
  const parsed = Environment.safeParse(env, { errorMap: settingsMessages });
  const named = (parsed.error?.issues ?? []).filter(({ path }) => String(path[0]).startsWith('MEDIA_'));
  if (named.length > 0)
    throw new ConfigError(named.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const bucket = parsed.success ? readS3Settings(parsed.data) : { s3: null };
  if ('problems' in bucket) throw new ConfigError(bucket.problems.join('\n'));
  return { folder: env.MEDIA_DIR ?? null, s3: bucket.s3 };
}

/** Place of hosted files; null in both when the installation hosts none. */
export type MediaPlace = { readonly folder: string | null; readonly s3: S3Settings | null };

/** Reads BASE_URL for a command that prints links; undefined when it is not set. */
export function readBaseUrl(env: Variables = process.env): string | undefined {
  const parsed = url.safeParse(trimmed(env).BASE_URL ?? '');
  return parsed.success ? parsed.data : undefined;
}

/** Reads variables with their secrets. Throws the problems of all secrets, or of one. */
function secretsOrThrow(variables: Variables, name?: string): Variables {
  const { env, problems } = readSecrets(variables);
  const asked = [...problems].filter(([setting]) => name === undefined || setting === name).map(([, text]) => text);
  if (asked.length > 0) throw new ConfigError(asked.join('\n'));
  return env;
}
