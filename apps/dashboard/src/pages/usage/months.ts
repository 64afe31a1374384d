const SHOWN = 12;
const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The current month and earlier ones in UTC: `{ value: '2026-11', label: 'November 2026' }`. */
export function lastMonths(now: Date): readonly { readonly value: string; readonly label: string }[] {
  return Array.from({ length: SHOWN }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return { value: first.toISOString().slice(0, 7), label: name.format(first) };
  });
}
