import type { AppContext } from '../context.ts';
import type { Handler } from '../platform/handler.ts';
import { askProvider } from './ask-provider.ts';
import { deskOf } from './desk.ts';
import { findByProviderId } from './queries.ts';

const strangersPerSecond = 5;

/**
 * Takes a notice of the provider as a hint and asks the provider itself. The answer is always the same: it tells a
 * stranger nothing about which ids exist, and the reconciler heals what could not be asked now.
 */
export const notePaymentWebhook: Handler<'notePaymentWebhook'> = async ({ provider, id }, { context, log }) => {
  const desk = deskOf(context);
  if (provider === desk.provider.name && desk.provider.isPaymentId(id)) {
    try {
      if (await mayAsk(context, id)) await askProvider(context, id);
    } catch (error) {
      log.error({ event: 'payment-not-settled', id, err: (error as Error).message }, 'a payment was not settled');
    }
  }
  return { ok: true };
};

/** Known ids always; unknown ones, which may be faster than the answer to our own order, a few a second. */
async function mayAsk(context: AppContext, id: string): Promise<boolean> {
  const { provider, strangers } = deskOf(context);
  if (await context.database.first(findByProviderId, [provider.name, id])) return true;
  const now = context.clock.now().getTime();
  if (now - strangers.since >= 1_000) Object.assign(strangers, { since: now, asked: 0 });
  strangers.asked += 1;
  return strangers.asked <= strangersPerSecond;
}
