/** Formats a time: `17:52 UTC`. */
export const timeOfDay = (time: Date): string => `${time.toISOString().slice(11, 16)} UTC`;
