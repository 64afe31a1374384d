import { LIMITS } from '@fanfare/contract';
import { type Refused, refuse, refuseField } from './refusal.ts';

/** Refusals of calls about webhooks or events; for the service and the mock. */
export const WEBHOOK_REFUSALS = {
  urlNotAllowed: (): Refused =>
    refuse({
      code: 'webhook_url_not_allowed',
      message:
        'The service does not send events to this address: a webhook needs a public https address, or one that the operator has allowed.',
      details: [{ path: 'url', message: 'Must be a public https address.' }],
    }),
  limitReached: (): Refused =>
    refuse({
      code: 'webhook_limit_reached',
      message: `The project has ${LIMITS.webhooksPerProject.value} webhooks, which is as many as it can have.`,
    }),
  /** `id` is of the webhook that has the address. */
  exists: (id: string): Refused =>
    refuse({
      code: 'webhook_exists',
      message: `The webhook ${id} of this project has this address. Change that one, or use another address.`,
      details: [{ path: 'url', message: 'Must be another address than those of the other webhooks.' }],
    }),
  rotationInProgress: (until: Date): Refused =>
    refuse({
      code: 'rotation_in_progress',
      message: `The previous secret signs until ${until.toISOString()}. Wait until then, or send overlapSeconds 0 to end the old secrets at once.`,
    }),
  disabled: (): Refused =>
    refuse({ code: 'webhook_disabled', message: 'This webhook is disabled. Enable it first, then replay.' }),
  /** `at` is the index in `eventIds`. Also for other projects, and events no longer kept. */
  noDelivery: (at: number): Refused =>
    refuseField(`eventIds[${at}]`, 'There is no delivery of such an event to this webhook.'),
  noSuchCursor: (): Refused =>
    refuseField('cursor', 'This is not a cursor of this list. Send the nextCursor of the previous page, unchanged.'),
  tooManyStreams: (): Refused =>
    refuse({
      code: 'rate_limited',
      message: 'This key has as many event streams open as it may have. Close one of them.',
      headers: { 'Retry-After': '5' },
    }),
  noSuchPlace: (): Refused =>
    refuseField(
      'after',
      'This is neither a nextCursor nor the id of an event that is kept. Leave `after` out to read from the oldest event that is kept.',
    ),
} as const;
