import type { EventEmitter } from 'node:events';
import { format } from 'node:util';

import type { Log } from './log.ts';

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
