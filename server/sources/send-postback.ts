import type { AppContext } from '../context.ts';
import { type JobRun, isLastTry } from '../platform/jobs/jobs.ts';
import { getStatus } from '../platform/public-requests.ts';
import { findNetwork, findPostback, findSource, endPostback } from './queries.ts';
import { fillTemplate, urlFor } from './rules.ts';

/**
 * Sends a postback. Runs as a job, retried until the network responds 2xx, under one event id, because a status can
 * get lost after the network counted the act. Postbacks of a network that has ended are given up.
 */
export async function sendPostback(
  context: Pick<AppContext, 'clock' | 'config' | 'database' | 'log'>,
  { member_id: memberId, act }: { member_id: MemberId; act: 'sign-up' | 'first-purchase' },
  run?: JobRun,
): Promise<void> {
  const { clock, config, database, log } = context;
  const row = await database.first(findPostback, { memberId, act });
  if (row?.state !== 'waiting') return;
  const end = (state: 'sent' | 'given-up'): Promise<number> =>
    database.transaction((tx) => tx.run(endPostback, { memberId, act, state, now: clock.now() }));
  const network = await database.first(findNetwork, { name: row.network });
  const template = network ? urlFor(network, act) : null;
  if (template === null) {
    await end('given-up');
    return;
  }
  const tracking = (await database.first(findSource, { memberId }))?.tracking ?? {};
  const { postback_id: postbackId, amount, currency } = row;
  const url = fillTemplate(template, { act, postbackId, network: row.network, tracking, amount, currency });
  const status = await getStatus(url, { origins: config.postbackOrigins });
  if (typeof status === 'number' && status >= 200 && status < 300) {
    await end('sent');
    return;
  }
  const isLast = isLastTry(run);
  const facts = { event: 'postback-failed', network: row.network, act, status, given_up: isLast };
  log[isLast ? 'error' : 'warn'](facts, 'a network did not accept a postback');
  if (isLast) await end('given-up');
  else throw new Error(`the network responded ${status}`);
}
