import type { AppRegistration } from '../simulator.ts';
import type { Community } from './content.ts';
import type { XPerson } from './world.ts';

export const defaultApp: AppRegistration = {
  clientId: 'sandbox-x-app',
  clientSecret: 'sandbox-x-secret',
  redirectUris: ['http://127.0.0.1:*', 'http://localhost:*'],
};

export const defaultPeople = (): readonly XPerson[] => [
  {
    id: '1498231077314502656',
    username: 'ada',
    name: 'Ada Park',
    tier: 'None',
    isProtected: false,
    isSuspended: false,
  },
  { id: '2244994945', username: 'ben', name: 'Ben Okafor', tier: 'None', isProtected: false, isSuspended: false },
  {
    id: '1767412809955430400',
    username: 'cleo',
    name: 'Cleo Marin',
    tier: 'Premium',
    isProtected: false,
    isSuspended: false,
  },
];

export const defaultCommunities: readonly Community[] = [
  { id: '1493446837214187523', name: 'Harbour Photographs', memberIds: defaultPeople().map(({ id }) => id) },
  { id: '1506775893582684162', name: 'Roasters', memberIds: [] },
];
