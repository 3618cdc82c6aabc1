import type { Static, TSchema } from 'typebox';

import type { ErrorCode } from './errors.ts';

/** Who may run an operation: visitors and members, or only members with a session. */
export type Audience = 'anyone' | 'member';

/** Names of the rate limits; the server's `rate-limits.ts` defines them. */
export type LimitName =
  | 'read'
  | 'write'
  | 'search'
  | 'profile'
  | 'login'
  | 'signup'
  | 'mail'
  | 'upload'
  | 'order'
  | 'webhook'
  | 'typing'
  | 'receipt';

/** One operation as data. */
export interface Operation<I extends TSchema = TSchema, O extends TSchema = TSchema, A extends Audience = Audience> {
  /** What it does, for the OpenAPI document. */
  summary: string;
  /** The section of the specification, or the module, that it comes from. */
  source: string;
  audience: A;
  /**
   * Called by another service, from its own origin and without a session. Anybody can imitate such a call, so its input
   * is only a hint: the handler asks the service itself what happened.
   */
  webhook?: true;
  input: I;
  output: O;
  errors: readonly ErrorCode[];
  limit: LimitName;
  /** Format of the body, JSON by default; `multipart` takes a file beside the fields. GET takes its input from the query. */
  body?: 'json' | 'multipart' | 'form';
}

export function defineOperation<I extends TSchema, O extends TSchema, A extends Audience>(
  operation: Operation<I, O, A>,
): Operation<I, O, A> {
  return operation;
}

export type InputOf<T extends Operation> = Static<T['input']>;
export type OutputOf<T extends Operation> = Static<T['output']>;
