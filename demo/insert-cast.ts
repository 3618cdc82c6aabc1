import { emailKey } from '../server/mail/address.ts';
import { nameKey } from '../contract/accounts/username.ts';
import { recordSensitiveConsent } from '../server/accounts/record-consent.ts';
import { hashPassword } from '../server/accounts/passwords.ts';
import type { AppContext } from '../server/context.ts';
import { openWallet } from '../server/credits/wallets.ts';
import { activateProfile, createProfile } from '../server/members/write-profile.ts';
import type { RowOf, Transaction } from '../server/platform/database/database.ts';
import { newToken } from '../server/platform/hash.ts';
import { createId } from '../server/platform/ids.ts';
import { buildCastEmail, computeBirthday, joinedAt, lastActiveAt } from './cast.ts';
import { type DemoMember, demoMembers } from './members.data.ts';
import { describeProfile, findMembers, insertAccounts, insertAddresses, insertNames, lockFilling } from './queries.ts';

/** Inserts the fictional members in one transaction. Returns false if the site already has any members. */
export async function insertCast(context: AppContext): Promise<boolean> {
  if (isTaken(await context.database.first(findMembers))) return false;
  const now = context.clock.now();
  // The hash of a random token that is not stored, so that nobody can log in as a fictional member.
  const passwordHash = await hashPassword(newToken());
  return context.database.transaction(async (tx) => {
    await tx.run(lockFilling);
    if (isTaken(await tx.first(findMembers))) return false;
    const ids = demoMembers.map(() => createId<MemberId>());
    await insertRows(tx, ids, passwordHash, now);
    for (const [place, member] of demoMembers.entries()) await insertOne(tx, ids[place]!, member, place, now);
    return true;
  });
}

function isTaken(members: RowOf<typeof findMembers> | undefined): boolean {
  return members !== undefined && (members.filled || members.used);
}

async function insertRows(tx: Transaction, ids: MemberId[], passwordHash: string, now: Date): Promise<void> {
  const emails = demoMembers.map((member) => buildCastEmail(member.seed));
  const names = demoMembers.map((member) => member.name);
  await tx.run(insertAccounts, {
    passwordHash,
    ids,
    emails,
    names,
    languages: demoMembers.map((member) => member.language),
    countries: demoMembers.map((member) => member.country),
    signupDates: demoMembers.map((_member, place) => joinedAt(place, now)),
  });
  await tx.run(insertAddresses, { emailKeys: emails.map(emailKey), ids });
  await tx.run(insertNames, { nameKeys: names.map(nameKey), ids });
}

async function insertOne(
  tx: Transaction,
  memberId: MemberId,
  member: DemoMember,
  place: number,
  now: Date,
): Promise<void> {
  const { name, gender, sexuality, country, town } = member;
  const dateOfBirth = computeBirthday(member.age, place, now);
  const profile = { memberId, name, gender, sexuality, dateOfBirth, country, region: null, town, fictional: true, now };
  await createProfile(tx, profile);
  await tx.run(describeProfile, {
    memberId,
    about: member.about,
    hairColor: member.hair_color,
    eyeColor: member.eye_color,
    bodyType: member.body_type,
    relationshipStatus: member.relationship_status,
    tattoos: member.tattoos,
    languages: member.languages,
    interests: member.interests,
    lastActiveAt: lastActiveAt(place, now),
  });
  await activateProfile(tx, memberId);
  await recordSensitiveConsent(tx, memberId, true, now);
  await openWallet(tx, memberId, 0, now);
}
