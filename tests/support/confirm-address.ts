import { join } from 'node:path';

import pg from 'pg';

import { type Country, countries, getCapitalTimeZone } from '../../contract/platform/countries.ts';
import { notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { findRunningPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';
import type { JobName } from '../../server/modules.ts';
import { whenToSend } from '../../server/notifications/rules.ts';

/** Confirms a member's address without a mail, for tests of other features. */
export async function confirmAddress(memberId: MemberId): Promise<void> {
  await changeRows(
    `with confirmed as (update members set status = 'active', confirmed_at = now() where member_id = $1)
     update profiles set status = 'active' where member_id = $1`,
    [memberId],
  );
}

/** Gives a member an address whose mails bounced. */
export async function bounceMail(memberId: MemberId, email: string): Promise<void> {
  await changeRows('update members set email = $2 where member_id = $1', [memberId, email]);
  const off = JSON.stringify(Object.fromEntries(notificationKinds.map((kind) => [kind, 'bounce'])));
  await changeRows('update members set notifications_off = $2, address_failed = true where member_id = $1', [
    memberId,
    off,
  ]);
}

/** Moves a member's sign-up into the past. */
export async function moveSignUp(memberId: MemberId, seconds: number): Promise<void> {
  const text = `update members set signup_at = signup_at - $2 * interval '1 second' where member_id = $1`;
  await changeRows(text, [memberId, seconds]);
}

/** Moves a member's sign-up and its time bonus into the past. */
export async function moveTimeBonus(memberId: MemberId, seconds: number): Promise<void> {
  // A bonus is never changed; a deleted one starts again with the sign-up.
  await changeRows('delete from time_bonuses where member_id = $1', [memberId]);
  await moveSignUp(memberId, seconds);
}

/** Gives a member a personal discount code, in whole percent. */
export async function giveCode(memberId: MemberId, code: string, percentage: number): Promise<void> {
  await changeRows(
    `insert into discount_codes (code, scope, percentage, minimum, member_id, valid_from, member_uses_max, created_at)
     values ($2, 'default', $3, 0, $1, now(), 1, now())`,
    [memberId, code, percentage],
  );
}

/** Moves a member's account deletion into the past. */
export async function moveAccountDeletion(memberId: MemberId, days: number): Promise<void> {
  const values = [memberId, days];
  const earlier = (column: string): string => `${column} = ${column} - $2 * interval '1 day'`;
  await changeRows(
    `update account_deletions set ${earlier('left_at')}, ${earlier('due_at')} where member_id = $1`,
    values,
  );
  await changeRows(
    `update tokens set ${earlier('expires_at')} where member_id = $1 and purpose = 'reactivation'`,
    values,
  );
}

/** Makes the server run a job now. */
export async function runJob(name: JobName): Promise<void> {
  await changeRows('select graphile_worker.add_job($1)', [name]);
}

/** Makes a member's waiting notices due for mail, in a country where it is day, and sends them. */
export async function passSilence(memberId: MemberId): Promise<void> {
  await beAway(memberId);
  await changeRows(`update notices set waiting_since = ${past}, due_at = ${past} where member_id = $1`, [memberId]);
  await runJob('send-notices');
}

/**
 * Makes waiting notices due for a push, also after another push, and sends it. In one statement, because an open page's
 * heartbeat between the steps would count as having seen everything.
 */
export async function passPushSilence(memberId: MemberId): Promise<void> {
  await changeRows(
    `with awake as (update members set country = $2 where member_id = $1),
          away as (update profiles set last_active_at = ${past} where member_id = $1),
          due as (update notices set push_due_at = ${past}, pushed = '{}' where member_id = $1)
     select graphile_worker.add_job('send-pushes')`,
    [memberId, countryByDay()],
  );
}

const past = `now() - interval '1 hour'`;

function countryByDay(): Country | undefined {
  const isDay = (country: Country): boolean => whenToSend(new Date(), getCapitalTimeZone(country)) === null;
  return (Object.keys(countries) as Country[]).find(isDay);
}

async function beAway(memberId: MemberId): Promise<void> {
  await changeRows('update members set country = $2 where member_id = $1', [memberId, countryByDay()]);
  await changeRows(`update profiles set last_active_at = ${past} where member_id = $1`, [memberId]);
}

let pool: pg.Pool | undefined;

/** Changes rows of the server under test, which is the only one of this process. */
async function changeRows(text: string, values: unknown[]): Promise<void> {
  if (!pool) {
    const connection = findRunningPostgres(join(process.env['DATA_DIR'] ?? '', 'database'));
    if (!connection) throw new Error('the server under test has no database in DATA_DIR');
    pool = new pg.Pool({ ...connection, max: 1, allowExitOnIdle: true });
    // The server ends the idle connection when it stops.
    pool.on('error', () => undefined);
  }
  await pool.query(text, values);
}
