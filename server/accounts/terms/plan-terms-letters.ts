import type { AppContext } from '../../context.ts';
import { queueMany } from '../queue-mail.ts';
import { claimTermsLetters, pageUntold } from './queries.ts';
import { sendingAt, termsToTell, toldBy } from './rules.ts';
import type { TermsVersion } from './terms-versions.data.ts';

const pageSize = 1_000;
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Plans the emails about announced versions of the terms, page by page, once for each member. Runs every hour, so that
 * members who join or come back meanwhile are told, too.
 */
export async function planTermsLetters(context: AppContext): Promise<void> {
  for (const version of termsToTell(context.terms, context.clock.now())) await planVersion(context, version);
}

async function planVersion(context: AppContext, version: TermsVersion): Promise<void> {
  const { database, log } = context;
  const appliesAt = new Date(version.appliesAt);
  let [planned, late, pages] = [0, 0, 0];
  let memberAfter = first;
  for (;;) {
    const rows = await database.all(pageUntold, { memberAfter, appliesAt, limit: pageSize });
    const memberIds = rows.map((row) => row.member_id);
    const last = memberIds.at(-1);
    if (last === undefined) break;
    const told = await planPage(context, version, memberIds, pages);
    pages += 1;
    planned += told.planned;
    late += told.late;
    if (rows.length < pageSize) break;
    memberAfter = last;
  }
  const note = { version: version.appliesAt, planned };
  if (planned > 0) log.info({ event: 'terms.planned', ...note }, 'letters about new terms are planned');
  if (late > 0) log.error({ event: 'terms.late', ...note, late }, 'members are told of new terms too late');
}

/** Inserts row and job in one transaction: a planned email is sent, and none is planned twice. */
async function planPage(
  { database, jobs, clock }: AppContext,
  version: TermsVersion,
  memberIds: readonly string[],
  page: number,
): Promise<{ planned: number; late: number }> {
  const { appliesAt: id, announcedAt } = version;
  const now = clock.now();
  const told = await database.transaction(async (tx) => {
    const claimed = await tx.all(claimTermsLetters, { memberIds, appliesAt: new Date(id), now });
    const runAt = sendingAt(version, page, now);
    const letters = { kind: 'terms-change', id, memberIds: claimed.map((row) => row.member_id) } as const;
    await queueMany(tx, jobs, { ...letters, ...(runAt && { runAt }) });
    return claimed;
  });
  // Members who joined after the announcement are told at once, however close the date.
  const promised = told.filter((row) => row.terms_accepted_at <= new Date(announcedAt ?? id));
  return { planned: told.length, late: now > toldBy(version) ? promised.length : 0 };
}
