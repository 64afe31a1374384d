const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** Whether a text is the one that was sent: line ends and outer blanks may differ. */
export const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);
