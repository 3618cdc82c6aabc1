import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * The log of the process. It must never contain secrets, message texts, addresses or coordinates: callers pass ids and
 * codes, and fields with suspicious names are removed as well. `destination` replaces the terminal.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const redact = ['password', 'token', 'cookie', 'email', 'text', 'lat', 'lon', 'authorization'];
  const paths = redact.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = { level, base: null, redact: { paths, censor: '[removed]' }, serializers: { err: plainError } };
  return destination ? pino(options, destination) : pino(options);
}

// Database errors contain the row that failed, so only the fields named here are logged. Other errors may quote a URL,
// whose query may contain the token of a link.
function plainError(error: unknown): unknown {
  if (typeof error === 'string') return withoutQueries(error);
  if (typeof error !== 'object' || error === null) return error;
  const { name, message, stack, code, constraint } = error as Partial<Error> & { code?: unknown; constraint?: unknown };
  return { name, message: withoutQueries(message), stack: withoutQueries(stack), code, constraint };
}

function withoutQueries(text: string | undefined): string | undefined {
  return text?.replace(/\?[^\s'"?]*=[^\s'"]*/g, '?[removed]');
}
