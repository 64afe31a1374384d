import { Secret } from '@fanfare/network';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import { runServer } from '../../src/index.ts';

/** An installation that runs X under a name of its own as well, at the address its settings give. */
await runServer({
  addNetworks({ settings: { BIRD_URL, BIRD_NAME = 'bird' } }) {
    if (BIRD_URL === undefined || !URL.canParse(BIRD_URL))
      throw new RangeError(`BIRD_URL: must be an address, not "${BIRD_URL}".`);
    const x = createX({ ...X_DEFAULTS, apiUrl: BIRD_URL, clientId: 'bird', clientSecret: new Secret('secret') });
    const named = { platform: BIRD_NAME, rules: { ...x.rules, platform: BIRD_NAME, rules: [] } };
    // The name is no platform of the shipped types: this is what an installation without types could do.
    return [{ name: 'Bird', adapter: Object.assign(x, named), configured: true, origins: [BIRD_URL] }];
  },
});
