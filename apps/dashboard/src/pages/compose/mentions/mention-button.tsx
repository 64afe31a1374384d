import type { Account } from '@fanfare/sdk';
import { AtSign } from 'lucide-react';
import { useState } from 'react';
import { isPage } from '../../../accounts/names.ts';
import { networkName } from '../../../icons/network-mark.tsx';
import { Button } from '../../../parts/button.tsx';
import { fieldId } from '../field-ids.ts';
import type { Words } from '../form.ts';
import { begunName, insertMention } from './insert-mention.ts';
import { MentionDialog } from './mention-dialog.tsx';

type Props = {
  readonly scope: string;
  readonly words: Words;
  /** Networks that get these words. */
  readonly platforms: readonly string[];
  /** The account that looks. */
  readonly account: Account;
  readonly onChange: (words: Words) => void;
};

/** Networks that find whom a post can mention. */
export const FINDING_MENTIONS: ReadonlySet<string> = new Set(['linkedin']);

/** The account that finds most: a page, which also finds who follows it, where there is one. */
export function whoFindsMost(accounts: readonly (Account | undefined)[]): Account | undefined {
  const finding = accounts.filter((account) => account !== undefined && FINDING_MENTIONS.has(account.platform));
  return finding.find((account) => account && isPage(account)) ?? finding[0];
}

/**
 * Puts a mention at the cursor of a text. A name begun there as `@name` is looked for and replaced.
 */
export function MentionButton({ scope, words, platforms, account, onChange }: Props) {
  const [begun, setBegun] = useState<string | null>(null);
  const box = () => document.getElementById(fieldId(scope, 'content')) as HTMLTextAreaElement;
  const selected = () => ({ start: box().selectionStart, end: box().selectionEnd });
  const others = [...new Set(platforms)].filter((platform) => !FINDING_MENTIONS.has(platform));
  return (
    <div>
      <Button
        id={fieldId(scope, 'mention')}
        size="small"
        icon={<AtSign aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setBegun(begunName(words.content, selected()))}
      >
        Mention on LinkedIn
      </Button>
      <MentionDialog
        begun={begun}
        accountId={account.id}
        findsPeople={isPage(account)}
        note={
          others.length > 0
            ? `${others.map(networkName).join(', ')} will show a mention as it is written in the text. Customise the text for LinkedIn first to mention there alone.`
            : null
        }
        // The field of the dialog has the focus before the dialog looks what had it.
        focusAfter={(hasChosen) => (hasChosen ? box() : document.getElementById(fieldId(scope, 'mention')))}
        onClose={() => setBegun(null)}
        onChoose={(mention) => {
          const { text, cursor } = insertMention(words.content, selected(), mention.text);
          onChange({ ...words, content: text });
          // The box has the new text by then.
          requestAnimationFrame(() => box().setSelectionRange(cursor, cursor));
        }}
      />
    </div>
  );
}
