import { type Refused, refuse, refuseField } from './refusal.ts';

/** Refusals to connect a hub or to list its spaces; for the service and the mock. */
export const HUB_REFUSALS = {
  urlNotAllowed: (): Refused =>
    refuse({
      code: 'hub_url_not_allowed',
      message:
        'The service does not connect to this address: a hub needs a public https address, or one that the operator has allowed.',
      details: [{ path: 'hubUrl', message: 'Must be a public https address.' }],
    }),
  keyRefused: (message = 'The hub refused the key.'): Refused => refuse({ code: 'hub_auth_failed', message }),
  /** The hub does not say whose the key is, and another key of it is in use. */
  keyOfUnknownUser: (): Refused =>
    refuse({
      code: 'hub_auth_failed',
      message:
        'The hub does not say whose this key is, and an account with another key of this hub is active. Disconnect that account first, or use its key.',
    }),
  /** `message` is a sentence that names the missing right. */
  rightMissing: (message: string): Refused => refuse({ code: 'hub_auth_failed', message }),
  codeInvalid: (): Refused =>
    refuse({
      code: 'connect_code_invalid',
      message:
        'The hub does not accept this connect code: it is unknown, used or expired. Let the hub generate a new one.',
    }),
  spaceNotFound: (slug: string): Refused =>
    refuse({
      code: 'space_not_found',
      message: `The hub has no space with the slug "${slug}".`,
      details: [{ path: 'defaultSpaceSlug', message: 'The hub has no space with this slug.' }],
    }),
  notAHub: (name: string, message = `The address does not answer as ${name} does. Check hubUrl and type.`): Refused =>
    refuse({
      code: 'hub_not_supported',
      message,
      details: [{ path: 'hubUrl', message: `Must be the address of a hub that runs ${name}.` }],
    }),
  noConnectCodes: (): Refused =>
    refuse({
      code: 'hub_not_supported',
      message: 'The hub at this address does not offer connect codes. Connect with an API key instead.',
      details: [{ path: 'hubUrl', message: 'This hub does not offer connect codes.' }],
    }),
  /** The hub named a type that no driver of this installation knows. */
  noDriver: (): Refused =>
    refuse({ code: 'hub_not_supported', message: 'This installation cannot publish to hubs of this type.' }),
  usernameMissing: (): Refused => refuseField('username', 'Required with `apiKey` for hubs of this type.'),
  /** One sentence for every failed connection, so that nobody can explore a network by it. */
  unreachable: (): Refused =>
    refuse({ code: 'hub_unreachable', message: 'The hub did not answer. Check its address and that it is online.' }),
  codeMayBeUsed: (): Refused =>
    refuse({
      code: 'hub_unreachable',
      message: 'The hub did not answer, and the connect code may be used up. Generate a new code and try again.',
    }),
  brokenAnswer: (message = 'The hub answered something that cannot be understood. Try again later.'): Refused =>
    refuse({ code: 'hub_error', message }),
  notAHubAccount: (): Refused =>
    refuse({ code: 'invalid_request', message: 'This account is not on a hub: only hub accounts have spaces.' }),
  accountNotActive: (): Refused =>
    refuse({ code: 'account_not_active', message: 'This account is not active. Connect it again.' }),
} as const;
