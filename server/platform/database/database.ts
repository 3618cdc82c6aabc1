import { once } from 'node:events';
import type { Writable } from 'node:stream';

import pg from 'pg';

import type { Log } from '../log.ts';

/** A named SQL statement; hot ones are prepared once per connection under this name. */
export interface Statement<Row> {
  name: string;
  text: string;
  /** Only the type: what one row looks like. */
  row?: Row;
}

/** Every statement of the house, so that a test can prepare each against the schema. */
export const statements = new Map<string, Statement<unknown>>();

/** Declares a statement of a room: `room.verb-noun`, its text, and the shape of its rows. */
export function statement<Row = Record<string, never>>(name: string, text: string): Statement<Row> {
  if (statements.has(name)) throw new Error(`statement ${name} is declared twice`);
  const declared: Statement<Row> = { name, text };
  statements.set(name, declared);
  return declared;
}

/** Reads. Writers ask for a `Transaction` instead. */
export interface Reader {
  all<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  first<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row | undefined>;
}

/**
 * Reads and writes inside one transaction; effects outside the database wait for the commit. Statements are done in
 * the order in which they are asked for: those that do not need each other's answers may be asked for at once, and
 * then share one way to the database and back.
 */
export interface Transaction extends Reader {
  /** Runs a writing statement and returns how many rows it touched. */
  run(statement: Statement<unknown>, values?: readonly unknown[]): Promise<number>;
  /** Runs after the commit, in order; never when the transaction is rolled back. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** The statement text of a library, such as the job queue's. */
  raw(text: string, values?: readonly unknown[]): Promise<unknown[]>;
}

export interface Database extends Reader {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  pool: pg.Pool;
  close(): Promise<void>;
}

export type ConnectionOptions = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database' | 'max'>;

// Counts and sums fit a double; a bigint that does not would be a fault of the schema.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Dates without a time stay the text they are: a birthday has no zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/** Whether an error says that every connection stayed taken for as long as somebody waits for one. */
export function isOutOfConnections(error: unknown): boolean {
  // pg gives it no code; a test holds the words.
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

// No server listens, or it starts or ends; where its socket is gone, ENOENT.
const away = new Set(['ECONNREFUSED', '57P03']);

/** Whether an error says that the database could not be reached: whatever was to be done has not begun. */
export function isAway(error: unknown): boolean {
  const { code, syscall } = error as { code?: string; syscall?: string };
  return away.has(code ?? '') || (code === 'ENOENT' && syscall === 'connect');
}

// Twins that deadlock or fail to serialise are run again; their first run left nothing behind.
const repeatable = new Set(['40001', '40P01']);
const attemptsMax = 5;

const goodbyeMs = 1_000;

/** Opens the pool. An idle connection that breaks is logged and replaced, never a crash. */
export function openDatabase(options: ConnectionOptions, log: Log): Database {
  const own = { max: 16, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000, pipeline: true };
  const pool = new pg.Pool({ ...own, ...options });
  const noteBroken = (error: Error): void => log.warn({ err: error.message }, 'a database connection broke');
  pool.on('error', noteBroken);
  // A connection in use reports its end to whoever waits for its answer; this listener only keeps it from being a crash.
  pool.on('connect', (client) => void client.on('error', noteBroken));
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void open.add(client));
  pool.on('remove', (client) => void open.delete(client));

  return {
    pool,
    all: (statement, values) => query(pool, statement, values),
    first: async (statement, values) => (await query(pool, statement, values))[0],
    transaction: (work) => transaction(pool, work, log),
    close: async () => {
      await pool.end();
      // The pool does not wait until the server has heard that its connections end. One that is out of reach never does.
      const signal = AbortSignal.timeout(goodbyeMs);
      const allGone = async (): Promise<void> => {
        while (open.size > 0) await once(pool, 'remove', { signal });
      };
      await allGone().catch((error: unknown) => log.warn({ err: error }, 'the database did not hear that it is left'));
    },
  };
}

async function query<Row>(
  client: pg.Pool | pg.PoolClient,
  statement: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await client.query({ name: statement.name, text: statement.text, values: [...values] });
  return result.rows as Row[];
}

async function transaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, log: Log): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(pool, work, log);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (attempt === attemptsMax || !repeatable.has(code)) throw error;
    }
  }
}

async function attemptTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, log: Log): Promise<T> {
  const client = await pool.connect();
  const effects: (() => void | Promise<void>)[] = [];
  let broken: Error | undefined;
  let result: T;
  try {
    await client.query('begin');
    result = await work(wrap(client, effects));
    const end = await client.query('commit');
    // After an error inside, PostgreSQL answers COMMIT with ROLLBACK and no error: that is not a commit.
    if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back');
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
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

function wrap(client: pg.PoolClient, effects: (() => void | Promise<void>)[]): Transaction {
  const gather = gatherPackets(client);
  return {
    all: (statement, values) => {
      gather();
      return query(client, statement, values);
    },
    first: async (statement, values) => {
      gather();
      return (await query(client, statement, values))[0];
    },
    run: async (statement, values = []) => {
      gather();
      const result = await client.query({ name: statement.name, text: statement.text, values: [...values] });
      return result.rowCount ?? 0;
    },
    raw: async (text, values = []) => (await client.query(text, [...values])).rows as unknown[],
    afterCommit: (effect) => {
      effects.push(effect);
    },
  };
}

/** Lets the statements that are asked for in one go leave in one packet: each packet costs as much as a small statement. */
function gatherPackets(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  let open = false;
  return () => {
    if (open) return;
    open = true;
    stream.cork();
    process.nextTick(() => {
      open = false;
      stream.uncork();
    });
  };
}
