import type { EventEmitter } from 'node:events';
import { format } from 'node:util';

import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Creates the log. It must never contain secrets, texts, addresses or coordinates: callers pass ids and codes. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const redact = ['password', 'token', 'cookie', 'email', 'text', 'lat', 'lon', 'authorization'];
  const paths = redact.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = { level, base: null, redact: { paths, censor: '[removed]' }, serializers: { err: plainError } };
  return destination ? pino(options, destination) : pino(options);
}

const plainLogs = new WeakMap<Log, Log>();

/** Returns the log for lines of ids and codes alone. Looking for secrets would take five times as long as the line. */
export function getPlainLog(log: Log): Log {
  const known = plainLogs.get(log) ?? log.child({}, { redact: [] });
  plainLogs.set(log, known);
  return known;
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

interface Writers {
  console: Pick<Console, 'debug' | 'error' | 'info' | 'log' | 'trace' | 'warn'>;
  process: Pick<EventEmitter, 'on' | 'removeAllListeners'> & { exit(code: number): void };
}

const textMax = 4_000;

/** Redirects the console, warnings of Node, and the error that ends the process into the log, a line of JSON each. */
export function logProcess(log: Log, { console, process }: Writers): void {
  const write =
    (level: 'error' | 'info' | 'warn') =>
    (...words: unknown[]): void => {
      const error = words.find((word) => word instanceof Error);
      log[level]({ err: error ?? format(...words).slice(0, textMax) }, 'a library wrote to the console');
    };
  const [error, warn, info] = [write('error'), write('warn'), write('info')];
  Object.assign(console, { error, trace: error, warn, log: info, info, debug: info });
  // Node's own listener prints them.
  process.removeAllListeners('warning').on('warning', (warning: Error) => log.warn({ err: warning }, 'Node warns'));
  process.on('uncaughtException', (fault: unknown) => {
    log.fatal({ err: fault }, 'an error ended the process');
    process.exit(1);
  });
}
