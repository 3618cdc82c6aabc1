import type { Input } from '../../contract/index.ts';
import type { AppContext } from '../context.ts';
import { refuse, refuseFields } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import { askProvider } from './ask-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { providerNamed, getProviderState } from './providers.ts';
import { checkNow, findByProviderId } from './queries.ts';

const unknownIdsPerSecond = 5;

/**
 * Handles a webhook, which is only a hint to fetch the payment. The response to an unsigned one never reveals which ids
 * exist; if the provider fails, the reconciler asks within a minute. A signed one gets an error then, and is repeated.
 */
export const handlePaymentWebhook: Handler<'handlePaymentWebhook'> = async (input, call) => {
  const { context, log } = call;
  const provider = providerNamed(context, input.provider);
  const { id, signed } = provider?.readSignedWebhook ? readSigned(provider, input, call) : readUnsigned(input);
  if (id !== null && provider?.isPaymentId(id)) {
    try {
      if (signed || (await mayAsk(context, provider.name, id))) await askProvider(context, provider, id);
    } catch (error) {
      log.error({ event: 'payment-not-settled', id, err: (error as Error).message }, 'settling a payment failed');
      if (signed) refuse('request.busy');
      await askSoon(context, provider.name, id);
    }
  }
  return { ok: true };
};

interface ReadWebhook {
  /** The payment's id; null if the webhook is not about one. */
  id: string | null;
  signed: boolean;
}

function readUnsigned({ id }: Input<'handlePaymentWebhook'>): ReadWebhook {
  if (id === undefined) refuseFields({ id: 'field.missing' });
  return { id: id ?? null, signed: false };
}

function readSigned(
  provider: PaymentProvider,
  { payload = '', signature = '' }: Input<'handlePaymentWebhook'>,
  { context, log }: Call,
): ReadWebhook {
  const webhook = provider.readSignedWebhook?.(payload, signature, context.clock.now());
  if (webhook?.signed) return webhook;
  const facts = { event: 'payment-webhook-refused', provider: provider.name, reason: webhook?.reason };
  log.warn(facts, 'a webhook is not signed by the payment provider');
  return refuse('request.malformed');
}

/**
 * Lets the reconciler ask about a payment soon. Completed payments are otherwise asked about only after months, far too
 * late for the news of a webhook.
 */
async function askSoon({ database }: AppContext, provider: string, providerPaymentId: string): Promise<void> {
  const known = await database.first(findByProviderId, { provider, providerPaymentId });
  if (!known) return;
  const { member_id: memberId, payment_id: paymentId } = known;
  await database.transaction((tx) => tx.run(checkNow, { memberId, paymentId }));
}

/** True for known ids; for unknown ones, whose webhook may overtake the response to our order, a few a second. */
async function mayAsk(context: AppContext, provider: string, id: string): Promise<boolean> {
  const { unknownIds } = getProviderState(context);
  if (await context.database.first(findByProviderId, { provider, providerPaymentId: id })) return true;
  const now = context.clock.now().getTime();
  if (now - unknownIds.since >= 1_000) Object.assign(unknownIds, { since: now, asked: 0 });
  unknownIds.asked += 1;
  return unknownIds.asked <= unknownIdsPerSecond;
}
