import type { PlatformCapabilities } from '@fanfare/sdk';
import { networkName } from '../../../icons/network-mark.tsx';
import { instagramPreview } from './instagram.tsx';
import { linkedinPreview } from './linkedin.tsx';
import { micropubPreview } from './micropub.tsx';
import type { NetworkPreview, PreviewProps } from './network-preview.ts';
import { OtherOptions } from './parts/other-options.tsx';
import { plainPreview } from './plain.tsx';
import styles from './preview.module.css';
import { threadsPreview } from './threads.tsx';
import { wordpressPreview } from './wordpress.tsx';
import { xPreview } from './x.tsx';

/**
 * By network, hubs by their kind. Networks and hubs of an installation are shown as plain posts.
 */
const PREVIEWS: Readonly<Record<string, NetworkPreview>> = {
  instagram: instagramPreview,
  threads: threadsPreview,
  x: xPreview,
  linkedin: linkedinPreview,
  wordpress: wordpressPreview,
  micropub: micropubPreview,
};

type Props = PreviewProps & {
  /** The server's description of the network; absent while it is read. */
  readonly platform: PlatformCapabilities | undefined;
};

/**
 * The post as its network shows it, the options that the picture does not show, and the warnings.
 */
export function Preview({ platform, ...props }: Props) {
  const { composed, account } = props;
  const { View, draws } = PREVIEWS[account?.hub?.type ?? composed.target.platform] ?? plainPreview;
  return (
    <div className={styles.preview}>
      <View {...props} />
      <OtherOptions options={{ ...composed.options }} draws={draws} schema={platform?.options} />
      {composed.warnings.length > 0 && (
        <ul
          className={styles.warnings}
          aria-label={`Warnings about the post on ${networkName(composed.target.platform)}`}
        >
          {composed.warnings.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
