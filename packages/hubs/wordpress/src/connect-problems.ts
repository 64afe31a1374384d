import { ConnectProblem, plainHubUrl } from '@fanfare/hub';
import { type Answer, isOk, NetworkError, parseJson, storableText } from '@fanfare/network';
import { ErrorBody } from './wire.ts';

const MOST_SHOWN_CHARS = 80;
/** More than this around an answer is a page. */
const MOST_NOISE_CHARS = 65_536;

/** Statuses with which what stands in front of a site refuses a call. */
const REFUSALS: readonly number[] = [401, 403, 405, 406, 407, 418, 451];

const ALLOW = 'Allow this service to call the REST API of the site (/wp-json and ?rest_route=).';

/** Says why an answer is none of WordPress, and what to do; null where nobody knows. */
export function problemOf(answer: Answer, calledUrl: string): ConnectProblem | null {
  const { status, headers } = answer;
  const hub = (message: string) =>
    new ConnectProblem({ code: 'network_unavailable', message, networkCode: String(status) });
  if (status >= 300 && status <= 399) return redirected(answer, calledUrl);
  if (isOk(answer)) {
    const noise = noiseAround(answer);
    return noise === null
      ? null
      : hub(
          `The site answers with other text around its JSON (\`${noise}\`). Switch off display_errors in PHP, or the plugin that prints it.`,
        );
  }
  if (ErrorBody.safeParse(answer.json).data?.data?.status === status) return null;
  if (status === 401 && /^(?:basic|digest)\b/i.test(headers['www-authenticate'] ?? ''))
    return hub(
      `The web server in front of the site asks for a password of its own, as staging sites do, and an application password cannot pass it. ${ALLOW}`,
    );
  if (!REFUSALS.includes(status)) return null;
  return hub(`Something in front of the site, such as a firewall, refused the call with ${status}. ${ALLOW}`);
}

const LOGIN_PAGE = /(?:wp-login|log-?in|sign-?in)\b/i;

function redirected({ status, headers }: Answer, calledUrl: string): ConnectProblem | null {
  const networkCode = String(status);
  const to = headers.location ? URL.parse(headers.location, calledUrl) : null;
  if (to === null || !/^https?:$/.test(to.protocol)) return null;
  if (LOGIN_PAGE.test(to.pathname)) {
    const message = `The site sends whoever is not signed in to its page for signing in. ${ALLOW}`;
    return new ConnectProblem({ code: 'network_unavailable', message, networkCode });
  }
  const [site = ''] = to.pathname.split('/wp-json/');
  const address = storableText(plainHubUrl(`${to.origin}${site}`).replace(/\/index\.php$/, ''), 255);
  const message = `The site redirects to ${address}, and redirects are never followed. Connect with that address.`;
  return new ConnectProblem({ code: 'content_rejected', message, networkCode });
}

/** The text that PHP prints around a JSON answer; null where there is no JSON. */
export function noiseAround({ json, text }: Answer): string | null {
  const start = text.search(/[{[]["{[\]]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (json !== undefined || start < 0 || text.length - (end - start) > MOST_NOISE_CHARS) return null;
  if (parseJson(text.slice(start, end)) === undefined) return null;
  const noise = `${text.slice(0, start)}${text.slice(end)}`.trim().slice(0, 1_000);
  return storableText(noise.replace(/\s+/g, ' ').replaceAll('`', "'"), MOST_SHOWN_CHARS);
}

/** Explains WordPress's refusal of a key at a connect. Returns other errors as they are. */
export function keyProblem(error: unknown, { takesKeys }: { readonly takesKeys: boolean }): unknown {
  if (!(error instanceof NetworkError) || error.code !== 'credential_rejected') return error;
  const { networkCode = '' } = error.facts;
  const message = takesKeys ? KEY_PROBLEMS[networkCode] : SWITCHED_OFF;
  return message === undefined ? error : new ConnectProblem({ code: 'credential_rejected', message, networkCode });
}

const SWITCHED_OFF =
  'The site takes no application passwords: a plugin has switched them off, or the site does not use https. Switch them on and try again.';
const WRONG_NAME = 'WordPress knows no user of this name. Check username.';

/** By the code of WordPress (wp-includes/user.php of 6.1.9 and others, checked 2026-11). */
const KEY_PROBLEMS: Readonly<Record<string, string>> = {
  application_passwords_disabled: SWITCHED_OFF,
  application_passwords_disabled_for_user:
    'The site takes no application passwords of this user. Allow them for the user, or use another user.',
  incorrect_password: 'WordPress does not accept this application password. Create a new one and check username.',
  invalid_username: WRONG_NAME,
  invalid_email: WRONG_NAME,
  rest_not_logged_in:
    'WordPress took the call for the call of a visitor: username or application password is wrong, or the web server removes the Authorization header. Check both; on Apache with CGI, add SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1 to .htaccess.',
};
