/** The address of the files of the repository. */
export const SOURCE_URL = 'https://github.com/fanfare-dev/fanfare/blob/main';
