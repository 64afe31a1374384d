import type { PlatformCapabilities } from '@fanfare/sdk';
import { usePlatforms } from '../../accounts/queries.ts';
import { OutsideLink } from '../../frame/outside-link.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { NETWORKS, NetworkMark, networkName } from '../../icons/network-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { useCurrent } from '../../session/current.ts';
import styles from './network-list.module.css';

type Props = {
  /** The network that the browser is about to leave for. */
  readonly leavingFor: string | null;
  readonly onConnect: (platform: string) => void;
  readonly onConnectHub: () => void;
};

/** Every network, with a button, or how to get credentials where there are none. */
export function NetworkList({ leavingFor, onConnect, onConnectHub }: Props) {
  const { docsUrl } = useCurrent().session.installation;
  const { data, error, refetch } = usePlatforms();
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting rows={NETWORKS.length} />;
  return (
    <ul className={styles.list} aria-label="Networks">
      {data.map(({ platform, configured }) => (
        <li key={platform} className={styles.network}>
          <NetworkMark network={platform} named />
          <div className={styles.words}>
            <p className={styles.name}>{networkName(platform)}</p>
            <p className={styles.what}>
              {configured ? (WHAT[platform] ?? 'A network of this installation.') : <NotSetUp platform={platform} />}
            </p>
          </div>
          {configured ? (
            <Button
              size="small"
              aria-label={`Connect ${networkName(platform)}`}
              busy={leavingFor === platform}
              onClick={() => (platform === 'hub' ? onConnectHub() : onConnect(platform))}
            >
              Connect
            </Button>
          ) : (
            HAS_GUIDE.includes(platform) && (
              <OutsideLink href={`${docsUrl}/networks/${platform}`}>How to set up</OutsideLink>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

const WHAT: Readonly<Record<string, string>> = {
  instagram: 'Professional accounts: Business or Creator.',
  threads: 'Every profile.',
  x: 'Every account.',
  linkedin: 'A person, and the pages that they manage.',
  hub: 'WordPress, or software that speaks Micropub.',
};

const HAS_GUIDE: readonly PlatformCapabilities['platform'][] = ['instagram', 'threads', 'x', 'linkedin'];
function NotSetUp({ platform }: { readonly platform: string }) {
  return (
    <>
      Not set up here. The operator sets <code>{platform.toUpperCase()}_CLIENT_ID</code>.
    </>
  );
}
