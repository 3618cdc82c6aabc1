import type { Input } from '../../contract/index.ts';
import type { AppContext } from '../context.ts';
import { refuse, refuseFields } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import { askProvider } from './ask-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { providerNamed } from './providers.ts';
import { getProviderState } from './provider-state.ts';
import { checkNow, findByProviderId } from './queries.ts';

const unknownIdsPerSecond = 5;

/**
 * Treats a webhook as a hint only and fetches the payment from the provider. An unsigned webhook always gets the same
 * response, so it does not reveal which ids exist; if the provider cannot be asked now, the reconciler does so within a
 * minute. A signed webhook gets an error then, and the provider repeats it. A missing required signature is refused.
 */
export const handlePaymentWebhook: Handler<'handlePaymentWebhook'> = async (input, call) => {
  const { context, log } = call;
  const provider = providerNamed(context, input.provider);
  const { id, signed } = provider?.readSignedNotice ? readSigned(provider, input, call) : readUnsigned(input);
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

interface Notice {
  /** Null if the webhook is not about a payment. */
  id: string | null;
  signed: boolean;
}

function readUnsigned({ id }: Input<'handlePaymentWebhook'>): Notice {
  if (id === undefined) refuseFields({ id: 'field.missing' });
  return { id: id ?? null, signed: false };
}

function readSigned(
  provider: PaymentProvider,
  { payload = '', signature = '' }: Input<'handlePaymentWebhook'>,
  { context, log }: Call,
): Notice {
  const notice = provider.readSignedNotice?.(payload, signature, context.clock.now());
  if (notice?.signed) return notice;
  const facts = { event: 'payment-webhook-refused', provider: provider.name, reason: notice?.reason };
  log.warn(facts, 'a webhook is not signed by the payment provider');
  return refuse('request.malformed');
}

/** Completed payments are otherwise asked about only after months, far too late for the news of this webhook. */
async function askSoon({ database }: AppContext, provider: string, providerPaymentId: string): Promise<void> {
  const known = await database.first(findByProviderId, { provider, providerPaymentId });
  if (!known) return;
  const { member_id: memberId, payment_id: paymentId } = known;
  await database.transaction((tx) => tx.run(checkNow, { memberId, paymentId }));
}

/** Known ids always; unknown ones, whose webhook may overtake the response to our own order, only a few per second. */
async function mayAsk(context: AppContext, provider: string, id: string): Promise<boolean> {
  const { unknownIds } = getProviderState(context);
  if (await context.database.first(findByProviderId, { provider, providerPaymentId: id })) return true;
  const now = context.clock.now().getTime();
  if (now - unknownIds.since >= 1_000) Object.assign(unknownIds, { since: now, asked: 0 });
  unknownIds.asked += 1;
  return unknownIds.asked <= unknownIdsPerSecond;
}
