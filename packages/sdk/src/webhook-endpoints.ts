import { AnswerPromise } from './answer-promise.ts';
import { ListPromise } from './list-promise.ts';
import type { RequestOptions } from './options.ts';
import { path } from './path.ts';
import type { Send } from './transport.ts';
import type {
  CreateWebhookRequest,
  ListWebhookDeliveriesParams,
  ReplayRequest,
  RotateSecretRequest,
  UpdateWebhookRequest,
  Webhook,
  WebhookAnswer,
  WebhookCreated,
  WebhookDeleted,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookReplayed,
  WebhookSecretRotated,
  WebhookTested,
  WebhookUpdated,
} from './types.gen.ts';

/** Addresses that receive events, and their deliveries. `@fanfare/sdk/webhooks` verifies events. */
export class Webhooks {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Registers an address that receives events, up to 20 a project. `secret` is returned only here:
   * store it. Without filters it receives every event. Not retried after a lost answer, because the
   * secret would be lost with it: look with `list`.
   *
   * Throws `WebhookUrlNotAllowedError` for an address that is not public or not https, and
   * `WebhookLimitReachedError`.
   *
   * @example
   * const { webhook, secret } = await fanfare.webhooks.create({
   *   url: 'https://app.example.com/hooks/fanfare',
   *   events: ['target.published', 'target.failed'],
   * });
   * console.log(webhook.enabled, secret.startsWith('whsec_')); // true true
   */
  create(request: CreateWebhookRequest, options?: RequestOptions): AnswerPromise<WebhookCreated> {
    return new AnswerPromise(this.#send({ method: 'POST', path: '/webhooks', body: request, options, onlyOnce: true }));
  }

  /**
   * Webhooks of the project, oldest first, all on one page.
   *
   * @example
   * for await (const { url, enabled } of fanfare.webhooks.list()) console.log(url, enabled); // https://… true
   */
  list(options?: RequestOptions): ListPromise<Webhook, WebhookList> {
    return new ListPromise<Webhook, WebhookList>(this.#send({ method: 'GET', path: '/webhooks', options }), {
      itemsOf: ({ webhooks }) => webhooks,
      next: () => null,
    });
  }

  /**
   * One webhook, without its secret.
   *
   * @example
   * const { webhook: found } = await fanfare.webhooks.get(webhook.id);
   * console.log(found.disabledReason); // null
   */
  get(id: string, options?: RequestOptions): AnswerPromise<WebhookAnswer> {
    return new AnswerPromise(this.#send({ method: 'GET', path: path`/webhooks/${id}`, options }));
  }

  /**
   * Changes what you send and nothing else; an empty list or text removes a filter or the note.
   * When you enable it again, `missed` is the number of deliveries that a replay with `status:
   * 'missed'` sends.
   *
   * Throws `WebhookUrlNotAllowedError` like `create`.
   *
   * @example
   * const { webhook: changed, missed } = await fanfare.webhooks.update(webhook.id, { description: 'Staging', events: [] });
   * console.log(changed.description, missed); // Staging 0
   */
  update(id: string, request: UpdateWebhookRequest, options?: RequestOptions): AnswerPromise<WebhookUpdated> {
    return new AnswerPromise(this.#send({ method: 'PATCH', path: path`/webhooks/${id}`, body: request, options }));
  }

  /**
   * Deletes the webhook with its secret and its deliveries; nothing is sent to it any more. Throws
   * `NotFoundError` when it no longer exists.
   *
   * @example
   * const { deleted } = await fanfare.webhooks.delete(webhook.id);
   * console.log(deleted); // true
   */
  delete(id: string, options?: RequestOptions): AnswerPromise<WebhookDeleted> {
    return new AnswerPromise(this.#send({ method: 'DELETE', path: path`/webhooks/${id}`, options }));
  }

  /**
   * Makes a new secret, returned only here. For `overlapSeconds` (0 to 86,400; 24 hours by default)
   * the old one signs as well, so that you can change the receiver at any moment. Not retried after
   * a lost answer: rotate again with `overlapSeconds: 0`.
   *
   * Throws `RotationInProgressError` while an earlier secret still signs, unless `overlapSeconds`
   * is 0.
   *
   * @example
   * const rotated = await fanfare.webhooks.rotateSecret(webhook.id, { overlapSeconds: 0 });
   * console.log(rotated.secret !== secret, rotated.previousSecretExpiresAt); // true null
   */
  rotateSecret(
    id: string,
    request?: RotateSecretRequest,
    options?: RequestOptions,
  ): AnswerPromise<WebhookSecretRotated> {
    return new AnswerPromise(
      this.#send({ method: 'POST', path: path`/webhooks/${id}/rotate-secret`, body: request, options, onlyOnce: true }),
    );
  }

  /**
   * Sends a `webhook.test` event now, also to a disabled webhook, and returns what it answered,
   * within about 15 seconds. A webhook that does not answer is no error: read `delivered`.
   *
   * @example
   * const { delivered, error } = await fanfare.webhooks.test(webhook.id);
   * console.log(delivered, error !== null); // false true
   */
  test(id: string, options?: RequestOptions): AnswerPromise<WebhookTested> {
    return new AnswerPromise(this.#send({ method: 'POST', path: path`/webhooks/${id}/test`, options }));
  }

  /**
   * Deliveries of the last 30 days with every attempt, newest first: `await` gives the first page,
   * `for await` every delivery.
   *
   * @example
   * for await (const { eventType, attempts } of fanfare.webhooks.deliveries(webhook.id, { status: 'failed' }))
   *   console.log(eventType, attempts.at(-1)?.error);
   */
  deliveries(
    id: string,
    params: ListWebhookDeliveriesParams = {},
    options?: RequestOptions,
  ): ListPromise<WebhookDelivery, WebhookDeliveryList> {
    const ask = (query: ListWebhookDeliveriesParams) =>
      this.#send<WebhookDeliveryList>({ method: 'GET', path: path`/webhooks/${id}/deliveries`, query, options });
    return new ListPromise(ask(params), {
      itemsOf: ({ deliveries }) => deliveries,
      next: ({ nextCursor }) => (nextCursor === null ? null : ask({ ...params, cursor: nextCursor })),
    });
  }

  /**
   * Sends deliveries of this webhook again, with the same event id and body: those of 1 to 25
   * events, or those of a range of time. Without `status` a range takes what is failed or missed.
   * Not retried after a lost answer.
   *
   * Throws `WebhookDisabledError` while the webhook is disabled, and `InvalidRequestError` for an
   * event that this webhook has no delivery of.
   *
   * @example
   * const { replayed } = await fanfare.webhooks.replay(webhook.id, { since: new Date(Date.now() - 86_400_000) });
   * console.log(replayed); // 0
   */
  replay(id: string, request: ReplayRequest, options?: RequestOptions): AnswerPromise<WebhookReplayed> {
    return new AnswerPromise(
      this.#send({ method: 'POST', path: path`/webhooks/${id}/replay`, body: request, options, onlyOnce: true }),
    );
  }
}
