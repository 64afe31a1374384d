export type Finding = {
  readonly check: Check;
  readonly state: State;
  /** Found facts, without secrets. */
  readonly message: string;
  /** Action against a problem or a warning. */
  readonly fix?: string;
};

export type Check =
  | 'configuration'
  | 'database'
  | 'schema'
  | 'connections'
  | 'durability'
  | 'standby'
  | 'hosts'
  | 'keys'
  | 'clock'
  | 'jobs'
  | 'moves'
  | 'networks'
  | 'address'
  | 'oauth'
  | 'mail'
  | 'egress'
  | 'disk'
  | 'files'
  | 'conversion';

/** `warning`: it works, but probably not as intended. `skipped`: not checked. */
type State = 'ok' | 'warning' | 'problem' | 'skipped';

export const ok = (check: Check, message: string): Finding => ({ check, state: 'ok', message });
export const skipped = (check: Check, message: string): Finding => ({ check, state: 'skipped', message });
export const warning = (check: Check, message: string, fix: string): Finding => ({
  check,
  state: 'warning',
  message,
  fix,
});
export const problem = (check: Check, message: string, fix: string): Finding => ({
  check,
  state: 'problem',
  message,
  fix,
});
