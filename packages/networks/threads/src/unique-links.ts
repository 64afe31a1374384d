import { linksInText } from '@fanfare/rules';

/** Different links of a text: addresses with `http(s)://` and those that start with `www.`. */
export const uniqueLinks = (text: string): readonly string[] => [...new Set(linksInText(text))];
