import { LIMITS, STORED_EVENT_TYPES } from '@fanfare/contract';
import { webhookAt } from '@fanfare/rules';
import { checkEach, checkFields, checkFlag, checkText, named, wrong } from '../check-argument.ts';
import type { MockState } from '../mock-state.ts';
import { NETWORKS } from '../network-rules.ts';
import type { SeededWebhook, SeedWebhook } from '../seed-types.ts';
import type { Project } from '../world.ts';
import { createWebhook } from './create-webhook.ts';
import { toWebhook } from './to-webhook.ts';
import type { StoredWebhook } from './webhook-world.ts';

/** 24 to 64 bytes in base64 (Standard Webhooks 1.0.0, checked 2026-11). */
const SECRET = /^whsec_(?=.{32,88}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Adds a webhook at any address. Throws RangeError for wrong values, a copy, or too many. */
export function seedWebhook(
  state: Pick<MockState, 'world' | 'clock' | 'eventIds'>,
  project: Project,
  seed: SeedWebhook,
): SeededWebhook {
  checkFields('seed.webhook(webhook)', seed, {
    url: (what, url) => {
      if (!/^https?:/.test(checkText(what, url)) || !URL.canParse(url)) throw wrong(what, url, 'an http address');
    },
    events: checkEach(named(STORED_EVENT_TYPES)),
    platforms: checkEach(named(NETWORKS)),
    profileId: checkText,
    description: checkText,
    enabled: checkFlag,
    secret: (what, secret) => {
      if (!SECRET.test(secret)) throw new RangeError(`${what} must be whsec_ and 24 to 64 bytes in base64.`);
    },
  });
  const own = [...state.world.webhooks.values()].filter(({ projectId }) => projectId === project.id);
  const { url = freeUrl(own), events = [], platforms = [], ...given } = seed;
  const { profileId = '', description = '', enabled = true, secret } = given;
  const settings = { url, events: [...events], platforms: [...platforms], profileId, description, enabled };
  const same = webhookAt(own, url);
  if (same) throw new RangeError(`The webhook ${same.id} of the project has this address already.`);
  const most = LIMITS.webhooksPerProject.value;
  if (own.length >= most) throw new RangeError(`The project has ${most} webhooks, which is as many as it can have.`);
  const webhook = createWebhook(state, project, settings, secret);
  return { webhook: toWebhook(webhook, state.clock.now()), secret: webhook.secret };
}

/** The usual address, or the first one with a number that no webhook has. */
function freeUrl(own: readonly StoredWebhook[]): string {
  for (let n = 1; ; n++) {
    const url = `https://app.example.com/hooks${n === 1 ? '' : `/${n}`}`;
    if (!webhookAt(own, url)) return url;
  }
}
