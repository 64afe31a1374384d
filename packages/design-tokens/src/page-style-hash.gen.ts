/** SHA-256 of `pageStyle()`. Written by `pnpm golden`. */
export const PAGE_STYLE_HASH = '/sBUWdCrVrMei+sOH04/RA+MHe3u9WwO1JMa0FqN9h4=';
