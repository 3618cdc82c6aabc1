import { lowestId } from '../../../contract/platform/id.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { insertSeen, listSeen, pageUntold } from './queries.ts';
import { scheduleTerms } from './rules.ts';
import type { TermsVersion } from './terms-versions.data.ts';

/**
 * Returns the terms as they apply here. A late release's versions count as announced when this installation first sees
 * them, and apply only after its members were told in time. All nodes agree, and a restart changes nothing.
 */
export async function loadTerms(
  { database, clock, log }: Pick<AppContext, 'database' | 'clock' | 'log'>,
  versions: readonly TermsVersion[],
): Promise<readonly TermsVersion[]> {
  const changes = versions.slice(1);
  if (changes.length === 0) return versions;
  const known = new Set((await database.all(listSeen)).map((row) => row.applies_at.toISOString()));
  const fresh = changes.filter(({ appliesAt }) => !known.has(appliesAt));
  // Finds a member who would have to be told of a version that applies tomorrow.
  const somebody = {
    memberAfter: lowestId,
    appliesAt: after(clock.now(), dayMs),
    limit: 1,
  };
  const isNew = fresh.length > 0 && !(await database.first(pageUntold, somebody));
  for (const { appliesAt, announcedAt } of fresh) {
    const seenAt = isNew ? new Date(announcedAt ?? appliesAt) : clock.now();
    await database.transaction((tx) => tx.run(insertSeen, { appliesAt: new Date(appliesAt), seenAt }));
  }
  const seen = new Map((await database.all(listSeen)).map((row) => [row.applies_at.toISOString(), row.seen_at]));
  const scheduled = scheduleTerms(versions, (appliesAt) => seen.get(appliesAt) ?? clock.now());
  for (const [index, { appliesAt }] of scheduled.entries()) {
    const { appliesAt: planned } = versions[index] as TermsVersion;
    if (appliesAt !== planned) log.warn({ event: 'terms.later', planned, appliesAt }, 'new terms apply later here');
  }
  return scheduled;
}
