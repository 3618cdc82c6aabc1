import { cp, link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createId } from '../../server/platform/ids.ts';
import type * as Cast from '../../demo/cast.ts';
import type * as InsertCast from '../../demo/insert-cast.ts';
import type * as StorePhotos from '../../demo/store-photos.ts';
import type * as Config from '../../server/program/config.ts';
import type { AppContext } from '../../server/context.ts';
import type * as EmbeddedPostgres from '../../server/embedded-postgres/embedded-postgres.ts';
import { findPlace } from '../../server/embedded-postgres/place.ts';
import { removePlace } from './remove-place.ts';
import { giveTo } from '../../server/embedded-postgres/user.ts';
import type * as Migrate from '../../server/platform/database/migrate.ts';
import type * as Jobs from '../../server/platform/jobs/jobs.ts';
import type * as StartServices from '../../server/program/start-services.ts';
import { makeOpenFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Stores this many pictures; all others are links to them, because resizing a picture takes about 0.3 s of a core. */
const storedCount = 6;

const databaseIn = (folder: string): string => join(folder, 'database');
const photosIn = (folder: string): string => join(folder, 'photos');

/** Creates a data folder with a filled demo site, as the built application would, except that its pictures repeat. */
export async function prepareDemoSite(): Promise<string> {
  const folder = makeOpenFolder();
  const built = await loadBuild();
  // A crash of this server only fails the run.
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const server = await built.startEmbeddedPostgres({ dataDir: databaseIn(folder), settings });
  const context = await built.createContext({
    config: built.readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }, root),
    root,
    connection: server.connection,
    paymentProvider: { url: 'http://127.0.0.1:9', apiKey: 'none' },
    address: () => '',
  });
  await built.migrate(context.database, join(root, 'migrations'), {
    more: () => built.migrateJobs(context.database),
  });
  await built.insertCast(context);
  let stored = 0;
  await built.storePhotos(context, () => (stored += 1) > storedCount);
  await repeatPictures(context, photosIn(folder), (email) => built.castMember(email)?.photos ?? 0);
  await offerToStay(context);
  await built.closeContext(context);
  await server.stop();
  return folder;
}

/** Copies the prepared data folder for one server. */
export async function copyDemoSite(prepared: string): Promise<string> {
  const folder = makeOpenFolder();
  const [from, to] = [findPlace(databaseIn(prepared)), findPlace(databaseIn(folder))];
  await cp(from.cluster, to.cluster, { recursive: true });
  if (to.user) giveTo(to.cluster, to.user);
  await cp(join(prepared, 'secret'), join(folder, 'secret'));
  await linkTree(photosIn(prepared), photosIn(folder));
  return folder;
}

export async function removeDemoSite(folder: string): Promise<void> {
  removePlace(databaseIn(folder));
  await rm(folder, { recursive: true, force: true });
}

/** Adds the missing pictures of each fictional member as links to the stored ones. */
async function repeatPictures(context: AppContext, photos: string, wanted: (email: string) => number): Promise<void> {
  const { pool } = context.database;
  const stored = await pool.query<Picture>('select member_id, photo_id, width, height from photos');
  const members = await pool.query<{ member_id: MemberId; email: string; has: number }>(
    `select member_id, email, (select count(*)::int from photos h where h.member_id = m.member_id) as has
       from members m join profiles p using (member_id) where p.fictional`,
  );
  const getFolder = ({ member_id: id, photo_id: photo }: Picture): string =>
    join(photos, 'member', id.slice(0, 2), id, photo);
  let added = 0;
  for (const { member_id, email, has } of members.rows)
    for (let position = has; position < wanted(email); position += 1) {
      const source = stored.rows[(added += 1) % stored.rows.length];
      if (!source) throw new Error('no picture is stored');
      const copy = { ...source, member_id, photo_id: createId<PhotoId>() };
      await linkTree(getFolder(source), getFolder(copy));
      await pool.query(
        `insert into photos (member_id, photo_id, position, status, width, height, created_at)
         values ($1, $2, $3, 'approved', $4, $5, now())`,
        [member_id, copy.photo_id, position, copy.width, copy.height],
      );
    }
  await pool.query(
    `update profiles p
        set (main_photo, main_photo_status) = (select photo_id, status from photos h where h.member_id = p.member_id and position = 0),
            num_photos = (select count(*) from photos h where h.member_id = p.member_id)
      where p.fictional`,
  );
}

/** Configures a discount for leaving members. A running server would notice it only after thirty seconds. */
async function offerToStay({ database }: AppContext): Promise<void> {
  await database.pool.query(
    `insert into setting_scopes (scope, values) values ('default', jsonb_build_object('company', $1::jsonb))
     on conflict (scope) do update set values = setting_scopes.values ||
       jsonb_build_object('company', coalesce(setting_scopes.values->'company', '{}') || $1::jsonb)`,
    ['{"delete_discount": true}'],
  );
}

interface Picture {
  member_id: MemberId;
  photo_id: PhotoId;
  width: number;
  height: number;
}

/** Links all files into another folder; stored pictures are never written to. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    await (entry.isDirectory() ? linkTree(source, target) : link(source, target));
  }
}

/** Loads the parts of the built application that are needed: started as a whole, it would store every picture. */
async function loadBuild() {
  const load = (path: string): Promise<unknown> => import(join(root, 'build', path));
  return {
    ...((await load('server/embedded-postgres/embedded-postgres.js')) as typeof EmbeddedPostgres),
    ...((await load('server/program/config.js')) as typeof Config),
    ...((await load('server/program/start-services.js')) as typeof StartServices),
    ...((await load('server/platform/database/migrate.js')) as typeof Migrate),
    ...((await load('server/platform/jobs/jobs.js')) as typeof Jobs),
    ...((await load('demo/cast.js')) as typeof Cast),
    ...((await load('demo/insert-cast.js')) as typeof InsertCast),
    ...((await load('demo/store-photos.js')) as typeof StorePhotos),
  };
}
