import type { Account, OAuthPlatform } from '@fanfare/sdk';
import { CONNECTABLE, NetworkMark, networkName } from './networks.tsx';

type Props = {
  readonly accounts: readonly Account[];
  readonly chosen: readonly string[];
  /** Accounts whose network would refuse the current post. */
  readonly refused: readonly string[];
  readonly onChoose: (accountIds: readonly string[]) => void;
  readonly onConnect: (platform: OAuthPlatform) => void;
};

/** The accounts to publish to; an expired one offers to reconnect. */
export function AccountChips({ accounts, chosen, refused, onChoose, onConnect }: Props) {
  const toggle = (id: string): void =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset className="chips">
      <legend>{accounts.length === 0 ? 'No account is connected yet' : 'Publish to'}</legend>
      {accounts.map(({ id, platform, username, status }) =>
        status === 'active' ? (
          <label className={`chip ${refused.includes(id) ? 'refused' : ''}`} key={id}>
            <input
              type="checkbox"
              aria-label={`${networkName(platform)}, ${username}`}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
            <NetworkMark platform={platform} />
            {username}
          </label>
        ) : (
          <span className="chip expired" key={id}>
            <NetworkMark platform={platform} />
            <span>
              <span className="hidden">{networkName(platform)}, </span>
              {username} <small>expired</small>
            </span>
            <ReconnectButton platform={platform} onConnect={onConnect} />
          </span>
        ),
      )}
      <details className="connect">
        <summary className="chip">+ Connect</summary>
        <div>
          {CONNECTABLE.map((platform) => (
            <button type="button" className="plain" key={platform} onClick={() => onConnect(platform)}>
              <NetworkMark platform={platform} />
              {networkName(platform)}
            </button>
          ))}
        </div>
      </details>
    </fieldset>
  );
}

/** Opens the network's own page; the account keeps its id and its posts. */
export function ReconnectButton({
  platform,
  onConnect,
}: {
  readonly platform: Account['platform'];
  readonly onConnect: Props['onConnect'];
}) {
  const network = CONNECTABLE.find((name) => name === platform);
  if (!network) return null;
  return (
    <button
      type="button"
      className="small"
      aria-label={`Reconnect ${networkName(network)}`}
      onClick={() => onConnect(network)}
    >
      Reconnect
    </button>
  );
}
