import { type ErrorCode, errors } from '../../contract/platform/errors.ts';

/** Sent to the caller: a code of `contract/platform/errors.ts` with the values of its sentence. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly values: Record<string, unknown>;
  readonly fields: Record<string, ErrorCode> | undefined;
  /** Added to the line in the log: the name of the event, and ids. Never part of the response. */
  readonly logFields: Record<string, string | null>;

  constructor(
    code: ErrorCode,
    values: Record<string, unknown> = {},
    fields?: Record<string, ErrorCode>,
    logFields: Record<string, string | null> = {},
  ) {
    super(code);
    this.code = code;
    this.values = values;
    this.fields = fields;
    this.logFields = logFields;
  }

  get status(): number {
    return errors[this.code];
  }
}

/** Returns the value of a refusal that says when to retry, in whole seconds; also sent as `Retry-After`. */
export function retryAfter(waitMs: number): { retry_after: number } {
  return { retry_after: Math.ceil(waitMs / 1_000) };
}

export function refuse(code: ErrorCode, values: Record<string, unknown> = {}): never {
  throw new Failure(code, values);
}

/** Refuses with input.invalid unless no field has a code. */
export function refuseFields(
  fields: Record<string, ErrorCode | undefined>,
  values: Record<string, unknown> = {},
): void {
  const wrong = Object.entries(fields).filter((entry): entry is [string, ErrorCode] => entry[1] !== undefined);
  if (wrong.length > 0) throw new Failure('input.invalid', values, Object.fromEntries(wrong));
}

export function must(condition: unknown, code: ErrorCode, values: Record<string, unknown> = {}): asserts condition {
  if (!condition) throw new Failure(code, values);
}
