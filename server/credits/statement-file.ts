import { Readable } from 'node:stream';

import type {} from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

import { type Cause, causesLike, isCause } from '../../contract/credits/causes.ts';
import { isLanguage } from '../../contract/platform/languages.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import type { AppContext } from '../context.ts';
import { csvLine } from '../platform/text/csv.ts';
import { findCaller } from '../platform/dispatch/dispatch.ts';
import { must } from '../platform/failure.ts';
import type { Member } from '../platform/session.ts';
import type { Site } from '../platform/site.ts';
import { presentEntries } from './present-entries.ts';
import { listEntriesBelow } from './queries.ts';

const batch = 500;
const numberMax = 2_147_483_647;

/** Streams the member's statement as CSV, by cause (`?cause=`) or in full, in their language: UTF-8, no BOM. */
export function registerStatementFile(server: FastifyInstance, context: AppContext): void {
  server.get('/api/ledger.csv', async (request, reply) => {
    const { host, cookies } = request;
    const { session, site } = await findCaller(context, { host, cookies, geoipCountry: null });
    must(session, 'session.missing', { authentication_required: true });
    await context.rateLimits.enforceCall('export', request.ip, session.member.id);
    const { cause } = request.query as { cause?: unknown };
    const lines = statementLines(context, session.member, site, isCause(cause) ? cause : undefined);
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="statement.csv"')
      .header('x-content-type-options', 'nosniff')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines));
  });
}

async function* statementLines(
  { database, sentences }: AppContext,
  { id: memberId, language }: Member,
  site: Site,
  cause: Cause | undefined,
): AsyncGenerator<string> {
  const say = sentences.in(isLanguage(language) ? language : 'en');
  const columns = [
    'payments.result.date',
    'payments.statement.what',
    'payments.statement.who',
    'payments.statement.credits',
    'payments.statement.balance',
    'payments.result.number',
  ] as const;
  yield csvLine(columns.map((column) => say(column)));
  for (let below = numberMax; ;) {
    const rows = await database.all(listEntriesBelow, { memberId, causes: causesLike(cause), below, limit: batch });
    for (const entry of await presentEntries(database, { memberId, site }, rows)) {
      const name = entry.profile?.name;
      const what = say(`payments.cause.${entry.cause}`, { name: name ?? say('payments.someone') });
      const order = entry.payment === null ? '' : formatOrderNumber(entry.payment);
      yield csvLine([entry.at, what, name ?? '', entry.credits, entry.balance, order]);
    }
    below = rows.at(-1)?.number ?? 0;
    if (rows.length < batch) return;
  }
}
