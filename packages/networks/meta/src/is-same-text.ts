const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** Whether a text that a network gives back is the one it was given: line ends and the blanks around it may differ. */
export const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);
