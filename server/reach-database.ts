import type { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';

/** The server of DATABASE_URL, the embedded one of the app that runs, or the embedded one, started for as long as needed. */
export async function reachDatabase(
  url: string | null,
  dataDir: string,
): Promise<{ connection: { connectionString: string } | EmbeddedPostgres['connection']; stop(): Promise<void> }> {
  const nothing = async (): Promise<void> => undefined;
  if (url) return { connection: { connectionString: url }, stop: nothing };
  const { findRunningPostgres, startEmbeddedPostgres } = await import('./embedded-postgres/embedded-postgres.ts');
  const running = findRunningPostgres(dataDir);
  return running ? { connection: running, stop: nothing } : startEmbeddedPostgres({ dataDir });
}
