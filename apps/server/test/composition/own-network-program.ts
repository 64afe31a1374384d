import { Secret } from '@fanfare/network';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import { runServer } from '../../src/index.ts';

/** An installation that runs X under another name as well, at the address in its settings. */
await runServer({
  addNetworks({ settings: { BIRD_URL, BIRD_NAME = 'bird' } }) {
    if (BIRD_URL === undefined || !URL.canParse(BIRD_URL))
      throw new RangeError(`BIRD_URL: must be an address, not "${BIRD_URL}".`);
    const x = createX({ ...X_DEFAULTS, apiUrl: BIRD_URL, clientId: 'bird', clientSecret: new Secret('secret') });
    const named = { platform: BIRD_NAME, rules: { ...x.rules, platform: BIRD_NAME, rules: [], files: [] } };
    // The name is not a platform of the shipped types; an installation without types could do the
    // same.
    return [{ name: 'Bird', adapter: Object.assign(x, named), configured: true, origins: [BIRD_URL] }];
  },
});
