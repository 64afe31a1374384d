import { HUB_REFUSALS, type Refused } from '@fanfare/rules';
import type { HubFailure } from './hub-scripts.ts';

/** The answer when a hub fails. `with` holds the values that the caller connects with. */
export function hubRefusal(
  { code, message }: { readonly code: HubFailure; readonly message: string | undefined },
  { by, name }: { readonly by: 'key' | 'code'; readonly name: string },
): Refused {
  switch (code) {
    case 'hub_url_not_allowed':
      return HUB_REFUSALS.urlNotAllowed();
    case 'hub_auth_failed':
      return message === undefined ? HUB_REFUSALS.keyRefused() : HUB_REFUSALS.rightMissing(message);
    case 'connect_code_invalid':
      return HUB_REFUSALS.codeInvalid();
    case 'hub_not_supported':
      return by === 'code' ? HUB_REFUSALS.noConnectCodes() : HUB_REFUSALS.notAHub(name);
    case 'hub_unreachable':
      return by === 'code' ? HUB_REFUSALS.codeMayBeUsed() : HUB_REFUSALS.unreachable();
    case 'hub_error':
      return HUB_REFUSALS.brokenAnswer();
  }
}
