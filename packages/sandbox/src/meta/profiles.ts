import type { ProfileView } from '../simulator.ts';

/** A person on Instagram or Threads. */
export type MetaProfile = {
  readonly username: string;
  readonly name: string;
  /** App-scoped id: `/me.id`, and the number in the code exchange. */
  readonly scopedId: string;
  /** The id in paths: professional account (17841…) on Instagram, `scopedId` on Threads. */
  readonly accountId: string;
  /** `BUSINESS`, `MEDIA_CREATOR` or `PERSONAL` on Instagram, `PROFILE` on Threads. */
  readonly kind: string;
};

export type Profiles = {
  add(profile: MetaProfile): void;
  all(): readonly MetaProfile[];
  byUsername(username: string): MetaProfile | undefined;
  byAccountId(accountId: string): MetaProfile | undefined;
  /** Finds a person by the value of the consent page: id or user name. */
  byIdOrUsername(value: string): MetaProfile | undefined;
  clear(): void;
};

export function createProfiles(): Profiles {
  const profiles = new Map<string, MetaProfile>();
  function byAccountId(accountId: string): MetaProfile | undefined {
    return [...profiles.values()].find((profile) => profile.accountId === accountId);
  }
  return {
    add(profile) {
      if (profiles.has(profile.username)) throw new Error(`there is a profile named ${profile.username} already`);
      profiles.set(profile.username, profile);
    },
    all: () => [...profiles.values()],
    byUsername: (username) => profiles.get(username),
    byAccountId,
    byIdOrUsername: (value) => profiles.get(value) ?? byAccountId(value),
    clear: () => profiles.clear(),
  };
}

export function viewOfProfile(profile: MetaProfile): ProfileView {
  return { id: profile.accountId, username: profile.username, name: profile.name, kind: profile.kind.toLowerCase() };
}
