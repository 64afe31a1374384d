import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';

const SHOWN_MS = 2_000;

/** Copies a text, and says so for two seconds. Without `words` it is an icon. */
export function CopyButton({
  text,
  label,
  words,
}: {
  readonly text: string;
  /** For screen readers: “Copy request id”. */
  readonly label: string;
  readonly words?: string;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      size="small"
      kind={words === undefined ? 'quiet' : 'secondary'}
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      aria-label={copied ? 'Copied' : label}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {words && (copied ? 'Copied' : words)}
    </Button>
  );
}
