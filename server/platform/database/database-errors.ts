export function isOutOfConnections(error: unknown): boolean {
  // pg sets no code; a test pins the message.
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

// No server is listening or reached, or it is starting, stopping or a standby (25006); ENOENT if its socket is missing.
const unavailableCodes = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', '57P03', '25006']);

/** True if the statement had no effect because no server was reached. */
export function isUnavailable(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: string; syscall?: string };
  return unavailableCodes.has(code ?? '') || (code === 'ENOENT' && syscall === 'connect');
}

// Class 08 is a broken connection, except for 08P01, which is a fault of ours. 57P01 and 57P02 end the connections of a
// server that stops or has crashed, and 25P03 the one of a transaction that did nothing for too long.
const lostCodes = /^(?:080\d\d|57P0[12]|25P03|ECONNRESET|EPIPE)$/;
// pg sets no code when the other side closes a connection, or for statements that it holds back after that.
const lostMessages = /^Connection terminated|^Client .* is not queryable$/;

/**
 * True if the connection broke while it was in use. A transaction may have committed all the same. Only a call that a
 * key or its own state protects from a second effect may be repeated.
 */
function isConnectionLost(error: unknown): boolean {
  return lostCodes.test(getCode(error)) || (error instanceof Error && lostMessages.test(error.message));
}

/**
 * True if the same call can succeed later: the database is overloaded or unreachable, or other transactions held the
 * locks.
 */
export function isTemporary(error: unknown): boolean {
  const code = getCode(error);
  return (
    isOutOfConnections(error) ||
    isUnavailable(error) ||
    isConnectionLost(error) ||
    retryableCodes.has(code) ||
    timeoutCodes.has(code)
  );
}

// Transactions that deadlock or fail to serialize are rolled back and run again.
export const retryableCodes = new Set(['40001', '40P01']);
// A lock was not had in time, or the statement took too long.
const timeoutCodes = new Set(['55P03', '57014']);
/** PostgreSQL's error for every statement after a failed one in the same transaction. */
export const abortedCode = '25P02';
/** A statement is used by the name of one that was never prepared. */
export const unknownStatement = '26000';

/** Returns PostgreSQL's or the system's code of an error; empty without one. */
export const getCode = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';
