import { readFileSync, statSync } from 'node:fs';
import { problemOfKey } from './encryption-keys.ts';

/** Settings that may be in a file, such as container secrets and systemd credentials. */
const SECRET =
  /^(?:DATABASE_URL|ENCRYPTION_KEYS?|SMTP_URL|CELL_SECRET|MEDIA_S3_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY)|\w+_CLIENT_SECRET)$/;
const MOST_BYTES = 65_536;
/** Placeholder of each secret in `.env.example`. */
const SAMPLE = 'replace-me';

export type Variables = Readonly<Record<string, string | undefined>>;

export type Secrets = {
  /** Variables with secrets of files under their own names, and a single key as a list of one. */
  readonly env: Variables;
  readonly problems: ReadonlyMap<string, string>;
};

/** Trims settings: a secret of Kubernetes made with `echo` ends with a line break. */
export const trimmed = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value?.trim()]));

/**
 * Reads `DATABASE_URL_FILE` and the like into `DATABASE_URL`, and `ENCRYPTION_KEY` into
 * `ENCRYPTION_KEYS` as `k1`. Finds sample values. A problem names the setting, never its value.
 */
export function readSecrets(written: Variables): Secrets {
  const variables = trimmed(written);
  const env: Record<string, string | undefined> = {};
  const problems = new Map<string, string>();
  for (const [name, value] of Object.entries(variables)) {
    const secret = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : '';
    if (!value || !SECRET.test(secret)) env[name] ??= value;
    else if (variables[secret]) problems.set(secret, `${secret} and ${name} are both set. Set one of them.`);
    else {
      const read = readSecretFile(value);
      if ('problem' in read) problems.set(secret, `${name}: ${read.problem}`);
      else env[secret] = read.text;
    }
  }
  for (const [name, value] of Object.entries(env))
    if (SECRET.test(name) && value?.includes(SAMPLE))
      problems.set(name, `${name}: still has the sample value "${SAMPLE}". Set your own.`);
  return { env: withKeyList(env, problems), problems };
}

function readSecretFile(file: string): { readonly text: string } | { readonly problem: string } {
  try {
    if (statSync(file).size > MOST_BYTES) return { problem: `${file} is larger than ${MOST_BYTES} bytes.` };
    const text = readFileSync(file, 'utf8').trim();
    return text === '' ? { problem: `${file} is empty.` } : { text };
  } catch (error) {
    return { problem: `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  }
}

/** Adds an id to a single key, because secret generators make none. */
function withKeyList(env: Record<string, string | undefined>, problems: Map<string, string>): Variables {
  const { ENCRYPTION_KEY: key, ...others } = env;
  const problem = problems.get('ENCRYPTION_KEY') ?? problemOfSingleKey(key, others.ENCRYPTION_KEYS);
  problems.delete('ENCRYPTION_KEY');
  if (problem) problems.set('ENCRYPTION_KEYS', problem);
  return problem || !key ? others : { ...others, ENCRYPTION_KEYS: `k1:${key.trim()}` };
}

function problemOfSingleKey(key: string | undefined, list: string | undefined): string | null {
  if (!key) return null;
  return list ? 'ENCRYPTION_KEYS and ENCRYPTION_KEY are both set. Set one of them.' : problemOfKey(key);
}
