import { THREAD_POSTS } from '@fanfare/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { networkName } from '../../../icons/network-mark.tsx';
import { Button } from '../../../parts/button.tsx';
import { fieldId } from '../field-ids.ts';
import fields from '../fields.module.css';
import { newChainPost, type Words } from '../form.ts';
import { useHasOption } from '../options/use-has-option.ts';
import styles from './chain.module.css';
import { ChainPostFields } from './chain-post-fields.tsx';
import { exchangePosts } from './exchange-posts.ts';

type Props = {
  readonly scope: string;
  readonly words: Words;
  /** Networks that get these words. */
  readonly platforms: readonly string[];
  readonly onChange: (words: Words) => void;
};

const MOST_AFTER_FIRST = THREAD_POSTS.max - 1;

/** The posts of a chain after the first, which is the text above. */
export function ChainField({ scope, words, platforms, onChange }: Props) {
  const hasOption = useHasOption();
  const [said, setSaid] = useState('');
  const { thread } = words;
  const chaining = [...new Set(platforms)].filter((platform) => hasOption(platform, 'thread'));
  if (chaining.length === 0 && thread.length === 0) return null;
  const others = [...new Set(platforms)].filter((platform) => !chaining.includes(platform));
  const focus = (id: string): void => {
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const move = (from: number, to: number): void => {
    onChange(exchangePosts(words, from, to));
    setSaid(`Post ${from + 1} is now post ${to + 1} of ${thread.length + 1}.`);
    focus(fieldId(thread[from - 1]!.key, to < from ? 'up' : 'down'));
  };
  const add = (): void => {
    const post = newChainPost();
    onChange({ ...words, thread: [...thread, post] });
    focus(fieldId(post.key, 'content'));
  };
  return (
    <div className={styles.chain} id={fieldId(scope, 'thread')} tabIndex={-1}>
      {thread.length > 0 && (
        <p className={fields.hint}>
          {chaining.length > 0
            ? `A chain of ${thread.length + 1} posts on ${chaining.map(networkName).join(' and ')}.`
            : 'None of these networks has chains: only the first post is published.'}
          {chaining.length > 0 && others.length > 0 && ` ${others.map(networkName).join(', ')}: the first post only.`}
        </p>
      )}
      {thread.length > 0 && (
        <ol className={styles.posts} aria-label="Posts of the chain after the first">
          {thread.map((post, i) => (
            <ChainPostFields
              key={post.key}
              post={post}
              position={i + 1}
              count={thread.length + 1}
              platforms={chaining}
              onChange={(next) => onChange({ ...words, thread: thread.with(i, next) })}
              onMove={(to) => move(i + 1, to)}
              onRemove={() => {
                onChange({ ...words, thread: thread.filter((one) => one !== post) });
                focus(fieldId(scope, 'add-post'));
              }}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          id={fieldId(scope, 'add-post')}
          size="small"
          icon={<Plus aria-hidden />}
          disabled={thread.length >= MOST_AFTER_FIRST}
          onClick={add}
        >
          {thread.length === 0 ? 'Continue in another post' : 'Add a post'}
        </Button>
      </div>
      {thread.length >= MOST_AFTER_FIRST && (
        <p className={fields.hint}>A chain has at most {THREAD_POSTS.max} posts.</p>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
    </div>
  );
}
