import type { Usage } from '@fanfare/sdk';
import { shortDate } from './times.ts';

/** The remaining units of the plan; nothing on a plan without a limit. */
export function UsageMeter({ usage: { included, remaining, periodEnd } }: { readonly usage: Usage }) {
  if (included === null || remaining === null) return null;
  return (
    <label className="usage">
      {remaining} of {included} units left until {shortDate(periodEnd)}
      <meter min={0} max={included} low={included / 10} value={remaining} />
    </label>
  );
}
