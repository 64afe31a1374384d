/** The limits of a plan. null means without limit. */
export type Plan = {
  readonly name: string;
  /** Units a calendar month (UTC) includes. */
  readonly includedUnits: number | null;
  /** True: counts units beyond the included ones. False: stops with `quota_exceeded`. */
  readonly overage: boolean;
  /** Connected accounts of a workspace; revoked ones do not count. */
  readonly connectedAccounts: number | null;
  /** Bytes of the hosted files of a project. */
  readonly hostedBytes: number | null;
  /** Hosted files of a project. */
  readonly hostedFiles: number | null;
  /** Projects of a workspace. */
  readonly projects: number | null;
};

const GIB = 1024 ** 3;

/** Every plan there is. `self_hosted` is the default of an instance you run yourself. */
export const PLANS = {
  free: {
    name: 'free',
    includedUnits: 100,
    overage: false,
    connectedAccounts: 5,
    hostedBytes: GIB,
    hostedFiles: 500,
    projects: 1,
  },
  pro: {
    name: 'pro',
    includedUnits: 5_000,
    overage: true,
    connectedAccounts: 50,
    hostedBytes: 100 * GIB,
    hostedFiles: 50_000,
    projects: 5,
  },
  scale: {
    name: 'scale',
    includedUnits: 50_000,
    overage: true,
    connectedAccounts: 1_000,
    hostedBytes: 2_000 * GIB,
    hostedFiles: 1_000_000,
    projects: null,
  },
  self_hosted: {
    name: 'self_hosted',
    includedUnits: null,
    overage: true,
    connectedAccounts: null,
    hostedBytes: null,
    hostedFiles: null,
    projects: null,
  },
} as const satisfies Record<string, Plan>;

/** Name of a plan. */
export type PlanName = keyof typeof PLANS;

export function isPlanName(name: string): name is PlanName {
  return Object.hasOwn(PLANS, name);
}

/** The plan of a project row. An unknown name is a fault of the data, not of the caller. */
export function planOf(name: string): Plan {
  if (!isPlanName(name)) throw new Error(`There is no plan "${name}".`);
  return PLANS[name];
}
