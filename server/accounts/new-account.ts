import { cleanEmail } from '../../contract/accounts/email.ts';
import { termsDate } from '../../contract/accounts/terms.ts';
import { cleanName } from '../../contract/accounts/username.ts';
import type { Input } from '../../contract/index.ts';
import { askedKinds } from '../../contract/notifications/notification-rules.ts';
import type { Gender, Sexuality } from '../../contract/members/attributes.ts';
import type { Country } from '../../contract/platform/countries.ts';
import type { Language } from '../../contract/platform/languages.ts';
import type { Tracking } from '../../contract/sources/tracking.ts';
import type { AppContext } from '../context.ts';
import { openWallet } from '../credits/wallets.ts';
import { decideStartCredits, findAdvanceCredits } from '../credits/start-credits.ts';
import { deriveMailbox } from '../mail/address.ts';
import { createProfile } from '../members/write-profile.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import { derivePseudonym } from './attempts.ts';
import { type ConsentPlace, logConsents, placeOfCall } from './consents/log-consents.ts';
import { insertMember, lockAccount } from './queries.ts';
import { sensitiveConsentVersion } from './record-consent.ts';
import { type AcceptedText, describeAcceptedText } from './terms/accepted-text.ts';
import { currentTerms } from './terms/rules.ts';

/** The data of a sign-up. It is plain, because a discreet site stores it for a while. */
export interface NewAccount {
  memberId: MemberId;
  email: string;
  name: string;
  passwordHash: string;
  gender: Gender;
  /** The sexuality; null without the consent to store it. */
  sexuality: Sexuality | null;
  consents: boolean;
  /** Consent to mails about discounts and news. */
  wantsOffers: boolean;
  dateOfBirth: string;
  country: Country;
  region: string | null;
  town: string | null;
  about: string;
  language: Language;
  tracking: Tracking | null;
  place: ConsentPlace;
  terms: AcceptedText & { version: string };
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
    wantsOffers: input.consent_offers ?? false,
    dateOfBirth: input.date_of_birth,
    country: input.country as Country,
    region: input.countryregion || null,
    town: input.town || null,
    about: input.about ?? '',
    language: call.language,
    tracking: input.tracking ?? call.visit.tracking ?? null,
    place: placeOfCall(call),
    terms: await readTermsNow(call),
  };
}

/**
 * Writes the account: the member, their consents, profile and wallet. Returns the start credits. Address and name must
 * be taken already.
 */
export async function openAccount(
  tx: Transaction,
  { context, site }: Pick<Call, 'context' | 'site'>,
  account: NewAccount,
): Promise<number> {
  const now = context.clock.now();
  const { memberId, consents, wantsOffers } = account;
  const termsVersion = account.terms.version;
  await tx.run(insertMember, {
    ...account,
    site: site.key,
    now,
    termsVersion,
    consentVersion: consents ? sensitiveConsentVersion : null,
    consentAt: consents ? now : null,
    notificationsOff: wantsOffers ? {} : Object.fromEntries(askedKinds.map((kind) => [kind, 'unasked'])),
  });
  const shared = { memberId, given: true, way: 'page', place: account.place, now } as const;
  await logConsents(tx, { ...shared, subjects: ['terms'], version: termsVersion, text: account.terms });
  if (consents) await logConsents(tx, { ...shared, subjects: ['sensitive'], version: sensitiveConsentVersion });
  if (wantsOffers) await logConsents(tx, { ...shared, subjects: askedKinds });
  await createProfile(tx, { ...account, pool: site.pool, now });
  const mailboxHash = hashMailbox({ context, site }, account.email);
  const credits = await findAdvanceCredits(tx, { mailboxHash, credits: site.settings.signup_credits, now });
  await openWallet(tx, memberId, credits, now);
  return credits;
}

function hashMailbox({ context, site }: Pick<Call, 'context' | 'site'>, email: string): string {
  const place = site.settings.account_discretion ? site.key : '';
  return derivePseudonym(context, `start-credits ${place} ${deriveMailbox(email)}`);
}

/** Grants the start credits. Must be called in the transaction that confirms the address, before confirming. */
export async function decideStartCreditsOnConfirmation(
  tx: Transaction,
  context: AppContext,
  memberId: MemberId,
): Promise<void> {
  const account = await tx.first(lockAccount, { memberId });
  // A second link, such as that of a reset, confirms nothing more.
  if (!account || account.confirmed) return;
  const site = await context.sites.ofMember(account.site, null);
  const mailboxHash = hashMailbox({ context, site }, account.email);
  const credits = site.settings.signup_credits;
  await decideStartCredits(tx, context, { memberId, mailboxHash, credits, now: context.clock.now() });
}

async function readTermsNow(call: Call): Promise<NewAccount['terms']> {
  const { context, site } = call;
  const version = currentTerms(context.terms, context.clock.now());
  return { ...(await describeAcceptedText(call, version)), version: termsDate(site.company.added, version.appliesAt) };
}
