import type { AccountCall, Http, NetworkAdapter, PublicWrite } from '@fanfare/network';
import type { Networks } from '../../src/networks.ts';
import { openWrite } from '../../src/writes/open-write.ts';
import { type SealedAdapter, sealAdapter } from '../../src/writes/seal-adapter.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** What a test puts around every adapter. */
export type AdapterWrap = (adapter: NetworkAdapter) => NetworkAdapter;

/** The networks, each adapter wrapped once. */
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

const openAdapter = ({ publish, comment, repost, ...adapter }: SealedAdapter): NetworkAdapter => ({
  ...adapter,
  publish: openWrite(publish),
  ...(comment && { comment: openWrite(comment) }),
  ...(repost && { repost: openWrite(repost) }),
});

/** Every call of a publish has its time-out divided, so that a run meets time-outs as a service does, in seconds instead of minutes. */
export function withShortTimeouts(timeScale: number): AdapterWrap {
  const hurry = (http: Http): Http => {
    return (call) => http({ ...call, timeoutMs: (call.timeoutMs ?? DEFAULT_TIMEOUT_MS) / timeScale });
  };
  const scaled = <AnyCall extends AccountCall>(call: AnyCall): AnyCall => ({ ...call, http: hurry(call.http) });
  const hurried = <Input>(write: PublicWrite<Input>): PublicWrite<Input> => ({
    ...write,
    prepare: (call, input) => write.prepare(scaled(call), input),
    send: (call, prepared) => write.send(scaled(call), prepared),
    reconcile: (call, attempt) => write.reconcile(scaled(call), attempt),
  });
  return (adapter) => {
    const { publish, comment, permalink } = adapter;
    return {
      ...adapter,
      publish: hurried(publish),
      ...(comment && { comment: hurried(comment) }),
      ...(permalink && { permalink: (call, id) => permalink(scaled(call), id) }),
    };
  };
}
