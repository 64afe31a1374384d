/** Where a file of the repository is shown. */
export const SOURCE_URL = 'https://github.com/fanfare-dev/fanfare/blob/main';
