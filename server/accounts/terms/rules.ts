import { reactivationWindowDays } from '../../../contract/limits.ts';
import { termsDate } from '../../../contract/terms.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { TermsVersion } from './terms-versions.data.ts';

/** What the terms promise: so long before they change, each member has an e-mail. */
const noticeDays = 14;
/** Within this time after the announcement all e-mails go out. */
const sendingDays = 1;
/** So long before it applies, a change is announced at the latest. */
export const announcementDays = noticeDays + sendingDays;

/**
 * The versions, if every change is announced in time: 14 days before it applies, after a day in which the e-mails go out,
 * and one at a time. Throws otherwise: a server must not start with terms that break their own promise.
 */
export function checkTerms(versions: readonly TermsVersion[]): readonly TermsVersion[] {
  const problems = versions.flatMap((version, index) => problemsOf(version, versions[index - 1]));
  if (versions.length === 0) problems.push('there is none');
  if (problems.length > 0) throw new Error(`The terms of use cannot change like this:\n- ${problems.join('\n- ')}`);
  return versions;
}

function problemsOf(version: TermsVersion, earlier: TermsVersion | undefined): string[] {
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
 * The versions as they apply where each was first seen at some moment: announced no earlier than then, one at a time, and
 * applying no earlier than 15 days later, from the beginning of a day on.
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

/** The beginning of a day in UTC, no earlier than a moment. */
const dayFrom = (time: Date): Date => new Date(Math.ceil(time.getTime() / dayMs) * dayMs);

/** The version that applies. */
export function currentTerms(versions: readonly TermsVersion[], now: Date): TermsVersion {
  const begun = versions.filter(({ appliesAt }) => new Date(appliesAt) <= now);
  return (begun.at(-1) ?? versions[0]) as TermsVersion;
}

/** The version that was announced and does not apply yet. */
export function comingTerms(versions: readonly TermsVersion[], now: Date): TermsVersion | undefined {
  return versions.find((version) => isAnnounced(version, now) && new Date(version.appliesAt) > now);
}

function isAnnounced({ announcedAt }: TermsVersion, now: Date): boolean {
  return announcedAt !== null && new Date(announcedAt) <= now;
}

/**
 * The versions of which members are told now: those announced, until whoever left before the last letters can no longer
 * come back.
 */
export function termsToTell(versions: readonly TermsVersion[], now: Date): TermsVersion[] {
  return versions.filter(
    (version) => isAnnounced(version, now) && now < after(new Date(version.appliesAt), reactivationWindowDays * dayMs),
  );
}

/** Until when the e-mails about a version must have gone out. */
export function toldBy({ appliesAt }: TermsVersion): Date {
  return after(new Date(appliesAt), -noticeDays * dayMs);
}

const pageEverySeconds = 12;

/**
 * When the letters of a page of a thousand, counted from 0, go out, if not at once: not all may wait together, because they
 * come before the notices. Five million take 17 hours; none waits that would come too late.
 */
export function sendingAt(version: TermsVersion, page: number, now: Date): Date | null {
  const at = after(now, page * pageEverySeconds * 1_000);
  return page > 0 && at < toldBy(version) ? at : null;
}

/** What members of a site accept at a moment: the date is the version's there, and the sentences are its text. */
export function acceptedTerms(
  versions: readonly TermsVersion[],
  companyAdded: string,
  now: Date,
): { date: string; sentences: SentenceId[] } {
  const version = currentTerms(versions, now);
  return { date: termsDate(companyAdded, version.appliesAt), sentences: sentencesOf(version) };
}

/** Every sentence of a version, in its order. */
export function sentencesOf({ intro, sections }: TermsVersion): SentenceId[] {
  return [...intro, ...sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flat()])];
}
