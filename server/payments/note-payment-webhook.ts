import type { AppContext } from '../context.ts';
import type { Handler } from '../platform/handler.ts';
import { askProvider } from './ask-provider.ts';
import { providerNamed } from './providers.ts';
import { providerStateOf } from './provider-state.ts';
import { findByProviderId } from './queries.ts';

const unknownIdsPerSecond = 5;

/**
 * Treats a webhook as a hint only and fetches the payment from the provider. The answer is always the same, so it does
 * not reveal which ids exist; if the provider cannot be asked now, the reconciler does so later.
 */
export const notePaymentWebhook: Handler<'notePaymentWebhook'> = async ({ provider: name, id }, { context, log }) => {
  const provider = providerNamed(context, name);
  if (provider?.isPaymentId(id)) {
    try {
      if (await mayAsk(context, name, id)) await askProvider(context, provider, id);
    } catch (error) {
      log.error({ event: 'payment-not-settled', id, err: (error as Error).message }, 'settling a payment failed');
    }
  }
  return { ok: true };
};

/** Known ids always. Unknown ones, whose webhook may overtake the answer to our own order, only a few per second. */
async function mayAsk(context: AppContext, provider: string, id: string): Promise<boolean> {
  const { unknownIds } = providerStateOf(context);
  if (await context.database.first(findByProviderId, { provider, providerPaymentId: id })) return true;
  const now = context.clock.now().getTime();
  if (now - unknownIds.since >= 1_000) Object.assign(unknownIds, { since: now, asked: 0 });
  unknownIds.asked += 1;
  return unknownIds.asked <= unknownIdsPerSecond;
}
