import type { AccountCall, Http, NetworkAdapter, PublicWrite } from '@fanfare/network';
import type { Networks } from '../../src/config/networks.ts';
import { openWrite } from '../../src/writes/open-write.ts';
import { type SealedAdapter, sealAdapter } from '../../src/writes/seal-adapter.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** Wraps an adapter for a test. */
export type AdapterWrap = (adapter: NetworkAdapter) => NetworkAdapter;

/** The networks, with each adapter wrapped once. */
export function wrapNetworks(networks: Networks, wrap: AdapterWrap): Networks {
  const wrapped = new Map<string, SealedAdapter>();
  return {
    ...networks,
    adapterOf(platform) {
      const adapter = networks.adapterOf(platform);
      if (!adapter) return undefined;
      const known = wrapped.get(platform) ?? sealAdapter(wrap(openAdapter(adapter)));
      wrapped.set(platform, known);
      return known;
    },
  };
}

const openAdapter = ({ publish, comment, repost, unpublish, ...adapter }: SealedAdapter): NetworkAdapter => ({
  ...adapter,
  publish: openWrite(publish),
  ...(comment && { comment: openWrite(comment) }),
  ...(repost && { repost: openWrite(repost) }),
  ...(unpublish && { unpublish: openWrite(unpublish) }),
});

/**
 * Divides the timeout of every publish call, so that a run meets timeouts in seconds instead of
 * minutes.
 */
export function withShortTimeouts(timeScale: number): AdapterWrap {
  const scaleTimeouts = (http: Http): Http => {
    return (call) => http({ ...call, timeoutMs: (call.timeoutMs ?? DEFAULT_TIMEOUT_MS) / timeScale });
  };
  const scaled = <AnyCall extends AccountCall>(call: AnyCall): AnyCall => ({ ...call, http: scaleTimeouts(call.http) });
  const scaleWrite = <Input>(write: PublicWrite<Input>): PublicWrite<Input> => ({
    ...write,
    prepare: (call, input) => write.prepare(scaled(call), input),
    send: (call, prepared) => write.send(scaled(call), prepared),
    reconcile: (call, attempt) => write.reconcile(scaled(call), attempt),
  });
  return (adapter) => {
    const { publish, comment, unpublish, permalink } = adapter;
    return {
      ...adapter,
      publish: scaleWrite(publish),
      ...(comment && { comment: scaleWrite(comment) }),
      ...(unpublish && { unpublish: scaleWrite(unpublish) }),
      ...(permalink && { permalink: (call, id) => permalink(scaled(call), id) }),
    };
  };
}
