import { once } from 'node:events';
import type { Writable } from 'node:stream';

import pg from 'pg';

import type { Log } from '../monitoring/log.ts';
import { inSpan } from '../monitoring/trace.ts';
import { abortedCode, getCode, retryableCodes, unknownStatement } from './database-errors.ts';
import { type Given, type Statement, bindValues } from './statement.ts';

export { type Composed, type RowOf, type Statement, composeStatement, statement } from './statement.ts';

/** Reads. Writers ask for a `Transaction` instead. */
export interface Reader {
  all<Row, Params>(statement: Statement<Row, Params>, ...given: Given<Params>): Promise<Row[]>;
  first<Row, Params>(statement: Statement<Row, Params>, ...given: Given<Params>): Promise<Row | undefined>;
}

/**
 * Effects outside the database wait for the commit. Statements run in the order in which they are issued: independent
 * ones can be issued at once and then share a round trip.
 */
export interface Transaction extends Reader {
  /** Returns how many rows it touched. */
  run<Params>(statement: Statement<unknown, Params>, ...given: Given<Params>): Promise<number>;
  /** Runs after the commit, in order; never when the transaction is rolled back. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** Runs the SQL of a library, such as the job queue. */
  raw(text: string, values?: readonly unknown[]): Promise<unknown[]>;
}

/** All reads see the database as it was when the first of them began. */
export interface Snapshot extends Reader {
  /** The rows of a statement, however many: a few hundred at a time are in memory. */
  each<Row, Params>(statement: Statement<Row, Params>, ...given: Given<Params>): AsyncGenerator<Row>;
}

export interface Database extends Reader {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs many related reads on a connection of their own. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * For reads of searches and digests, which may be seconds old: the replica, or this database itself if there is none
   * (`replica.ts`). What decides about money, sessions and permissions is never read there.
   */
  reader(viewerId: MemberId | null): Reader;
  /** Tells all nodes that a member changed something: for ten seconds, the member's `reader` is the primary. */
  announceChange(memberId: MemberId): void;
  pool: pg.Pool;
  close(): Promise<void>;
}

export type ConnectionOptions = Pick<
  pg.PoolConfig,
  | 'connectionString'
  | 'host'
  | 'port'
  | 'user'
  | 'database'
  | 'application_name'
  | 'max'
  | 'connectionTimeoutMillis'
  | 'query_timeout'
  | 'statement_timeout'
  | 'lock_timeout'
  | 'idle_in_transaction_session_timeout'
>;

// Our counts and sums fit into a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Dates stay text: a birthday has no time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

const attemptsMax = 5;
const closeTimeoutMs = 1_000;

/**
 * Opens the pool of connections. An idle connection that breaks is logged and replaced. By default, a statement has no
 * limit of time but waits ten seconds for a lock, and a transaction that does nothing for a minute loses its
 * connection.
 */
export function openDatabase(options: ConnectionOptions, log: Log): Database {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...others } = options;
  const own = { max: 16, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000, keepAlive: true, pipeline: true };
  const pool = new pg.Pool({ ...own, ...others });
  // Poolers refuse connections that send these as startup parameters.
  const timeouts = `set statement_timeout = ${Number(statement_timeout ?? 0)};
    set lock_timeout = ${lock_timeout ?? 10_000};
    set idle_in_transaction_session_timeout = ${idle_in_transaction_session_timeout ?? 60_000}`;
  const logBroken = (error: Error): void => log.warn({ err: error.message }, 'a database connection broke');
  pool.on('error', logBroken);
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    // A broken connection in use rejects its query; without this listener the event would also crash the process.
    client.on('error', logBroken);
    // Goes ahead of the first statement, which does not wait for it.
    client.query(timeouts).catch((error: Error) => {
      logBroken(error);
      void (client as unknown as pg.Client).end();
    });
  });
  pool.on('remove', (client) => void open.delete(client));

  const database: Database = {
    pool,
    reader: () => database,
    announceChange: () => undefined,
    all: (statement, ...given) => query(pool, statement, given[0]),
    first: async (statement, ...given) => (await query(pool, statement, given[0]))[0],
    transaction: (work) => inSpan('transaction', () => transaction(pool, work, log)),
    snapshot: (work) => snapshot(pool, work),
    close: async () => {
      await pool.end();
      // The pool does not wait until its connections are closed, and a server out of reach never closes them.
      const signal = AbortSignal.timeout(closeTimeoutMs);
      const allClosed = async (): Promise<void> => {
        while (open.size > 0) await once(pool, 'remove', { signal });
      };
      await allClosed().catch((error: unknown) =>
        log.warn({ err: error }, 'the database connections were not closed in time'),
      );
    },
  };
  return database;
}

async function query<Row>(
  client: pg.Pool | pg.PoolClient,
  statement: Statement<Row, unknown>,
  given: unknown,
): Promise<Row[]> {
  return (await send(client, statement, given)).rows as Row[];
}

function send(
  client: pg.Pool | pg.PoolClient,
  statement: Statement<unknown, unknown>,
  given: unknown,
): Promise<pg.QueryResult> {
  const { name, text } = statement;
  return client.query({ name, text, values: bindValues(statement, given) });
}

/** A connection whose reads overlap. */
interface Shared {
  connecting: Promise<void>;
  client?: pg.PoolClient;
  cork?: () => void;
  /** How many reads have not ended. */
  running: number;
  fault?: Error;
}

/**
 * Returns the database for the calls of one page: reads that overlap share a connection, and those issued together a
 * packet. While no read runs, the page holds no connection, however long it waits for something else.
 */
export function shareConnection(database: Database): Database {
  let shared: Shared | undefined;
  const connect = (): Shared => {
    const fresh: Shared = {
      connecting: database.pool.connect().then((client) => {
        Object.assign(fresh, { client, cork: corkPackets(client) });
      }),
      running: 0,
    };
    return fresh;
  };
  const all: Reader['all'] = async (statement, ...given) => {
    const own = (shared ??= connect());
    own.running += 1;
    try {
      await own.connecting;
      own.cork?.();
      return await query(own.client as pg.PoolClient, statement, given[0]);
    } catch (error) {
      // After an error, the pool does not use a connection again either.
      own.fault ??= error as Error;
      if (shared === own) shared = undefined;
      // A read whose statement the failed one should have prepared fails for the same reason.
      throw getCode(error) === unknownStatement ? own.fault : error;
    } finally {
      own.running -= 1;
      if (own.running === 0) {
        if (shared === own) shared = undefined;
        own.client?.release(own.fault);
      }
    }
  };
  const page: Database = {
    ...database,
    all,
    first: async (statement, ...given) => (await all(statement, ...given))[0],
    // Callers compare the `reader` with the database itself.
    reader: (viewerId) => {
      const reader = database.reader(viewerId);
      return reader === database ? page : reader;
    },
  };
  return page;
}

async function transaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, log: Log): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(pool, work, log);
    } catch (error) {
      if (attempt === attemptsMax || !retryableCodes.has(getCode(error))) throw error;
    }
  }
}

async function attemptTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, log: Log): Promise<T> {
  const client = await pool.connect();
  const effects: (() => void | Promise<void>)[] = [];
  const failed: { first?: unknown } = {};
  let broken: Error | undefined;
  let result: T;
  try {
    const cork = corkPackets(client);
    cork();
    const begun = client.query('begin');
    result = await work(wrap(client, { cork, begun, effects, failed }));
    await begun;
    const end = await client.query('commit');
    // After a failed statement PostgreSQL responds to COMMIT with ROLLBACK instead of an error.
    if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back');
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    // Statements may be sent together: those after the failed one only report that the transaction is over.
    throw getCode(error) === abortedCode ? (failed.first ?? error) : error;
  } finally {
    client.release(broken);
  }
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      log.error({ err: error }, 'an effect after a commit failed');
    }
  }
  return result;
}

async function snapshot<T>(pool: pg.Pool, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let cursors = 0;
  let broken: Error | undefined;
  try {
    // Whoever takes the rows, such as a storage, may be slow.
    const unhurried = 'set local idle_in_transaction_session_timeout = 0';
    await client.query(`begin isolation level repeatable read read only; ${unhurried}`);
    return await work({
      all: (statement, ...given) => query(client, statement, given[0]),
      first: async (statement, ...given) => (await query(client, statement, given[0]))[0],
      each: (statement, ...given) => eachRow(client, `each_${(cursors += 1)}`, statement, given[0]),
    });
  } finally {
    // Nothing was written, so a rollback is always right.
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    client.release(broken);
  }
}

interface Opened {
  cork: () => void;
  begun: Promise<unknown>;
  effects: (() => void | Promise<void>)[];
  /** Gets the first error of a statement that is not only the consequence of another. */
  failed: { first?: unknown };
}

/**
 * Makes a transaction of a connection to which BEGIN was just sent. Reads follow it without waiting, which saves a
 * round trip. A write waits: if BEGIN failed, it would be a transaction of its own.
 */
function wrap(client: pg.PoolClient, { cork, begun, effects, failed }: Opened): Transaction {
  let mayFollow: 'reads' | 'nothing' | 'all' = 'reads';
  begun.then(
    () => (mayFollow = 'all'),
    () => undefined,
  );
  /** Sends a statement as soon as it may be sent. Statements keep their order. */
  const issue = async (isRead: boolean, sendNow: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
    try {
      if (mayFollow === 'nothing' || (mayFollow === 'reads' && !isRead)) {
        mayFollow = 'nothing';
        await begun;
      }
      return await sendNow();
    } catch (error) {
      // Statements that share a packet reject in any order.
      if (getCode(error) !== abortedCode) failed.first ??= error;
      throw error;
    }
  };
  // A select that calls a function that writes goes through `run` or `raw`, which wait.
  const ask = (statement: Statement<unknown, unknown>, given: unknown, isRead = /^\s*select\b/.test(statement.text)) =>
    issue(isRead, () => {
      cork();
      return send(client, statement, given);
    });
  return {
    all: async (statement, ...given) => (await ask(statement, given[0])).rows as never,
    first: async (statement, ...given) => (await ask(statement, given[0])).rows[0] as never,
    run: async (statement, ...given) => (await ask(statement, given[0], false)).rowCount ?? 0,
    raw: async (text, values = []) => (await issue(false, () => client.query(text, [...values]))).rows as unknown[],
    afterCommit: (effect) => {
      effects.push(effect);
    },
  };
}

/** Sends the statements issued in one go in one packet: a packet costs as much as a small statement. */
function corkPackets(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  let corked = false;
  return () => {
    if (corked) return;
    corked = true;
    stream.cork();
    process.nextTick(() => {
      corked = false;
      stream.uncork();
    });
  };
}

const rowsTogether = 500;

/** Yields the rows of a statement through the cursor `name`, which must be unique in the transaction. */
async function* eachRow<Row>(
  client: pg.PoolClient,
  name: string,
  statement: Statement<Row, unknown>,
  given: unknown,
): AsyncGenerator<Row> {
  const fetch = async (): Promise<Row[]> => (await client.query(`fetch ${rowsTogether} from ${name}`)).rows as Row[];
  // Issued together: most lists are short, and cost one round trip.
  const [, first] = await Promise.all([
    client.query(`declare ${name} no scroll cursor for ${statement.text}`, bindValues(statement, given)),
    fetch(),
  ]);
  for (let rows = first; ; rows = await fetch()) {
    yield* rows;
    if (rows.length < rowsTogether) break;
  }
  await client.query(`close ${name}`);
}
