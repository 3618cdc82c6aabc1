import { mock } from 'node:test';

import pg from 'pg';
import { WebSocket } from 'ws';

import { touchProfiles } from '../../server/members/queries.ts';

export interface IdleCounts {
  statements: number;
  /** The number of times that the presence of a member was written. */
  written: number;
}

/**
 * Counts what open tabs cost the database, in simulated time. Must be called before the application starts, because it
 * replaces its timers and its clock.
 */
export function createIdleClock(): { pass(seconds: number): Promise<IdleCounts> } {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.now() });
  let counts: IdleCounts = { statements: 0, written: 0 };
  let waiting = 0;
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    counts.statements += 1;
    const [statement, answer] = [given[0] as { name?: string }, given.at(-1)];
    // The pool is answered by a callback. No open tab needs a transaction.
    if (typeof answer !== 'function') return query.apply(this, given);
    waiting += 1;
    const count = (error: unknown, result?: pg.QueryResult<{ stored_at: Date }>): void => {
      waiting -= 1;
      if (statement.name === touchProfiles.name)
        counts.written += result?.rows.filter((row) => row.stored_at.getTime() === Date.now()).length ?? 0;
      answer(error, result);
    };
    return query.apply(this, [...given.slice(0, -1), count]);
  } as typeof pg.Client.prototype.query;
  const { ping } = WebSocket.prototype;
  WebSocket.prototype.ping = function (this: WebSocket) {
    waiting += 1;
    this.once('pong', () => (waiting -= 1));
    ping.call(this);
  };
  return {
    pass: async (seconds) => {
      counts = { statements: 0, written: 0 };
      for (let second = 0; second < seconds; second += 1) {
        mock.timers.tick(1_000);
        // A statement may follow an answer in the second turn after it.
        for (let quiet = 0; quiet < 3; quiet = waiting > 0 ? 0 : quiet + 1) await new Promise(setImmediate);
      }
      return counts;
    },
  };
}
