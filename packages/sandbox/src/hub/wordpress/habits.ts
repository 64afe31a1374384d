/** Settings of a WordPress. */
export type Habits = {
  /**
   * A wrong key makes the caller a visitor (`visitor`: 401 `rest_not_logged_in` only where a
   * visitor may not go), or every call answers 401 `incorrect_password` or `invalid_username`
   * (`refused`). Which one depends on whether anything on the site reads the user early.
   */
  wrongKey: 'visitor' | 'refused';
  /** The slug of a draft: unique when written (WordPress 6.1 on), or when published. */
  draftSlugs: 'unique' | 'as-given';
  /** Categories have no `offset` in WordPress 6.1. Some plugins add it. */
  categoryOffset: 'ignored' | 'kept';
  /** Whether visitors may call the REST API: plugins that close a site answer them with 401. */
  needsSignIn: boolean;
  /** The answers with a warning of PHP: none, all, or those to writes. */
  prints: 'nothing' | 'everywhere' | 'writes';
  /** Comments of everybody wait for a moderator. */
  moderation: boolean;
};

export function defaultHabits(): Habits {
  return {
    wrongKey: 'visitor',
    draftSlugs: 'unique',
    categoryOffset: 'ignored',
    needsSignIn: false,
    prints: 'nothing',
    moderation: false,
  };
}
