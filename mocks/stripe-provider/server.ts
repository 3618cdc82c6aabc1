import type { FastifyInstance } from 'fastify';

import { readChoice, readFields, readText } from '../shared/fields.ts';
import { runProvider, type RunningProvider } from '../shared/provider-server.ts';
import { createSandbox, type ProviderOptions } from '../shared/sandbox.ts';
import { handleError } from './errors.ts';
import { emit, eventWriter, present } from './events.ts';
import { readForm } from './form.ts';
import { stripeSwitches } from './methods.data.ts';
import { eventOfDispute, setDispute } from './money-back.ts';
import { expireIfDue, settleIfDue } from './payments.ts';
import { addRoutes } from './routes.ts';
import { disputeStatuses, openPayments } from './sandbox-payments.ts';
import { type Sandbox, type StoredObject, openSandboxStore } from './types.ts';

export type StripeProviderOptions = ProviderOptions & {
  webhookSecret: string;
  /** The URL to which webhooks are sent; null while there is no receiver. */
  webhookUrl?: () => string | null | undefined;
};

function sweep(sandbox: Sandbox): void {
  for (const object of sandbox.store.objects.values()) {
    if (object.object === 'checkout.session') expireIfDue(sandbox, object);
    if (object.object === 'payment_intent') settleIfDue(sandbox, object);
  }
}

/** Adds the control of the account, and of what the other sandbox does not have. */
function addAccountControl(control: FastifyInstance, sandbox: Sandbox): void {
  control.put<{ Params: { id: string } }>('/control/disputes/:id', async (request, reply) => {
    const fields = readFields(request.body);
    const dispute = setDispute(sandbox, request.params.id, readChoice(fields['status'], 'status', disputeStatuses));
    const sending = emit(sandbox, readText(fields['type']) ?? eventOfDispute(dispute), dispute);
    const delivered = fields['await'] === true ? await sending : [];
    return reply.send({ ...present(sandbox, dispute), webhooks: { delivered } });
  });
  // Stores an object that another product, or the provider, has created in the account.
  control.put<{ Body: StoredObject }>('/control/objects', (request) => {
    sandbox.store.objects.set(request.body.id, request.body);
    return request.body;
  });
  control.put<{ Params: { id: string } }>('/control/methods/:id', (request) => {
    const name = readChoice(request.params.id, 'id', stripeSwitches);
    const available = readFields(request.body)['available'] === true;
    if (available) sandbox.switchedOff.delete(name);
    else sandbox.switchedOff.add(name);
    return { id: name, available };
  });
}

/**
 * Implements Stripe's API under `/v1`, the pay page under `/pay/{id}`, signed webhooks, and `/control` for tests. Moves
 * no money. Rejects if the port is taken or the data file cannot be read.
 */
export async function startStripeProvider(options: StripeProviderOptions): Promise<RunningProvider> {
  const { dataFile, now = Date.now, webhookSecret } = options;
  const store = await openSandboxStore(dataFile);
  const events = new Map<string, string>();
  // The receiver's clock does not move with the provider's.
  const write = eventWriter(events, webhookSecret, now);
  const sandbox: Sandbox = {
    ...createSandbox(options, store, () => sweep(sandbox), write),
    events,
    switchedOff: new Set(),
    webhookUrl: () => options.webhookUrl?.() ?? null,
  };
  return runProvider(options, sandbox, {
    payments: openPayments(sandbox),
    readForm,
    handleError,
    addApiRoutes: (api) => addRoutes(api, sandbox),
    addControlRoutes: (control) => addAccountControl(control, sandbox),
  });
}
