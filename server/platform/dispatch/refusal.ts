import { type ErrorBody, type ErrorCode, errors } from '../../../contract/platform/errors.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { type Operation, listErrors } from '../../../contract/platform/operation.ts';
import { withWait } from '../../../contract/platform/wait.ts';
import type { AppContext } from '../context.ts';
import { isTemporary } from '../database/database-errors.ts';
import { isDiskFull, rememberDiskFull } from '../database/disk-space.ts';
import { Failure } from '../failure.ts';
import { StorageError } from '../storage/storage.ts';

export interface Refusal {
  ok: false;
  status: number;
  body: ErrorBody;
  language?: Language | undefined;
}

/** Returns an error as the refusal to send; undefined when it is unexpected. */
export function toFailure({ constraints }: Pick<AppContext, 'constraints'>, error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  const name = findConstraint(error);
  const code = constraints[name] ?? constraints[name.replace(/_\d+$/, '')];
  return code && new Failure(code);
}

/**
 * Returns the name of a violated constraint; empty for other errors. A Citus worker appends its shard's number, and
 * the coordinator passes on the message alone.
 */
function findConstraint(error: unknown): string {
  const { code, constraint, message } = (error ?? {}) as { code?: unknown; constraint?: unknown; message?: unknown };
  if (typeof constraint === 'string') return constraint;
  const isViolation = typeof code === 'string' && code.startsWith('23') && typeof message === 'string';
  return (isViolation && / constraint "([^"]+)"/.exec(message)?.[1]) || '';
}

/** Logs one line. Only an unexpected error has a `trace`, which leads to that line. */
export function toRefusal(
  context: AppContext,
  operation: string,
  error: unknown,
  { ms, trace, member }: { ms: number; trace: string; member: string | undefined },
): Refusal {
  const failure = toFailure(context, error);
  const code = failure?.code ?? codeOfFault(context, error);
  if (failure) {
    // Missing rights are logged as a separate event, for monitoring.
    const event = errors[code] === 403 ? 'access.denied' : 'refused';
    const status = errors[code];
    context.log.info({ event, operation, code, status, ms, trace, member, ...failure.logFields }, 'refused');
  } else logFault(context, operation, error, { status: errors[code], ms, trace, member });
  const say = context.sentences.in('en');
  const firstField = failure?.fields ? Object.values(failure.fields)[0] : undefined;
  return {
    ok: false,
    status: errors[code],
    body: {
      error: code,
      message: say(`errors.${firstField ?? code}`, withWait(failure?.values ?? {})),
      ...failure?.values,
      ...(failure?.fields ? { fields: failure.fields } : {}),
      ...(failure ? {} : { trace }),
    },
  };
}

/** Lists the codes of a response, its own and those of its fields, that the operation does not declare. */
export function undeclaredCodes(operation: Operation, { error, fields = {} }: ErrorBody): ErrorCode[] {
  const declared = listErrors(operation);
  const ofFields = Object.values(fields).filter((code) => !code.startsWith('field.'));
  return [error, ...ofFields].filter((code) => !declared.includes(code));
}

export function logFault({ log }: AppContext, operation: string, error: unknown, facts: object = {}): void {
  const { message, stack, code, constraint } = error as Error & { code?: string; constraint?: string };
  log.error({ event: 'failed', operation, ...facts, err: { message, stack, code, constraint } }, 'an operation failed');
}

/** Returns the code of an unexpected error, as precise as is useful to a member. */
export function codeOfFault({ database }: AppContext, error: unknown): ErrorCode {
  if (isDiskFull(error)) {
    rememberDiskFull(database, error);
    return 'request.no-room';
  }
  return isTemporary(error) || error instanceof StorageError ? 'request.busy' : 'request.failed';
}
