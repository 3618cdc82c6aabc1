import type { FastifyInstance } from 'fastify';
import { createCustomer, deleteCustomer, getCustomer } from './customers.ts';
import { halJson } from './errors.ts';
import { onceByKey } from './idempotency.ts';
import { createDebitMandate, getMandate } from './mandates.ts';
import { presentCustomer, presentList, presentMandate } from './present.ts';
import type { Sandbox } from './sandbox.ts';

type OneCustomer = { Params: { id: string } };
type OneMandate = { Params: { id: string; mandateId: string } };

/** `/v2/customers`. */
export function addCustomerRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/v2/customers', async (request, reply) => {
    const id = onceByKey(sandbox, request, () => createCustomer(sandbox, request.body));
    await sandbox.store.flush();
    return reply
      .code(201)
      .type(halJson)
      .send(presentCustomer(sandbox, getCustomer(sandbox, id)));
  });

  app.get('/v2/customers', (request, reply) => {
    const all = [...sandbox.store.customers.values()].toReversed();
    const items = all.map((customer) => presentCustomer(sandbox, customer));
    return reply.type(halJson).send(presentList(`${sandbox.address}${request.url}`, 'customers', items));
  });

  app.get<OneCustomer>('/v2/customers/:id', (request, reply) =>
    reply.type(halJson).send(presentCustomer(sandbox, getCustomer(sandbox, request.params.id))),
  );

  app.delete<OneCustomer>('/v2/customers/:id', async (request, reply) => {
    deleteCustomer(sandbox, request.params.id);
    await sandbox.store.flush();
    return reply.code(204).send();
  });
}

/** `/v2/customers/{id}/mandates`. */
export function addMandateRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<OneCustomer>('/v2/customers/:id/mandates', async (request, reply) => {
    const customer = getCustomer(sandbox, request.params.id);
    const id = onceByKey(sandbox, request, () => createDebitMandate(sandbox, customer.id, request.body));
    await sandbox.store.flush();
    return reply
      .code(201)
      .type(halJson)
      .send(presentMandate(sandbox, getMandate(sandbox, customer.id, id)));
  });

  app.get<OneCustomer>('/v2/customers/:id/mandates', (request, reply) => {
    const customer = getCustomer(sandbox, request.params.id);
    const own = [...sandbox.store.mandates.values()].filter(({ customerId }) => customerId === customer.id);
    const items = own.toReversed().map((mandate) => presentMandate(sandbox, mandate));
    return reply.type(halJson).send(presentList(`${sandbox.address}${request.url}`, 'mandates', items));
  });

  app.get<OneMandate>('/v2/customers/:id/mandates/:mandateId', (request, reply) => {
    const { id, mandateId } = request.params;
    return reply.type(halJson).send(presentMandate(sandbox, getMandate(sandbox, id, mandateId)));
  });

  app.delete<OneMandate>('/v2/customers/:id/mandates/:mandateId', async (request, reply) => {
    const { id, mandateId } = request.params;
    sandbox.store.mandates.delete(getMandate(sandbox, id, mandateId).id);
    sandbox.store.touch();
    await sandbox.store.flush();
    return reply.code(204).send();
  });
}
