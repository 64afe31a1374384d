import type { Draft } from '@fanfare/app-contract';

/** The maker of a draft in words: `Writing assistant (API key)`. */
export const makerOf = ({ type, name }: Draft['createdBy']): string =>
  type === 'key' ? `${name ?? 'A key that is gone'} (API key)` : (name ?? 'Somebody who has left');
