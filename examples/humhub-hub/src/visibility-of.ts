import type { HubPost } from '@fanfare/hub';
import { VISIBILITY } from './wire.ts';

/** The visibility of a post once it is complete. */
export const visibilityOf = ({ options }: HubPost): number => VISIBILITY[options?.humhub?.visibility ?? 'public'];
