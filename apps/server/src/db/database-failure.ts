import { hostUrls, parsePostgresUrl, placeOf } from '../config/postgres-url.ts';
import { HostFailed, NoHost } from './database-hosts.ts';
import { DatabaseReadOnly, DatabaseUnavailable } from './database-unavailable.ts';

/**
 * One sentence for an error that the operator of the database can fix: what, where, and how. Null
 * for any other, which is a bug and is shown with its stack. Never contains a password.
 *
 * Codes of PostgreSQL: https://www.postgresql.org/docs/18/errcodes-appendix.html (checked 2026-11).
 */
export function explainDatabaseFailure(error: unknown, databaseUrl: string): string | null {
  // The pool wraps the error of the driver.
  if (error instanceof DatabaseUnavailable) return explainDatabaseFailure(error.cause, databaseUrl);
  if (error instanceof NoHost) return error.errors.map((each) => explainDatabaseFailure(each, databaseUrl)).join(' ');
  const parts = partsOf(databaseUrl);
  if (!(error instanceof HostFailed)) return explainAt(parts, error);
  const { place, cause, message } = error;
  if (cause instanceof DatabaseReadOnly) return `${message} ${cause.message}`;
  return explainAt({ ...parts, place }, cause) ?? message;
}

function explainAt({ place, database, user }: Parts, error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  const said = error.message;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ENOENT':
      return `PostgreSQL does not answer at ${place} (${code}). Is it running, and is DATABASE_URL right?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of DATABASE_URL is not known: ${place} (${code}).`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of PostgreSQL at ${place} has expired (${code}). Renew it there.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of PostgreSQL at ${place} is for another name (${code}). Use a name of the certificate in DATABASE_URL, or sslmode=no-verify, which anybody in between can answer.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate of PostgreSQL at ${place} is not of an authority that this machine trusts (${code}). Add the certificate of its authority: sslrootcert=/path/to/ca.pem in DATABASE_URL, or NODE_EXTRA_CA_CERTS. sslmode=no-verify encrypts without checking who answers.`;
    case '28P01':
    case '28000':
      if (/no encryption/.test(said))
        return `PostgreSQL at ${place} accepts only connections with TLS: add sslmode=verify-full to DATABASE_URL, or sslmode=no-verify where its certificate cannot be checked.`;
      return `PostgreSQL at ${place} refuses the user "${user}": ${said}. Check the user and password in DATABASE_URL.`;
    case '3D000':
      return `PostgreSQL at ${place} has no database "${database}". Create it first: createdb ${database}`;
    case '42501':
      return `The role "${user}" may not do this in database "${database}": ${lastPart(said)}. Make it the owner of the database, or grant it CREATE on the database and on its schema.`;
    case '42P01':
    case '42703':
      return `The database "${database}" at ${place} does not have the schema that this version needs. Run: pnpm fanfare migrate`;
    case '53300':
      return `PostgreSQL at ${place} accepts no more connections: ${said}. One server needs DATABASE_POOL and four more: raise max_connections, lower DATABASE_POOL, or close other connections.`;
    case '57P03':
      return `PostgreSQL at ${place} is not ready: ${said}.`;
  }
  if (/timeout|terminated unexpectedly/i.test(said))
    return `PostgreSQL does not answer at ${place} in time. Is DATABASE_URL right?`;
  if (/does not support SSL/.test(said))
    return `PostgreSQL at ${place} has no TLS, and DATABASE_URL asks for it: switch it on there, or use sslmode=disable in a network that you trust.`;
  if (/SSL/.test(said)) return `PostgreSQL at ${place} and DATABASE_URL have different TLS settings: ${said}.`;
  return null;
}

/** A host with several addresses, such as localhost, has one inner error per attempt. */
function codeOf(error: Error): string | undefined {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const { code } = (inner ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Knex puts the whole statement in front of PostgreSQL's message. */
const lastPart = (message: string): string => message.split(' - ').at(-1) ?? message;

type Parts = { readonly place: string; readonly database: string; readonly user: string };

function partsOf(databaseUrl: string): Parts {
  const parsed = parsePostgresUrl(databaseUrl);
  if (parsed === null) return { place: 'the address of DATABASE_URL', database: '', user: '' };
  const { pathname, username } = parsed;
  return {
    place: hostUrls(databaseUrl)
      .map((url) => placeOf(parsePostgresUrl(url)!))
      .join(', '),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
  };
}
