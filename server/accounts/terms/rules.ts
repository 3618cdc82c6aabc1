import { reactivationWindowDays } from '../../../contract/accounts/limits.ts';
import { termsDate } from '../../../contract/accounts/terms.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { TermsVersion } from './terms-versions.data.ts';

/** The terms promise each member a mail this long before they change. */
const announcedDays = 14;
/** The days within which all mails go out after an announcement. */
const sendingDays = 1;
/** A change is announced at least this long before it applies. */
export const announcementDays = announcedDays + sendingDays;

/** Throws unless every change is announced in time: a server must not start with terms that break their own promise. */
export function checkTerms(versions: readonly TermsVersion[]): readonly TermsVersion[] {
  const problems = versions.flatMap((version, index) => listProblems(version, versions[index - 1]));
  if (versions.length === 0) problems.push('there is none');
  if (problems.length > 0) throw new Error(`The terms of use cannot change like this:\n- ${problems.join('\n- ')}`);
  return versions;
}

function listProblems(version: TermsVersion, earlier: TermsVersion | undefined): string[] {
  const { appliesAt, announcedAt, changes } = version;
  const say = (problem: string): string => `version of ${appliesAt}: ${problem}`;
  if (![appliesAt, announcedAt ?? appliesAt].every(isMoment)) return [say('a time is not ISO 8601 in UTC')];
  if (!earlier) return announcedAt === null ? [] : [say('the first one is not announced')];
  if (announcedAt === null) return [say('it is not announced')];
  const problems: string[] = [];
  if (!appliesAt.endsWith('T00:00:00.000Z')) problems.push(say('it does not begin with a day in UTC'));
  if (announcedAt < earlier.appliesAt) problems.push(say('it is announced before the earlier one applies'));
  if (after(new Date(announcedAt), announcementDays * dayMs) > new Date(appliesAt))
    problems.push(
      say(`it is announced less than ${announcedDays} days before, with ${sendingDays} more to send the mails`),
    );
  if (changes.length === 0) problems.push(say('it does not say what changes'));
  return problems;
}

function isMoment(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

/**
 * Schedules versions that were released late: each is announced when it is first seen, after the one before it applies,
 * and applies from the start of a day at least 15 days later.
 */
export function scheduleTerms(
  versions: readonly TermsVersion[],
  seenAt: (appliesAt: string) => Date,
): readonly TermsVersion[] {
  const scheduled: TermsVersion[] = [];
  for (const version of versions) {
    const { announcedAt, appliesAt } = version;
    const earlier = scheduled.at(-1);
    if (announcedAt === null || !earlier) scheduled.push(version);
    else {
      const announced = latest([new Date(announcedAt), seenAt(appliesAt), new Date(earlier.appliesAt)]);
      const told = dayFrom(after(announced, announcementDays * dayMs));
      const applies = latest([new Date(appliesAt), told]);
      scheduled.push({ ...version, announcedAt: announced.toISOString(), appliesAt: applies.toISOString() });
    }
  }
  return scheduled;
}

const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map(Number)));

const dayFrom = (time: Date): Date => new Date(Math.ceil(time.getTime() / dayMs) * dayMs);

/** Returns the version in force. */
export function currentTerms(versions: readonly TermsVersion[], now: Date): TermsVersion {
  const begun = versions.filter(({ appliesAt }) => new Date(appliesAt) <= now);
  return (begun.at(-1) ?? versions[0]) as TermsVersion;
}

/** Returns the version that is announced but not in force yet. */
export function comingTerms(versions: readonly TermsVersion[], now: Date): TermsVersion | undefined {
  return versions.find((version) => isAnnounced(version, now) && new Date(version.appliesAt) > now);
}

function isAnnounced({ announcedAt }: TermsVersion, now: Date): boolean {
  return announcedAt !== null && new Date(announcedAt) <= now;
}

/** Includes each version until nobody who left before it applied can come back. */
export function termsToTell(versions: readonly TermsVersion[], now: Date): TermsVersion[] {
  return versions.filter(
    (version) => isAnnounced(version, now) && now < after(new Date(version.appliesAt), reactivationWindowDays * dayMs),
  );
}

/** Returns the deadline for the mail about a version. */
export function announcementDeadline({ appliesAt }: TermsVersion): Date {
  return after(new Date(appliesAt), -announcedDays * dayMs);
}

/** An answer in the log of consents; `version` is the date that the member saw. */
export interface TermsAnswer {
  version: string;
  given: boolean;
}

export interface OwnTerms {
  /** The version that binds the member. */
  own: TermsVersion;
  /** The latest version that the member agreed to. It may not apply yet. */
  agreed: TermsVersion;
  /** The version that the member is asked about; null if no material change waits for an answer. */
  asked: TermsVersion | null;
  /** Whether the member has said no to the changes of `asked`. */
  declined: boolean;
  /** Whether the member has said no to changes and not agreed since, even if later ones are asked about. */
  refused: boolean;
}

/**
 * Derives what binds a member from their answers. A material version binds once they agreed to it or to a later one; a
 * minor one binds by itself, but only members whom the version before it binds, because its text contains that version.
 */
export function deriveOwnTerms(
  versions: readonly TermsVersion[],
  answers: readonly TermsAnswer[],
  now: Date,
): OwnTerms {
  const given = answers.map((answer) => ({ ...answer, index: findAnswered(versions, answer.version) }));
  const agreed = Math.max(0, ...given.filter((answer) => answer.given).map(({ index }) => index));
  let own = 0;
  for (const [index, version] of versions.entries()) {
    if (new Date(version.appliesAt) > now) break;
    const isAgreed = given.some((answer) => answer.given && answer.index === index);
    if (isAgreed || (version.weight === 'minor' && own === index - 1)) own = index;
  }
  const open = versions.flatMap((version, index) =>
    index > Math.max(own, agreed) && isAnnounced(version, now) ? [index] : [],
  );
  const material = open.findLast((index) => versions[index]?.weight === 'material');
  return {
    own: versions[own] as TermsVersion,
    agreed: versions[agreed] as TermsVersion,
    asked: (material !== undefined && versions[open.at(-1) ?? material]) || null,
    declined: material !== undefined && given.some((answer) => !answer.given && answer.index >= material),
    refused: given.some((answer) => !answer.given && answer.index > Math.max(own, agreed)),
  };
}

/** Finds the version that applied at a date: a company that was added later has a date of its own. */
function findAnswered(versions: readonly TermsVersion[], date: string): number {
  return versions.indexOf(currentTerms(versions, new Date(date)));
}

const postponedDays = 7;

/** Returns the version whose announcement the pages show, unless the member closed it: a question comes back. */
export function termsToShow(
  { asked, declined }: OwnTerms,
  coming: TermsVersion | undefined,
): { version: TermsVersion; isHidden: (dismissedAt: Date, now: Date) => boolean } | null {
  if (asked)
    return declined
      ? null
      : { version: asked, isHidden: (dismissedAt, now) => now < after(dismissedAt, postponedDays * dayMs) };
  return coming?.weight === 'minor' ? { version: coming, isHidden: () => true } : null;
}

const pageEverySeconds = 12;

/**
 * Returns when a page of these mails is sent (a thousand each, from 0); null: at once. The pages are spread, because
 * these mails have priority over notices. Five million take 17 hours; none is delayed past the deadline.
 */
export function sendingAt(version: TermsVersion, page: number, now: Date): Date | null {
  const at = after(now, page * pageEverySeconds * 1_000);
  return page > 0 && at < announcementDeadline(version) ? at : null;
}

/** Returns the version's date at that site, and its sentences. */
export function acceptedTerms(
  versions: readonly TermsVersion[],
  companyAdded: string,
  now: Date,
): { date: string; sentences: SentenceId[] } {
  const version = currentTerms(versions, now);
  return { date: termsDate(companyAdded, version.appliesAt), sentences: listTermsSentences(version) };
}

export function listTermsSentences({ intro, sections }: TermsVersion): SentenceId[] {
  return [...intro, ...sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flat()])];
}
