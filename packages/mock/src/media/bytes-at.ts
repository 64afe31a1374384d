import { isPrivateHost } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';

/**
 * The bytes that are said to be at an address; undefined where nothing is said. Null for what
 * cannot be fetched: a private address, and a name that exists nowhere (RFC 6761, 6.4).
 */
export function bytesAt(
  { remoteFiles, isHostAllowed }: Pick<MockState, 'remoteFiles' | 'isHostAllowed'>,
  url: string,
): Uint8Array<ArrayBuffer> | null | undefined {
  const address = new URL(url);
  const said = remoteFiles.read(url);
  if (said !== undefined) return said;
  const isNowhere = /\.invalid\.?$/.test(address.hostname);
  return isNowhere || (isPrivateHost(address.hostname) && !isHostAllowed(address)) ? null : undefined;
}
