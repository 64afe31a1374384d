/** A job of pg-boss. Each has its own queue and workers, and waits for no other. */
export type Job = {
  /** Due times in UTC. One of the servers does the run. */
  readonly cron: string;
  /** Statements that write its work enqueue a run, and any number of servers run it at once. */
  readonly isWoken?: boolean;
  /** The first run in an installation, for a job that is due at night. */
  readonly firstAfterSeconds?: number;
  /** A longer run, or that of a killed server, has failed, and the next one begins. */
  readonly expireSeconds: number;
  /** Retention of ended runs. */
  readonly keepHours: number;
  /** `fanfare doctor` reports a job whose last success is older. */
  readonly lateAfterMinutes: number;
  readonly does: string;
  /** Its promise in docs/guarantees.md or docs/data-kept.md. */
  readonly keeps: string;
};

const MINUTELY = { cron: '* * * * *', expireSeconds: 120, keepHours: 1, lateAfterMinutes: 15 };
const DAILY = { expireSeconds: 3_600, keepHours: 192, lateAfterMinutes: 2_880 };

/** Deletes old rows every ten minutes from `minute` on. */
const retention = (minute: number, table: string): Job => ({
  ...{ cron: `${minute}-59/10 * * * *`, expireSeconds: 1_800, keepHours: 24, lateAfterMinutes: 60 },
  does: `deletes what is too old of ${table}`,
  keeps: `\`${table}\``,
});

/** Every job of an installation. Other background work is in the server (docs/adr/0055). */
export const JOBS = {
  'find-due-posts': {
    ...MINUTELY,
    does: 'looks for posts that are due, beside the look of every server each ten seconds',
    keeps: 'It is sent within its second if a server runs and has capacity',
  },
  'renew-credentials': {
    ...MINUTELY,
    does: 'renews credentials, expires accounts whose credential has ended, warns of those that end soon',
    keeps: 'An unused account stays connected as long as its network allows',
  },
  'send-mails': {
    ...{ ...MINUTELY, isWoken: true, does: 'sends mails that are due' },
    keeps: 'A server that is killed holds a delivery, or a mail, for 15 seconds',
  },
  'mail-owners': {
    ...MINUTELY,
    does: 'writes mails to the owners of webhooks that keep failing or were disabled',
    keeps: 'Owners get one mail when a webhook has failed for an hour, and one when it was disabled',
  },
  'remove-profiles': {
    ...{ ...MINUTELY, isWoken: true, expireSeconds: 3_600, does: 'deletes people who asked for it' },
    keeps: 'An acknowledged removal is completed',
  },
  'pass-removals': {
    ...{ ...MINUTELY, isWoken: true, does: 'gives removals to other cells until they have completed them' },
    keeps: 'An acknowledged removal is completed',
  },
  audit: {
    ...{ ...DAILY, cron: '17 3 * * *', firstAfterSeconds: 3_600, does: 'compares what `fanfare audit` compares' },
    keeps: '`fanfare audit` finds any difference',
  },
  'check-api-versions': {
    ...{ ...DAILY, cron: '27 6 * * *', does: 'warns of API versions that a network ends within 60 days' },
    keeps: 'The log warns 60 days before a network ends an API version',
  },
  'delete-events': retention(0, 'events'),
  'delete-request-log': retention(1, 'request_log'),
  'delete-connect-attempts': retention(2, 'connect_attempts'),
  'delete-sign-ins': retention(3, 'sign_ins'),
  'delete-sessions': retention(4, 'sessions'),
  'delete-drafts': { ...retention(4, 'drafts'), does: 'deletes drafts that were published long ago' },
  'delete-invitations': retention(5, 'invitations'),
  'delete-mails': retention(6, 'mails'),
  'delete-oauth': {
    ...retention(6, 'oauth_codes'),
    does: 'deletes tokens and codes of connected apps that have ended, clients that nobody approved, and apps that ended a month ago',
  },
  'delete-rate-limits': retention(7, 'rate_limits'),
  'delete-removal-requests': retention(8, 'removal_requests'),
  'delete-media': { ...retention(9, 'media'), does: 'deletes hosted files that have ended, and bytes without a row' },
} as const satisfies Readonly<Record<string, Job>>;

export type JobName = keyof typeof JOBS;
export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[];
export const jobOf = (name: JobName): Job => JOBS[name];

/** The functions of jobs, which end once `stopping` is aborted. pg-boss keeps their results. */
export type JobRuns = Readonly<Record<JobName, (stopping: AbortSignal) => Promise<unknown>>>;
