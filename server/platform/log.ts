import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * The process's log. Secrets, message texts, addresses and coordinates never enter it: callers pass ids and codes,
 * and what looks like a secret by its name is removed all the same. `destination` takes the place of the terminal.
 */
export function createLog(level: string, pretty: boolean, destination?: DestinationStream): Log {
  const redact = ['password', 'token', 'cookie', 'email', 'text', 'lat', 'lon', 'authorization'];
  const paths = redact.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = { level, base: null, redact: { paths, censor: '[removed]' }, serializers: { err: plainError } };
  // A person at a terminal reads only warnings and worse; the service's line with the address is printed by main.
  const chosen = pretty && level === 'info' ? 'warn' : level;
  return destination ? pino({ ...options, level: chosen }, destination) : pino({ ...options, level: chosen });
}

// Errors of the database carry the row that failed, as text, beside their message: only what is named here is written.
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  return { name, message, stack, code, constraint };
}
