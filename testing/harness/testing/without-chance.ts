/** Output with values of equal length for what differs from run to run, in its columns. */
export function withoutChance(output: string): string {
  return (
    output
      .replace(/(?<=127\.0\.0\.1:)\d+/g, '4600')
      .replace(/\b(acc|med|post|req|tgt)_[0-9a-z]{26}\b/g, (_, kind: string) => `${kind}_${'0'.repeat(26)}`)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '00000000-0000-0000-0000-000000000000')
      .replace(/(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g, '2026-00-00')
      .replace(/(?<!\d)\d\d:\d\d:\d\d(\.\d{3})?(?!\d)/g, (time) => time.replace(/\d/g, '0'))
      // In a sentence, then in a column.
      .replace(/(?<=\bin )\d+\.\d(?= s\b)/g, '0.0')
      .replace(/[ \d]\d\.\d(?= s\b)/g, ' 0.0')
      .replace(/(?<=[Bb]atch )[0-9A-F]{4}/g, '0000')
      .replace(/(?<=\/m\/)[0-9a-f]{32}/g, '0'.repeat(32))
      // Ids of networks, in addresses.
      .replace(/(?<=\/(?:p|post)\/)D[\w-]{10}/g, 'D'.padEnd(11, '0'))
      .replace(/\d{17,}/g, (digits) => '0'.repeat(digits.length))
  );
}

/** The same without addresses, for another implementation. */
export const withoutAddresses = (output: string): string =>
  withoutChance(output).replace(/https?:\/\/\S+/g, 'http://…');
