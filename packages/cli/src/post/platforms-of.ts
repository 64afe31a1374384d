import type { Fanfare, PlatformCapabilities } from '@fanfare/sdk';

/** Reads what the platforms of the service offer. */
export async function platformsOf(fanfare: Fanfare, signal: AbortSignal): Promise<readonly PlatformCapabilities[]> {
  return (await fanfare.platforms.list({ signal })).platforms;
}
