import type { HubDriver } from '@fanfare/hub';
import { createMicropub } from '@fanfare/hub-micropub';
import { createWordpress } from '@fanfare/hub-wordpress';

/** Drivers that the kit can publish with. */
export const DRIVERS: readonly HubDriver[] = [createWordpress(), createMicropub()];

export const driverOf = (type: string): HubDriver | undefined => DRIVERS.find((driver) => driver.type === type);
