import type pg from 'pg';

interface Connection {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
}

/** PostgreSQL's description of a statement: the type oids of its parameters and columns. */
export interface Description {
  parameters: number[];
  columns: { name: string; type: number }[];
}

/** Describes a statement without running it. The client must not pipeline. Rejects with PostgreSQL's error. */
export function describeStatement(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const description: Description = { parameters: [], columns: [] };
    let failure: Error | undefined;
    const query = {
      submit(connection: Connection) {
        connection.once('parameterDescription', ({ dataTypeIDs }) => {
          description.parameters = dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        description.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError(error: Error) {
        failure = error;
      },
      handleReadyForQuery() {
        if (failure) reject(failure);
        else resolve(description);
      },
    };
    client.query(query as unknown as pg.Submittable);
  });
}
