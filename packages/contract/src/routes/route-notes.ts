import type { AppRoute } from '@ts-rest/core';
import type { z } from 'zod';
import type { BytesSchema } from '../bytes-body.ts';
import type { ErrorBodySchema } from '../errors.ts';
import type { Example } from '../example.ts';
import type { NoFieldsSchema } from '../request-object.ts';
import type { ResponseHeaderName } from '../response-headers.ts';

/** Sections of the API description, in reading order. */
export const TAGS = {
  Accounts: 'Connected social accounts and the flow that connects them.',
  Posts: 'Publish one piece of content to several accounts, now or later.',
  Drafts: 'Posts that a person shall look at before they are published.',
  Media: 'Files that the service hosts: upload once, use in any post.',
  Reposts: 'Share existing posts again.',
  Platforms: 'Limits and features of each platform.',
  Usage: 'Usage of the plan.',
  Webhooks: 'Addresses that receive events, and what became of each delivery.',
  Events: 'What happened to posts, accounts and the quota, as a list and as a stream.',
} as const;
export type Tag = keyof typeof TAGS;

/** Describes an answer that is not an error. */
export type AnswerNotes = {
  readonly description: string;
  /** Headers besides those of every answer. */
  readonly headers?: readonly ResponseHeaderName[];
  /** Absent where the answer has no body. */
  readonly example?: Example;
};

/** The notes of the API description about a route. Servers and browsers need no such file. */
export type RouteNotes = {
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Valid bodies; none where the route takes no body. */
  readonly requests: readonly Example[];
  readonly answers: Readonly<Record<number, AnswerNotes>>;
};

type Requests<Route> = Route extends { readonly body: infer Body extends z.ZodTypeAny }
  ? Body extends typeof NoFieldsSchema | typeof BytesSchema
    ? readonly []
    : readonly [Example<NonNullable<z.input<Body>>>, ...Example<NonNullable<z.input<Body>>>[]]
  : readonly [];

type AnswerOf<Schema> = AnswerNotes &
  (Schema extends z.ZodTypeAny
    ? { readonly example: Example<z.input<Schema>> }
    : Schema extends { readonly body: infer Text extends z.ZodTypeAny }
      ? { readonly example: Example<z.input<Text>> }
      : { readonly example?: never });

type Answers<Responses> = {
  readonly [Status in keyof Responses as Responses[Status] extends typeof ErrorBodySchema ? never : Status]: AnswerOf<
    Responses[Status]
  >;
};

/** Notes of a router's routes: the types demand every answer and an example of every body. */
export type NotesOf<Router> = {
  readonly [Name in keyof Router]: Router[Name] extends AppRoute
    ? RouteNotes & { readonly requests: Requests<Router[Name]>; readonly answers: Answers<Router[Name]['responses']> }
    : never;
};
