import type { Gender } from '../../contract/attributes.ts';
import { grantCredits } from '../../server/credits/grant-credits.ts';
import { openWallet } from '../../server/credits/open-wallet.ts';
import { createProfile } from '../../server/members/create-profile.ts';
import { openSession } from '../../server/platform/sessions.ts';
import { LiveView } from './live-view.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import type { Person } from './story.ts';

/**
 * Members of a round, written past the app before anything breaks: nobody waits for the hash of a password. One of them
 * is free, the others are premium and so see whole histories; some have so few credits that they run out.
 */
export async function makePeople(stage: Stage, random: Random, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1)
    people.push(await makePerson(stage, { id: random.uuid(), paid: index > 0, credits: random.pick([12, 120, 300]) }));
  return people;
}

async function makePerson(
  { database, app }: Stage,
  { id, paid, credits }: { id: string; paid: boolean; credits: number },
): Promise<Person> {
  const now = new Date();
  const name = `Member ${id.slice(0, 8)}`;
  await database.pool.query(
    `insert into members (member_id, site, email, name, password_hash, status, confirmed_at, language, country, signup_at,
                          paid_at, terms_version, terms_accepted_at)
     values ($1, 'default', $2, $3, 'none', 'active', $4, 'en', 'NL', $4, $5, '1', $4)`,
    [id, `${id}@example.org`, name, now, paid ? now : null],
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
  return { id, token, paid, credits, view: new LiveView(app.address, token) };
}
