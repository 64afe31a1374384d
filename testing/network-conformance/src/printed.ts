import { inspect } from 'node:util';

/** A network that repeats the request in every field of its errors. */
export function echo(status: number, secrets: readonly string[]): { status: number; body: unknown } {
  const words = `Malformed access token ${secrets[0]} ${secrets.map((secret) => `access_token=${secret} Bearer ${secret}`).join(' ')}`;
  const error = { message: words, code: 190, type: 'OAuthException', error_user_msg: words };
  const body = {
    status,
    title: words,
    detail: words,
    message: words,
    error_description: words,
    errors: [{ message: words, detail: words }],
  };
  return { status, body: status % 2 === 0 ? { ...body, error } : { ...body, error: 'invalid_request' } };
}

/** Everything of errors, a log and other values that could be printed. */
export function printed(errors: readonly Error[], ...others: readonly unknown[]): string {
  const whole = (value: unknown) => inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true });
  return errors
    .flatMap((error) => [whole(error), JSON.stringify(error), `${error.message} ${error.stack}`])
    .concat(others.flatMap((value) => [whole(value), JSON.stringify(value)]))
    .join('\n');
}

/** The secrets that stand in a text, as they are or escaped. */
export const secretsIn = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
