import { reactivationWindowDays } from '../../../contract/accounts/limits.ts';
import { termsDate } from '../../../contract/accounts/terms.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { TermsVersion } from './terms-versions.data.ts';

/** The terms promise each member an email this long before they change. */
const noticeDays = 14;
/** All emails go out within this time after the announcement. */
const sendingDays = 1;
/** A change is announced at least this long before it applies. */
export const announcementDays = noticeDays + sendingDays;

/**
 * Returns the versions if every change is announced in time: 14 days before it applies, plus a day to send the emails,
 * and one at a time. Throws otherwise: a server must not start with terms that break their own promise.
 */
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
      say(`it is announced less than ${noticeDays} days before, with ${sendingDays} more to send the e-mails`),
    );
  if (changes.length === 0) problems.push(say('it does not say what changes'));
  return problems;
}

function isMoment(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

/**
 * Returns the versions as they apply where each was first seen at some moment: announced no earlier than that, one at
 * a time, and applying from the start of a day at least 15 days later.
 */
export function settledTerms(
  versions: readonly TermsVersion[],
  seenAt: (appliesAt: string) => Date,
): readonly TermsVersion[] {
  const settled: TermsVersion[] = [];
  for (const version of versions) {
    const { announcedAt, appliesAt } = version;
    const earlier = settled.at(-1);
    if (announcedAt === null || !earlier) settled.push(version);
    else {
      const announced = latest([new Date(announcedAt), seenAt(appliesAt), new Date(earlier.appliesAt)]);
      const told = dayFrom(after(announced, announcementDays * dayMs));
      const applies = latest([new Date(appliesAt), told]);
      settled.push({ ...version, announcedAt: announced.toISOString(), appliesAt: applies.toISOString() });
    }
  }
  return settled;
}

const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map(Number)));

/** The first start of a day in UTC that is not before `time`. */
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

/**
 * Returns the announced versions that members are told of: each until nobody who left before it applied can come back.
 */
export function termsToTell(versions: readonly TermsVersion[], now: Date): TermsVersion[] {
  return versions.filter(
    (version) => isAnnounced(version, now) && now < after(new Date(version.appliesAt), reactivationWindowDays * dayMs),
  );
}

/** Returns the deadline for the emails about a version. */
export function toldBy({ appliesAt }: TermsVersion): Date {
  return after(new Date(appliesAt), -noticeDays * dayMs);
}

const pageEverySeconds = 12;

/**
 * Returns when the emails of a page of a thousand (counted from 0) go out; null for at once. They have priority over
 * notices, so they must not all wait together. Five million take 17 hours; none is delayed past the deadline.
 */
export function sendingAt(version: TermsVersion, page: number, now: Date): Date | null {
  const at = after(now, page * pageEverySeconds * 1_000);
  return page > 0 && at < toldBy(version) ? at : null;
}

/** Returns the terms that a site's members accept now: the version's date at that site, and its sentences. */
export function acceptedTerms(
  versions: readonly TermsVersion[],
  companyAdded: string,
  now: Date,
): { date: string; sentences: SentenceId[] } {
  const version = currentTerms(versions, now);
  return { date: termsDate(companyAdded, version.appliesAt), sentences: listTermsSentences(version) };
}

/** Every sentence of a version, in its order. */
export function listTermsSentences({ intro, sections }: TermsVersion): SentenceId[] {
  return [...intro, ...sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flat()])];
}
