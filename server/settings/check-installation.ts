import { createHmac, randomUUID } from 'node:crypto';

import type { Clock } from '../platform/clock.ts';
import { StartError } from '../platform/database/check-database.ts';
import type { Database } from '../platform/database/database.ts';
import type { FilesId } from '../platform/storage/files-id.ts';
import { findDemoCast, findOrder, lockInstallation, setFolderId, updateInstallation } from './queries.ts';

interface Process {
  database: Database;
  config: { production: boolean; rehearsal: boolean; s3: object | null };
  filesId: FilesId;
  clock: Clock;
  secret: string;
}

/**
 * Compares a process with what its database belongs to, which the first start in production records. Returns the id of
 * the files, null if they are in a folder outside of production. Throws if
 * - the database is production's and the process is not: it would write members' mails into an outbox, and add demo
 *   members;
 * - it is in production and the database has the cast of the demo, for whom nobody would reply;
 * - SECRET differs: links of the other processes would not be valid here;
 * - the files are not those of the database, as on the empty mount point of a missing disk: photos would be missing,
 *   and erased members would come back with a backup;
 * - a new database finds files of another: it would remove them as pictures without a row;
 * - payments change between test and real: credits that nobody paid for would be spent beside bought ones, and both
 *   would be in the books. Orders from before production count as test orders.
 * Outside of production, only files in a bucket are compared.
 */
export async function checkInstallation({ database, config, filesId, clock, secret }: Process): Promise<string | null> {
  return database.transaction(async (tx) => {
    const known = await tx.first(lockInstallation);
    if (!known) throw new StartError('the table installation is empty');
    if (!config.production) {
      if (known.production_since === null) {
        if (config.s3 === null) return null;
        const folderId = await bindFiles(filesId, known.folder_id);
        await tx.run(setFolderId, { folderId });
        return folderId;
      }
      throw new StartError(
        'this database belongs to production: set NODE_ENV=production and its other variables. Where it is a copy for something else, set the columns production_since, secret_hash and folder_id of its table installation to null',
      );
    }
    if (known.production_since === null && (await tx.first(findDemoCast)))
      throw new StartError(
        'this database has members of the demo site, which production never shows: npm run demo -- remove',
      );
    const secretHash = createHmac('sha256', secret).update('installation').digest('base64url');
    if ((known.secret_hash ?? secretHash) !== secretHash)
      throw new StartError(
        'SECRET is not the one of the processes before. Where it is replaced for all of them: npm run site -- forget-secret',
      );
    const isTest = config.rehearsal;
    if ((known.payments_test ?? isTest) !== isTest)
      throw new StartError(
        isTest
          ? 'this database takes real money: a rehearsal (PAYMENTS_TEST=1) needs a database of its own'
          : 'this database is that of a rehearsal (PAYMENTS_TEST=1): its purchases brought no money. Start with a new one',
      );
    if (known.production_since === null && known.payments_test === null && !isTest && (await tx.first(findOrder)))
      throw new StartError(
        'this database has orders from before production, which brought no money: start with a new one. Where they are real, set production_since in its table installation',
      );
    const folderId = await bindFiles(filesId, known.folder_id);
    await tx.run(updateInstallation, { secretHash, folderId, isTest, now: clock.now() });
    return folderId;
  });
}

/** Returns the id of the files, giving one to those of a new database. Throws if they are not those of the database. */
async function bindFiles(filesId: FilesId, known: string | null): Promise<string> {
  const { name, place, hint } = filesId;
  const found = await filesId.read();
  if (found !== known)
    throw new StartError(
      known === null
        ? `${name} holds the files of another database: give this one its own. If they are those of this one, such as after a first start that was interrupted, set folder_id of its table installation to ${found}`
        : `${name} does not hold the files of this database: ${hint} If it does, write ${known} into ${place}`,
    );
  const id = known ?? randomUUID();
  if (known === null) await filesId.write(id);
  await filesId.claim?.(id);
  return id;
}
