import type { Account, ConnectHubRequest } from '@fanfare/sdk';

/** The fields of the form of a hub. */
export type HubForm = {
  readonly by: 'code' | 'key';
  readonly hubUrl: string;
  readonly connectCode: string;
  readonly type: 'wordpress' | 'micropub';
  readonly username: string;
  readonly apiKey: string;
  readonly defaultSpaceSlug: string;
  readonly profileId: string;
};

export const SOFTWARE: readonly { readonly value: HubForm['type']; readonly label: string; readonly hint: string }[] = [
  { value: 'wordpress', label: 'WordPress', hint: 'An application password: Users → Profile → Application Passwords.' },
  { value: 'micropub', label: 'Micropub', hint: 'An access token with the scopes create and media.' },
];

/** Empty, or with what is known of an account that is connected again. */
export function emptyHubForm(account?: Account): HubForm {
  const { hub } = account ?? {};
  return {
    by: 'code',
    hubUrl: hub?.url ?? '',
    connectCode: '',
    type: hub?.type === 'micropub' ? 'micropub' : 'wordpress',
    username: hub?.type === 'wordpress' ? (account?.username ?? '') : '',
    apiKey: '',
    defaultSpaceSlug: hub?.defaultSpaceSlug ?? '',
    profileId: '',
  };
}

export const needsUsername = ({ by, type }: HubForm): boolean => by === 'key' && type === 'wordpress';

export function isComplete(form: HubForm): boolean {
  const key = form.by === 'code' ? form.connectCode : form.apiKey;
  const isNamed = !needsUsername(form) || form.username.trim() !== '';
  return form.hubUrl.trim() !== '' && key.trim() !== '' && isNamed;
}

export function toHubRequest(form: HubForm): ConnectHubRequest {
  const [hubUrl, defaultSpaceSlug, profileId] = [form.hubUrl, form.defaultSpaceSlug, form.profileId].map((text) =>
    text.trim(),
  );
  return {
    hubUrl: withScheme(hubUrl ?? ''),
    ...(form.by === 'code'
      ? { connectCode: form.connectCode.trim() }
      : {
          apiKey: form.apiKey.trim(),
          type: form.type,
          ...(needsUsername(form) && { username: form.username.trim() }),
        }),
    ...(defaultSpaceSlug && { defaultSpaceSlug }),
    ...(profileId && { profileId }),
  };
}

/** People leave it out. */
const withScheme = (url: string): string => (/^\w+:\/\//.test(url) ? url : `https://${url}`);

/** Returns the messages of the server about single fields, by their names. */
export function fieldErrors(error: unknown): Partial<Record<keyof HubForm, string>> {
  const { details = [] } = (error ?? {}) as { details?: readonly { path?: unknown; message?: unknown }[] };
  return Object.fromEntries(details.map(({ path, message }) => [String(path), String(message)]));
}

const FIELDS = ['hubUrl', 'connectCode', 'username', 'apiKey', 'defaultSpaceSlug', 'profileId'];

/** Whether each of them stands at a field. */
export function isShownAtFields(errors: object): boolean {
  const paths = Object.keys(errors);
  return paths.length > 0 && paths.every((path) => FIELDS.includes(path));
}
