import type { Gender, Sexuality } from '../../contract/members/attributes.ts';
import type { Country } from '../../contract/platform/countries.ts';
import type { Input } from '../../contract/index.ts';
import type { Language } from '../../contract/platform/languages.ts';
import { termsDate } from '../../contract/accounts/terms.ts';
import type { Tracking } from '../../contract/sources/tracking.ts';
import { cleanName } from '../../contract/accounts/username.ts';
import { openWallet } from '../credits/open-wallet.ts';
import { createProfile } from '../members/create-profile.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import { cleanEmail } from './email-rules.ts';
import { type ConsentPlace, logConsents, placeOfCall, unknownPlace } from './consents/log-consents.ts';
import { insertMember } from './queries.ts';
import { sensitiveConsentVersion } from './record-consent.ts';
import { startCreditsFor } from './start-credits.ts';
import { type AcceptedText, acceptedText } from './terms/accepted-text.ts';

/** Everything an account is opened with. Plain data, because a discreet site stores it for a while. */
export interface NewAccount {
  memberId: string;
  email: string;
  name: string;
  passwordHash: string;
  gender: Gender;
  /** Null without the consent to store it. */
  sexuality: Sexuality | null;
  /** Whether sensitive facts may be stored. */
  consents: boolean;
  /** `YYYY-MM-DD`. */
  dateOfBirth: string;
  country: Country;
  region: string | null;
  town: string | null;
  /** The profile's first text. Requests of older nodes lack it. */
  about?: string;
  language: Language;
  tracking: Tracking | null;
  /** Where the terms were accepted, their text and its version. Requests of older nodes may lack these. */
  place?: ConsentPlace;
  terms?: AcceptedText;
}

export async function toNewAccount(
  input: Input<'signUp'>,
  call: Call,
  { memberId, passwordHash }: Pick<NewAccount, 'memberId' | 'passwordHash'>,
): Promise<NewAccount> {
  const consents = input.consent_sensitive;
  return {
    memberId,
    email: cleanEmail(input.email),
    name: cleanName(input.name),
    passwordHash,
    gender: input.gender,
    sexuality: consents ? (input.sexuality ?? null) : null,
    consents,
    dateOfBirth: input.date_of_birth,
    country: input.country as Country,
    region: input.countryregion || null,
    town: input.town || null,
    about: input.about ?? '',
    language: call.language,
    tracking: input.tracking ?? call.tracking ?? null,
    place: placeOfCall(call),
    terms: await acceptedText(call),
  };
}

/** Writes member, profile and wallet, and returns the start credits. Address and name must be taken already. */
export async function openAccount(
  tx: Transaction,
  { context, site }: Pick<Call, 'context' | 'site'>,
  account: NewAccount,
): Promise<number> {
  const now = context.clock.now();
  const { memberId, consents } = account;
  const termsVersion = account.terms?.version ?? termsDate(site.company.added);
  await tx.run(insertMember, {
    ...account,
    site: site.key,
    now,
    termsVersion,
    consentVersion: consents ? sensitiveConsentVersion : null,
    consentAt: consents ? now : null,
  });
  const shared = { memberId, given: true, way: 'page', place: account.place ?? unknownPlace, now } as const;
  await logConsents(tx, { ...shared, subjects: ['terms'], version: termsVersion, text: account.terms ?? null });
  if (consents) await logConsents(tx, { ...shared, subjects: ['sensitive'], version: sensitiveConsentVersion });
  await createProfile(tx, { ...account, pool: site.pool, now });
  const credits = await startCreditsFor(tx, { context, site }, account.email);
  await openWallet(tx, memberId, credits, now);
  return credits;
}
