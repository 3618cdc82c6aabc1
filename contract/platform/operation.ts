import type { Static, TSchema } from 'typebox';

import type { ErrorCode } from './errors.ts';

export type Audience = 'anyone' | 'member';

export interface Operation<I extends TSchema = TSchema, O extends TSchema = TSchema, A extends Audience = Audience> {
  summary: string;
  /** The section of the specification, or the module, that defines it. */
  source: string;
  audience: A;
  /** Another service calls it, without a session. Anybody can imitate it, so the handler asks the service itself. */
  webhook?: true;
  /** A GET with side effects, such as marking messages as read. Refused to links, images and windows of other sites. */
  effect?: true;
  /** Set to require the header `x-client-type`, which no link, image or form can send. */
  ownClient?: true;
  input: I;
  output: O;
  /** Sent over HTTP as a file of this type. The output is its name and its content in base64; the browser shows it. */
  file?: 'application/pdf';
  /** It may also be called over the live channel (`contract/frames.ts`), but not with a file. */
  overSocket?: true;
  /** The response may be compressed because it holds no secrets: the compressed size can reveal a secret. */
  compressed?: true;
  /** Errors of the operation or of a field, besides `commonErrors`. A test compares them with the code. */
  errors: readonly ErrorCode[];
  /** A rate limit that the server's platform or a module declares. */
  limit: string;
  /** Header in which a service signs calls. Their input is the query, `payload` (the raw body) and `signature`. */
  signatureHeader?: string;
  /** Fields that are always read from the query. */
  query?: readonly string[];
  /** The fields in the query say everything: a multipart body is accepted unread, as RFC 8058 requires. */
  ignoresBody?: true;
  /** The page that a GET of the same URL opens, with the same query: people follow the link that programs post to. */
  page?: string;
  /** JSON by default. `multipart` takes a file beside the fields; signed `bytes` become one character per byte. */
  body?: 'json' | 'multipart' | 'form' | 'bytes';
}

export function defineOperation<I extends TSchema, O extends TSchema, A extends Audience, L extends string>(
  operation: Operation<I, O, A> & { limit: L },
): Operation<I, O, A> & { limit: L } {
  return operation;
}

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

/** Returns every error that an operation can return. `fields` of a response may also hold `field.*` codes. */
export function listErrors({ audience, errors }: Pick<Operation, 'audience' | 'errors'>): ErrorCode[] {
  return [...errors, ...commonErrors, ...(audience === 'member' ? (['session.missing'] as const) : [])];
}

export type OperationInput<T extends Operation> = Static<T['input']>;
export type OperationOutput<T extends Operation> = Static<T['output']>;
