import type { Country } from '../../contract/platform/countries.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { MemberCall } from '../platform/handler.ts';
import type { Member } from '../platform/session.ts';
import { findCountries, setCountries } from './queries.ts';

const waitDays = 30;
const correctionMs = dayMs;

type Countries = Pick<Member, 'country' | 'nextCountry'>;

/** Returns the country that sets a member's prices at a given time, and the pending one. */
export function countriesAt(
  row: { country: Country; next_country: Country | null; next_country_from: Date | null },
  now: Date,
): Countries {
  const { country, next_country: next, next_country_from: from } = row;
  if (next === null || from === null) return { country, nextCountry: null };
  if (from <= now) return { country: next, nextCountry: null };
  return { country, nextCountry: { country: next, from } };
}

/**
 * Applies a declared country to prices and tax: at once if the request comes from there or within a day of the sign-up,
 * otherwise after 30 days, so that naming a cheap country brings no low price now.
 */
export async function declareCountry(
  tx: Transaction,
  { context, member, geoipCountry }: MemberCall,
  declared: Country,
): Promise<void> {
  const row = await tx.first(findCountries, { memberId: member.id });
  if (!row) return;
  const now = context.clock.now();
  const held = countriesAt(row, now);
  const isFree = geoipCountry === declared || now < after(row.signup_at, correctionMs);
  const { country, nextCountry } = countriesAfter(held, declared, isFree ? now : after(now, waitDays * dayMs), now);
  await tx.run(setCountries, {
    memberId: member.id,
    country,
    next: nextCountry?.country ?? null,
    nextFrom: nextCountry?.from ?? null,
  });
}

function countriesAfter(held: Countries, declared: Country, from: Date, now: Date): Countries {
  if (declared === held.country || from <= now) return { country: declared, nextCountry: null };
  // Declaring the same country again does not restart the wait.
  if (declared === held.nextCountry?.country) return held;
  return { country: held.country, nextCountry: { country: declared, from } };
}
