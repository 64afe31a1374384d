import type { UnknownEvent, WebhookEvent } from '@fanfare/sdk/webhooks';
import type { Store } from './store.ts';

/** Writes what an event says into the app's book, once, however often it is delivered. */
export function handleEvent(store: Store, event: WebhookEvent | UnknownEvent): 'done' | 'known' {
  return store.once(event, () => {
    switch (event.type) {
      case 'target.published': {
        const { post, target } = event.data;
        return store.write({
          event: event.id,
          key: post.idempotencyKey,
          platform: target.platform,
          result: `live at ${target.url}`,
        });
      }
      case 'target.failed': {
        const { post, target } = event.data;
        // After outcome_unknown the post may be live: somebody has to look before it is sent again.
        const result =
          target.errorDetail?.code === 'outcome_unknown'
            ? 'look at the account'
            : `failed: ${target.errorDetail?.code}`;
        return store.write({ event: event.id, key: post.idempotencyKey, platform: target.platform, result });
      }
      case 'account.expired':
        return store.write({
          event: event.id,
          key: event.data.account.id,
          platform: event.data.account.platform,
          result: 'connect it again',
        });
      default:
      // The app needs no other types. It has subscribed to none, and newer ones may come.
    }
  });
}
