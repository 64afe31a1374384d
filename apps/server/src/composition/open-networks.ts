import { type VersionStep, versionsEnding } from '@fanfare/network';
import type { Config } from '../config/config.ts';
import { type Networks, networksFromEnvironment } from '../config/networks.ts';
import type { Logger } from '../process/log/log.ts';
import type { ServerOptions } from './server-options.ts';

/** Days before the end of an API version from which the log warns, at each start and daily. */
const VERSION_WARNING_DAYS = 60;

/** Opens the networks. `onStep` runs when a network has ended an API version. */
export function openNetworks(
  config: Config,
  { log, networks, addNetworks, addHubDrivers }: ServerOptions,
  onStep: (step: VersionStep) => void,
): Networks {
  if (networks) return networks;
  const onVersionStep = (step: VersionStep): void => {
    onStep(step);
    if (step.to === null) log.error(step, 'a network has ended an API version, and no other is configured');
    else log.warn(step, 'a network has ended an API version; the next one is used from now on');
  };
  const { settings } = config;
  return networksFromEnvironment(config.environment, onVersionStep, {
    networks: addNetworks?.({ settings, onVersionStep }) ?? [],
    hubDrivers: addHubDrivers?.({ settings }) ?? [],
  });
}

/** Logs each configured API version that its network ends soon. */
export function warnOfEndingVersions(networks: Networks, log: Logger, now: number): void {
  for (const ending of versionsEnding(networks.apiVersions ?? [], now, VERSION_WARNING_DAYS))
    log.warn(ending, 'a network ends a configured API version soon');
}
