import { AnswerPromise } from './answer-promise.ts';
import { ListPromise } from './list-promise.ts';
import type { RequestOptions } from './options.ts';
import { path } from './path.ts';
import type { Send } from './transport.ts';
import type {
  Account,
  AccountAnswer,
  AccountDeleted,
  AccountList,
  ConnectHubRequest,
  ConnectRequest,
  ConnectStarted,
  FindMentionsParams,
  ListAccountsParams,
  ListSpacesParams,
  MentionList,
  Space,
  SpaceList,
} from './types.gen.ts';

/** Connected social accounts. */
export class Accounts {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Starts the hosted connect flow: send the user to `authUrl`, which is valid for 10 minutes and
   * works once. Afterwards the user comes back to `redirectUrl`; `connect.parseRedirect` reads the
   * outcome. Not retried after a lost answer.
   *
   * @example
   * const { authUrl } = await fanfare.accounts.connect({
   *   platform: 'instagram',
   *   profileId: 'customer-17',
   *   redirectUrl: 'https://app.example.com/connected',
   * });
   * console.log(new URL(authUrl).pathname); // /connect/…
   */
  connect(request: ConnectRequest, options?: RequestOptions): AnswerPromise<ConnectStarted> {
    return new AnswerPromise(
      this.#send({ method: 'POST', path: '/accounts/connect', body: request, options, onlyOnce: true }),
    );
  }

  /**
   * Connects an account of a self-hosted hub, with a key of the hub user or with a one-time code.
   * The same hub user again keeps the account and its id. Not retried after a lost answer, because
   * the code may be used up.
   *
   * @example
   * const { account: hub } = await fanfare.accounts.connectHub({ hubUrl, type: 'wordpress', username, apiKey: hubKey });
   * console.log(hub.platform, hub.hub?.type, hub.status); // hub wordpress active
   *
   * try {
   *   await fanfare.accounts.connectHub({ hubUrl, connectCode: 'TCVX-XRPK-KNNF-NLSW' });
   * } catch (error) {
   *   if (error instanceof ConnectCodeInvalidError) console.log('Generate a new code.'); // Generate a new code.
   * }
   */
  connectHub(request: ConnectHubRequest, options?: RequestOptions): AnswerPromise<AccountAnswer> {
    return new AnswerPromise(
      this.#send({ method: 'POST', path: '/accounts/connect-hub', body: request, options, onlyOnce: true }),
    );
  }

  /**
   * Accounts of the project, oldest first, all on one page; revoked ones only with
   * `includeRevoked`.
   *
   * @example
   * const { accounts } = await fanfare.accounts.list({ platform: 'x' });
   * for (const { username, status } of accounts) console.log(username, status); // ada active
   */
  list(params?: ListAccountsParams, options?: RequestOptions): ListPromise<Account, AccountList> {
    return new ListPromise<Account, AccountList>(
      this.#send({ method: 'GET', path: '/accounts', query: params, options }),
      { itemsOf: ({ accounts }) => accounts, next: () => null },
    );
  }

  /**
   * One account, also a revoked one.
   *
   * @example
   * const { account: found } = await fanfare.accounts.get(account.id);
   * console.log(found.platform, found.status); // x active
   */
  get(id: string, options?: RequestOptions): AnswerPromise<AccountAnswer> {
    return new AnswerPromise(this.#send({ method: 'GET', path: path`/accounts/${id}`, options }));
  }

  /**
   * Destroys the account’s credentials and keeps the account as `revoked`. Connecting the same
   * profile again makes it active under the same id.
   *
   * @example
   * const { deleted } = await fanfare.accounts.delete(account.id);
   * console.log(deleted); // true
   */
  delete(id: string, options?: RequestOptions): AnswerPromise<AccountDeleted> {
    return new AnswerPromise(this.#send({ method: 'DELETE', path: path`/accounts/${id}`, options }));
  }

  /**
   * Spaces of a hub account, ordered by name; `for await` reads all pages.
   *
   * @example
   * const [hub] = await fanfare.accounts.list({ platform: 'hub' }).toArray();
   * if (hub) {
   *   for await (const { slug, name } of fanfare.accounts.spaces(hub.id, { q: 'new' })) console.log(slug, name); // news News
   * }
   */
  spaces(id: string, params: ListSpacesParams = {}, options?: RequestOptions): ListPromise<Space, SpaceList> {
    const ask = (query: ListSpacesParams) =>
      this.#send<SpaceList>({ method: 'GET', path: path`/accounts/${id}/spaces`, query, options });
    return new ListPromise(ask(params), {
      itemsOf: ({ spaces }) => spaces,
      next: ({ spaces, offset, total }) => {
        const seen = offset + spaces.length;
        return spaces.length === 0 || seen >= total ? null : ask({ ...params, offset: seen });
      },
    });
  }

  /**
   * Finds who can be mentioned in a post of the account: on LinkedIn an organization, by the name
   * in its address or the whole address, and for the account of a page also people who follow the
   * page, by the beginning of their first or last name, at least 3 letters. Elsewhere the list is
   * empty, and `error` says why.
   *
   * @example
   * const [linkedin] = await fanfare.accounts.list({ platform: 'linkedin' }).toArray();
   * if (linkedin) {
   *   const { mentions } = await fanfare.accounts.mentions(linkedin.id, { q: 'harbour-coffee' });
   *   console.log(mentions[0]?.text); // @[Harbour Coffee](urn:li:organization:90314427)
   * }
   */
  mentions(id: string, params: FindMentionsParams, options?: RequestOptions): AnswerPromise<MentionList> {
    return new AnswerPromise(
      this.#send({ method: 'GET', path: path`/accounts/${id}/mentions`, query: params, options }),
    );
  }
}
