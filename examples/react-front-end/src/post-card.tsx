import type { Account, CreatePostRequest, OAuthPlatform, Post, PostStatus, Target } from '@fanfare/sdk';
import './post-card.css';
import { ReconnectButton } from './account-chips.tsx';
import { NetworkMark, networkName } from './networks.tsx';
import { type NextStep, nextStep } from './next-step.ts';
import { shortTime } from './times.ts';

type Props = {
  readonly post: Post;
  readonly accounts: readonly Account[];
  /** The request that sends failed targets again; null where that makes no sense. */
  readonly retry: CreatePostRequest | null;
  readonly onRetry: (request: CreatePostRequest) => void;
  readonly onEdit: () => void;
  readonly onCancel: () => void;
  readonly onReconnect: (platform: OAuthPlatform) => void;
};

const STATUS: Readonly<Record<PostStatus, string>> = {
  scheduled: 'Scheduled',
  publishing: 'Publishing…',
  published: 'Published',
  partial: 'Partly published',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** One post, its result on every account, and the possible next steps. */
export function PostCard({ post, accounts, retry, onRetry, onEdit, onCancel, onReconnect }: Props) {
  const steps = post.targets.map((target) => nextStep(target, post, accounts));
  const [image] = post.media;
  return (
    <article className="card post" aria-label={post.content || 'A post without text'}>
      <header>
        <span className={`status ${post.status}`}>{STATUS[post.status]}</span>
        <time dateTime={post.publishAt ?? post.createdAt}>{shortTime(post.publishAt ?? post.createdAt)}</time>
      </header>
      <div className="body">
        <p className="text">{post.content}</p>
        {image?.type === 'image' && <img src={image.url} alt="" />}
      </div>
      <ul>
        {post.targets.map((target, at) => (
          <TargetRow
            key={target.id}
            target={target}
            step={steps[at] ?? 'none'}
            isScheduled={post.status === 'scheduled'}
            username={accounts.find(({ id }) => id === target.accountId)?.username ?? 'disconnected'}
            onReconnect={onReconnect}
          />
        ))}
      </ul>
      <div className="actions">
        {retry && (
          <button type="button" className="small" onClick={() => onRetry(retry)}>
            Send again to {retry.platforms.map(({ platform }) => networkName(platform)).join(', ')}
          </button>
        )}
        {steps.includes('edit') && (
          <button type="button" className="small plain" onClick={onEdit}>
            Edit and send again
          </button>
        )}
        {post.status === 'scheduled' && (
          <button type="button" className="small plain" onClick={onCancel}>
            Do not publish
          </button>
        )}
      </div>
    </article>
  );
}

type RowProps = {
  readonly target: Target;
  readonly step: NextStep;
  readonly username: string;
  readonly isScheduled: boolean;
  readonly onReconnect: (platform: OAuthPlatform) => void;
};

function TargetRow({ target, step, username, isScheduled, onReconnect }: RowProps) {
  const { platform, status } = target;
  const mayBeLive = step === 'look';
  return (
    <li className={mayBeLive ? 'unknown' : status}>
      <NetworkMark platform={platform} />
      <span className="who">
        <span className="hidden">{networkName(platform)}, </span>
        {username}
      </span>
      {status === 'pending' && <span className="outcome">{isScheduled ? 'Waiting' : 'Publishing…'}</span>}
      {status === 'published' && (
        <span className="outcome">{target.url === null ? 'Published' : <a href={target.url}>Published</a>}</span>
      )}
      {status === 'failed' && <span className="outcome">{mayBeLive ? 'May be live' : 'Failed'}</span>}
      {status === 'failed' && (
        <span className="why">
          {mayBeLive
            ? `The answer of ${networkName(platform)} was lost. Look there before you post this again.`
            : target.errorDetail.message}
          {step === 'reconnect' && <ReconnectButton platform={platform} onConnect={onReconnect} />}
        </span>
      )}
    </li>
  );
}
