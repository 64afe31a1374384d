import { type Platform, type Webhook, WebhookUrlNotAllowedError } from '@fanfare/sdk';
import { useEffect, useRef } from 'react';
import { describeError, Problem } from '../frame/problem.tsx';
import { NETWORKS, networkName } from '../icons/network-mark.tsx';
import { TextField } from '../parts/field.tsx';
import { Checks, EventsField } from './events-field.tsx';
import styles from './webhook-fields.module.css';

/** The settings of a webhook. */
export type WebhookSettings = Required<
  Pick<Webhook, 'url' | 'description' | 'events' | 'platforms' | 'profileId' | 'enabled'>
>;

export const NEW_WEBHOOK: WebhookSettings = {
  url: '',
  description: '',
  events: [],
  platforms: [],
  profileId: '',
  enabled: true,
};

export const settingsOf = ({
  url,
  description,
  events,
  platforms,
  profileId = '',
  enabled,
}: Webhook): WebhookSettings => ({ url, description, events, platforms, profileId, enabled });

/** The settings as they are sent. */
export const trimmed = (settings: WebhookSettings): WebhookSettings => ({
  ...settings,
  url: settings.url.trim(),
  description: settings.description.trim(),
  profileId: settings.profileId.trim(),
});

type Props = {
  readonly settings: WebhookSettings;
  readonly error: Error | null;
  readonly onChange: (settings: WebhookSettings) => void;
};

/** The settings of a webhook, new or existing. */
export function WebhookFields({ settings, error, onChange }: Props) {
  const change = (changes: Partial<WebhookSettings>): void => onChange({ ...settings, ...changes });
  const { url, description, events, platforms, profileId, enabled } = settings;
  const urlProblem = ofUrl(error);
  const address = useRef<HTMLInputElement>(null);
  // It may be out of sight above the button.
  useEffect(() => {
    if (error !== null && ofUrl(error) !== null) address.current?.focus();
  }, [error]);
  const platformsKnown = [...new Set<string>([...NETWORKS, ...platforms])];
  return (
    <div className={styles.form}>
      <TextField
        ref={address}
        label="Address"
        hint="A public https address. It is called without following redirects."
        type="url"
        placeholder="https://app.example.com/hooks/fanfare"
        autoComplete="off"
        value={url}
        maxLength={2048}
        onChange={(event) => change({ url: event.target.value })}
        error={urlProblem}
      />
      <TextField
        label="Description"
        hint="For you and your team. Optional."
        placeholder="Production"
        autoComplete="off"
        value={description}
        maxLength={500}
        onChange={(event) => change({ description: event.target.value })}
      />
      <EventsField
        label="Events"
        every="Every type, also those that are added later"
        chosen={events}
        onChange={(next) => change({ events: next })}
      />
      <Checks
        label="Networks"
        hint="None chosen means every network."
        options={platformsKnown.map((platform) => ({ value: platform, label: networkName(platform) }))}
        chosen={platforms}
        onChange={(next) => change({ platforms: next as Platform[] })}
      />
      <TextField
        label="Profile id"
        hint="Only events of accounts with this profile id; empty for every account. With one it gets no events of the whole project, such as quota.warning."
        autoComplete="off"
        value={profileId}
        maxLength={255}
        onChange={(event) => change({ profileId: event.target.value })}
      />
      <label className={styles.check}>
        <input type="checkbox" checked={enabled} onChange={(event) => change({ enabled: event.target.checked })} />
        Enabled: it receives events
      </label>
      {error && urlProblem === null && <Problem error={error} />}
    </div>
  );
}

/** The problem with the address, for the line below it. */
function ofUrl(error: Error | null): string | null {
  if (error === null) return null;
  if (error instanceof WebhookUrlNotAllowedError) return describeError(error).message;
  const { details = [] } = error as { details?: readonly { readonly path: string; readonly message: string }[] };
  return details.find(({ path }) => path === 'url')?.message ?? null;
}
