import path from 'node:path';
import { LIMITS } from '@fanfare/contract';
import { Secret } from '@fanfare/network/secret';
import { CELL_PATTERN, PLANS, type PlanName } from '@fanfare/rules';
import { z } from 'zod';
import { readCellPeers } from './cell-settings.ts';
import { SMALLEST_POOL } from './pool-sizes.ts';
import { readPostgresUrl } from './postgres-url.ts';
import { readSignUpPolicy } from './sign-up-policy.ts';
import { readSender, readSmtpUrl } from './smtp-settings.ts';

export type Limits = {
  readonly requestsPerMinute: number;
  readonly publishesPerMinute: number;
  /** Requests without a valid key per client address. */
  readonly refusedKeysPerMinute: number;
  readonly targetsInFlight: number;
  readonly publishesInFlightPerProject: number;
  readonly writesInFlightPerAccount: number;
};

const DEFAULT_LIMITS: Limits = {
  requestsPerMinute: LIMITS.requestsPerMinute.value,
  publishesPerMinute: LIMITS.publishesPerMinute.value,
  refusedKeysPerMinute: LIMITS.refusedKeysPerMinute.value,
  targetsInFlight: 200,
  publishesInFlightPerProject: 20,
  writesInFlightPerAccount: 4,
};

export const url = z
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
/** Host; an IPv6 address may have brackets as in URLs. */
const host = z.string().transform((text) => text.replace(/^\[(.*)\]$/, '$1'));
const folder = z.string().refine((text) => path.isAbsolute(text), {
  message: 'Must be an absolute path: /var/lib/fanfare/media',
});
export const port = z.coerce.number().int().min(0).max(65_535);
const MIB = 1024 * 1024;
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

/** Value that `read` understands; `message` describes it and never shows it. */
const readBy = <Value>(read: (text: string) => Value | null, message: string) =>
  z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Environment variables of the server (docs/self-hosting.md). */
export const Environment = z.object({
  FANFARE_ENV: z.enum(['production', 'development']).default('production'),
  HOST: host.default('127.0.0.1'),
  PORT: port.default(4000),
  BASE_URL: url.optional(),
  CELL: z
    .string()
    .regex(CELL_PATTERN, { message: 'Must be a label of 1 to 12 lower-case letters and digits: eu1' })
    .optional(),
  CELL_PEERS: readBy(
    readCellPeers,
    'Must be labels and addresses of the other cells, separated by commas: us1=https://us1.internal.example.com',
  ).optional(),
  CELL_SECRET: z.string().optional(),
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
  STATE_DIR: folder.optional(),
  MEDIA_SPOOL_BYTES: count.optional(),
  MEDIA_DIR: folder.optional(),
  MEDIA_URL: url.optional(),
  MEDIA_REHOST: flag.default('true'),
  MEDIA_S3_ENDPOINT: url.optional(),
  MEDIA_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'Must be the name of a bucket: fanfare-media' })
    .optional(),
  MEDIA_S3_REGION: z.string().optional(),
  MEDIA_S3_ACCESS_KEY_ID: z.string().optional(),
  MEDIA_S3_SECRET_ACCESS_KEY: z
    .string()
    .transform((text) => new Secret(text))
    .optional(),
  MEDIA_S3_STYLE: z.enum(['path', 'host']).default('path'),
  MEDIA_S3_DIRECT_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(32 * MIB),
  MEDIA_S3_CHECKSUMS: flag.default('true'),
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

export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);
