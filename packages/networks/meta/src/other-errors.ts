import { type GraphErrorRow, graphRow, SOON_MS, textRow } from './graph-error-row.ts';

/** A code of `Refusal` that marks the code exchange, which has an envelope of its own. */
export const CODE_EXCHANGE = 'code_exchange';
/** The answer of the Graph where it does not know the version in the path. */
export const UNKNOWN_VERSION = 'Unknown path components: /v';
export const DEPRECATED_VERSION = '2635';

/** The call itself was not looked at. */
const versionEnded = {
  code: 'network_unavailable',
  operator: true,
  outcome: 'rejected',
  message: '{network} no longer serves the API version this installation asks for.',
  remedy: 'The operator must configure a version that Meta serves, or update this service.',
} as const;

/** Refusals of a version when no other is left. Seen in production; not documented. */
export const VERSION_ERRORS: readonly GraphErrorRow[] = [
  graphRow(DEPRECATED_VERSION, { ...versionEnded, source: 'Meta, Graph API versions, 2026-11' }),
  textRow('version_unknown', /Unknown path components: \/v/, {
    source: 'facebook/facebook-python-business-sdk issue 582, 2026-11',
    ...versionEnded,
  }),
];

/** Rows for all other refusals: code exchange, unknown errors, answers from elsewhere. */
export const REMAINING_ERRORS: readonly GraphErrorRow[] = [
  {
    // These texts blame the app's registration and not the user.
    name: 'exchange_app_refused',
    when: [
      {
        codes: [CODE_EXCHANGE],
        text: /redirect_uri|client.?secret|client_id|platform app|application id|validating application/i,
      },
    ],
    code: 'internal_error',
    operator: true,
    message: '{network} does not accept the app registration of this installation.',
    remedy:
      'The operator must compare app id, app secret and redirect URI with the Meta App Dashboard, character by character.',
  },
  {
    name: 'exchange_code_refused',
    when: [{ codes: [CODE_EXCHANGE] }],
    outcome: 'rejected',
    code: 'credential_rejected',
    message: '{network} did not accept the authorization code.',
    remedy: 'Start the connect flow again; a code is valid once and for one hour.',
  },
  { name: 'refused', when: [{ own: true }], code: 'content_rejected', message: '{network} refused the call.' },
  { name: 'version_ended', when: [{ status: [426] }], ...versionEnded },
  {
    name: 'unavailable',
    when: [{ family: 5 }, { status: [408, 421, 425] }],
    code: 'network_unavailable',
    message: '{network} is not available.',
    retry: SOON_MS,
  },
  {
    name: 'not_the_api',
    code: 'network_unavailable',
    message: '{network} gave an answer that is not one of its API.',
  },
];
