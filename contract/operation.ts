import type { Static, TSchema } from 'typebox';

import type { ErrorCode } from './errors.ts';

/** Who may run an operation: visitors and members, or only members with a session. */
export type Audience = 'anyone' | 'member';

/** Names of the rate limits; the server's `rate-limits.ts` defines them. */
export type LimitName =
  | 'read'
  | 'write'
  | 'search'
  | 'lookup'
  | 'profile'
  | 'login'
  | 'passkey'
  | 'token'
  | 'signup'
  | 'mail'
  | 'report'
  | 'upload'
  | 'order'
  | 'code'
  | 'export'
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
  /** A GET that changes something, such as what is read: refused to links, images and windows of foreign pages. */
  effect?: true;
  /** Needs the header `x-client-type`, which no link, image or form of a page can send. */
  ownClient?: true;
  input: I;
  output: O;
  /**
   * Answered over HTTP as a file of this media type. The output then is its name and its content in base64, and the
   * browser shows it under that name.
   */
  file?: 'application/pdf';
  /** The answer holds no secret of anybody, so it may be compressed: the size of a compressed secret can reveal it. */
  compressed?: true;
  /** The errors it can answer, of itself or of a field, besides `commonErrors`. A test compares them with the code. */
  errors: readonly ErrorCode[];
  limit: LimitName;
  /**
   * The header with which a service signs its calls. A call that carries it has only `payload`, its body as it came, and
   * `signature` as input, besides the query.
   */
  signatureHeader?: string;
  /** Fields that come in the query, whatever the body has. */
  query?: readonly string[];
  /** The page that a GET of its address opens, with the same query: people follow a link that programs post to. */
  page?: string;
  /**
   * Format of the body, JSON by default; `multipart` takes a file beside the fields, and a signed body of `bytes` has a
   * character for each byte. GET takes its input from the query.
   */
  body?: 'json' | 'multipart' | 'form' | 'bytes';
}

export function defineOperation<I extends TSchema, O extends TSchema, A extends Audience>(
  operation: Operation<I, O, A>,
): Operation<I, O, A> {
  return operation;
}

/** Errors that every operation can answer. */
export const commonErrors = [
  'input.invalid',
  'request.malformed',
  'request.media-type',
  'request.too-large',
  'request.too-slow',
  'request.too-many',
  'request.busy',
  'request.no-room',
  'request.failed',
] as const satisfies readonly ErrorCode[];

/** Every error that an operation can answer; `fields` of an answer also hold the `field.*` codes. */
export function errorsOf({ audience, errors }: Pick<Operation, 'audience' | 'errors'>): ErrorCode[] {
  return [...errors, ...commonErrors, ...(audience === 'member' ? (['session.missing'] as const) : [])];
}

export type InputOf<T extends Operation> = Static<T['input']>;
export type OutputOf<T extends Operation> = Static<T['output']>;
