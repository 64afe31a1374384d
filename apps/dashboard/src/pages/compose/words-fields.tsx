import type { Account } from '@fanfare/sdk';
import { networkName } from '../../icons/network-mark.tsx';
import { ChainField } from './chain/chain-field.tsx';
import { FurtherComments } from './chain/further-comments.tsx';
import { fieldId } from './field-ids.ts';
import type { Words } from './form.ts';
import { MediaField } from './media-field.tsx';
import { MentionButton } from './mentions/mention-button.tsx';
import { rulesOf } from './network-rules.ts';
import { WordsBox } from './words-box.tsx';
import styles from './words-fields.module.css';

type Props = {
  /** `post`, or the account whose own words they are. */
  readonly scope: string;
  readonly words: Words;
  /** Networks that get these words. */
  readonly platforms: readonly string[];
  readonly needsMedia?: boolean;
  /** The account that looks up whom the text can mention. */
  readonly mentionsFrom?: Account | undefined;
  readonly onChange: (words: Words) => void;
};

/** Text, media, the rest of a chain, and comments. */
export function WordsFields({ scope, words, platforms, needsMedia = false, mentionsFrom, onChange }: Props) {
  const { content, media, firstComment } = words;
  const commenting = [...new Set(platforms)].filter((platform) => rulesOf(platform)?.limits.supports.firstComment);
  return (
    <div className={styles.words} data-scope={scope}>
      <WordsBox
        id={fieldId(scope, 'content')}
        label="Text"
        value={content}
        below={
          mentionsFrom !== undefined && (
            <MentionButton {...{ scope, words, platforms, onChange }} account={mentionsFrom} />
          )
        }
        onChange={(value) => onChange({ ...words, content: value })}
      />
      <MediaField
        scope={scope}
        media={media}
        platforms={platforms}
        isNeeded={needsMedia}
        onChange={(next) => onChange({ ...words, media: next })}
      />
      <ChainField scope={scope} words={words} platforms={platforms} onChange={onChange} />
      {(commenting.length > 0 || firstComment !== '') && (
        <WordsBox
          id={fieldId(scope, 'firstComment')}
          label="First comment"
          hint={
            commenting.length > 0
              ? `Written below the post on ${commenting.map(networkName).join(', ')}.`
              : 'None of these networks has first comments: it is left out.'
          }
          isShort
          value={firstComment}
          onChange={(value) => onChange({ ...words, firstComment: value })}
        />
      )}
      <FurtherComments scope={scope} words={words} platforms={platforms} onChange={onChange} />
    </div>
  );
}
