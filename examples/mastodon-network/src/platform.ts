// A name of our own beside the spec's platforms, and a way of counting that no other network has.
declare module '@fanfare/contract' {
  interface PlatformNames {
    mastodon: 'oauth';
  }
  interface TextCounts {
    mastodon: true;
  }
}

export const PLATFORM = 'mastodon';
