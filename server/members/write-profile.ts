import type { Gender, Sexuality } from '../../contract/members/attributes.ts';
import type { Country } from '../../contract/platform/countries.ts';
import type { AppContext } from '../context.ts';
import { resolvePlace } from '../geo/towns.ts';
import { batchReads } from '../platform/database/batch-reads.ts';
import type { Transaction, Database } from '../platform/database/database.ts';
import {
  insertProfile,
  activate,
  copyPhotos,
  lockProfile,
  touchProfiles,
  emptyAbout,
  emptyProfile,
  deleteHidesByOthers,
  deleteMemberRows,
} from './queries.ts';

interface NewProfile {
  memberId: MemberId;
  name: string;
  gender: Gender;
  /** The sexuality; null without the consent to store it. */
  sexuality: Sexuality | null;
  dateOfBirth: string;
  country: Country;
  region: string | null;
  town: string | null;
  about?: string;
  /** The operator runs the profile; it is labeled as fictional wherever it appears. */
  fictional?: boolean;
  pool?: string;
  now: Date;
}

/**
 * Creates a profile, disabled until the address is confirmed (section 4). Throws input.invalid with `town` or
 * `countryregion`.
 */
export async function createProfile(tx: Transaction, profile: NewProfile): Promise<void> {
  const { region, town } = resolvePlace(profile.country, profile.region, profile.town);
  const { about = '', fictional = false, pool = 'default' } = profile;
  await tx.run(insertProfile, { ...profile, region, town, about, fictional, pool });
}

/** Enables a disabled profile, and leaves any other status as it is. */
export async function activateProfile(tx: Transaction, memberId: MemberId): Promise<void> {
  await tx.run(activate, { memberId });
}

/** Locks a member's photos until the transaction ends. */
export async function lockPhotos(tx: Transaction, memberId: MemberId): Promise<void> {
  await tx.run(lockProfile, { memberId });
}

export async function syncProfilePhotos(tx: Transaction, memberId: MemberId): Promise<void> {
  await tx.run(copyPhotos, { memberId });
}

interface Here {
  memberId: MemberId;
  now: Date;
  unlessSince: Date;
}

// Those of one event-loop turn share a statement: the heartbeats of ten thousand tabs take one a second.
const touch = batchReads<Here, Date>(async (database, all) => {
  const latest = new Map<MemberId, Here>();
  for (const one of all)
    if (one.unlessSince > (latest.get(one.memberId)?.unlessSince ?? 0)) latest.set(one.memberId, one);
  const here = [...latest.values()].map((one) => ({ member_id: one.memberId, unless_since: one.unlessSince }));
  const rows = await database.all(touchProfiles, { here, now: all[0]?.now ?? new Date(0) });
  const stored = new Map(rows.map((row) => [row.member_id, row.stored_at]));
  return all.map(({ memberId }) => stored.get(memberId));
});

/** Records that a member is there, unless a time since `unlessSince` is stored. Returns the stored time. */
export async function recordActivity(
  context: Pick<AppContext, 'database' | 'clock'>,
  memberId: MemberId,
  unlessSince?: Date,
): Promise<Date | undefined> {
  const now = context.clock.now();
  return touch(context.database, { memberId, now, unlessSince: unlessSince ?? now });
}

export async function clearAbout({ bus }: Pick<AppContext, 'bus'>, tx: Transaction, memberId: MemberId) {
  if ((await tx.run(emptyAbout, { memberId })) === 0) return false;
  tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
  return true;
}

/** Hides and empties a profile. Its row stays, because conversations of others refer to it. */
export async function eraseProfile(database: Database, memberId: MemberId): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(emptyProfile, { memberId });
    await tx.run(deleteMemberRows, { memberId });
    await tx.run(deleteHidesByOthers, { memberId });
  });
}
