import type { Gender } from '../../contract/members/attributes.ts';
import { grantCredits } from '../../server/credits/grant-credits.ts';
import { openWallet } from '../../server/credits/open-wallet.ts';
import { createProfile } from '../../server/members/create-profile.ts';
import { openSession } from '../../server/accounts/sessions/sessions.ts';
import { LiveView } from './live-view.ts';
import type { Random } from './random.ts';
import type { Environment } from './environment.ts';
import type { TestMember } from './model.ts';

/**
 * Creates the members of a round directly in the database, which avoids hashing passwords. The first two are free
 * accounts of one person, the next two premium accounts of another. All others are premium, so they see whole
 * histories. Some have few credits and run out.
 */
export async function createMembers(environment: Environment, random: Random, count: number): Promise<TestMember[]> {
  const members: TestMember[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = random.uuid();
    const sharesMailbox = index === 1 || index === 3;
    const mailbox = (sharesMailbox && members[index - 1]?.mailbox) || `box-${id}`;
    members.push(
      await createMember(environment, { id, mailbox, paid: index > 1, credits: random.pick([12, 12, 40, 300]) }),
    );
  }
  return members;
}

async function createMember(
  { database, app }: Environment,
  { id, mailbox, paid, credits }: Pick<TestMember, 'id' | 'mailbox' | 'paid' | 'credits'>,
): Promise<TestMember> {
  const now = new Date();
  const name = `Member ${id.slice(0, 8)}`;
  await database.pool.query(
    `insert into members (member_id, site, email, name, password_hash, status, confirmed_at, language, country, signup_at,
                          paid_at, terms_version, terms_accepted_at)
     values ($1, 'default', $2, $3, 'none', 'active', $4, 'en', 'NL', $4, $5, '1', $4)`,
    [id, `${mailbox}+${id.slice(0, 8)}@example.org`, name, now, paid ? now : null],
  );
  const token = await database.transaction(async (tx) => {
    const place = { country: 'NL', region: null, town: null } as const;
    const birth = { gender: 'female' as Gender, sexuality: null, dateOfBirth: '1990-05-17' };
    await createProfile(tx, { memberId: id, name, ...birth, ...place, now });
    await openWallet(tx, id, 0, now);
    const from = { cause: 'bonus', causeId: id, paymentId: null, price: null } as const;
    await grantCredits(tx, { memberId: id, credits, ...from, now });
    return openSession(tx, id, 'web', now);
  });
  await database.pool.query(`update profiles set status = 'active' where member_id = $1`, [id]);
  return { id, token, mailbox, paid, credits, view: new LiveView(app.address, token) };
}
