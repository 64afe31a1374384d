/**
 * Reason that a hub cannot be started on this machine, with the command that installs what it
 * needs.
 */
export type Missing = { readonly missing: string };
