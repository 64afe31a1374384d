import { NetworkError } from '@fanfare/network';
import { HUB_REFUSALS } from '@fanfare/rules';

/** The error of a target that goes to a space which its hub does not have. */
export const spaceNotFound = (slug: string): NetworkError =>
  new NetworkError({
    code: 'space_not_found',
    outcome: 'not_sent',
    message: HUB_REFUSALS.spaceNotFound(slug).refusal.message,
  });
