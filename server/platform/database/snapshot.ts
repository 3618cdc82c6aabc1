import type pg from 'pg';

import { type Statement, bindValues } from './statement.ts';

const rowsTogether = 500;

/** Reads the rows of a statement by a cursor, within a transaction. `name` must be unique in that transaction. */
export async function* eachRow<Row>(
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
