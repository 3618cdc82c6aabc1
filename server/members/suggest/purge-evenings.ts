import { dayIn, dayText } from '../../../contract/platform/calendar.ts';
import type { AppContext } from '../../context.ts';
import { purgeEveningTables } from './queries.ts';

/** Deletes the tables of evenings that are over in every time zone. Runs every night. */
export async function purgeEvenings({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.transaction((tx) => tx.run(purgeEveningTables, { before: dayText(dayIn('UTC', clock.now()) - 2) }));
}
