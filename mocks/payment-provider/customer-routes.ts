import type { FastifyInstance } from 'fastify';

import { writeMoment } from './errors.ts';
import { onceByKey, type Sandbox, type StoredCustomer } from './store.ts';
import { createDebitMandate, getMandate } from './mandates.ts';
import { presentCustomer, presentList, presentMandate } from './present.ts';
import { ApiError, unprocessable, readFields } from '../shared/fields.ts';
import { randomId } from '../shared/ids.ts';
import { readLocale, readMetadata } from './payment-routes.ts';

type OneCustomer = { Params: { id: string } };
type OneMandate = { Params: { id: string; mandateId: string } };

export function addCustomerRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/v2/customers', async (request, reply) => {
    const id = onceByKey(sandbox, request, () => createCustomer(sandbox, request.body));
    void reply.code(201);
    return presentCustomer(sandbox, getCustomer(sandbox, id));
  });

  app.get('/v2/customers', (request) => {
    const all = [...sandbox.store.customers.values()].toReversed();
    const items = all.map((customer) => presentCustomer(sandbox, customer));
    return presentList(`${sandbox.address}${request.url}`, 'customers', items);
  });

  app.get<OneCustomer>('/v2/customers/:id', (request) =>
    presentCustomer(sandbox, getCustomer(sandbox, request.params.id)),
  );

  app.delete<OneCustomer>('/v2/customers/:id', async (request, reply) => {
    deleteCustomer(sandbox, request.params.id);
    return reply.code(204).send();
  });
}

export function addMandateRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<OneCustomer>('/v2/customers/:id/mandates', async (request, reply) => {
    const customer = getCustomer(sandbox, request.params.id);
    const id = onceByKey(sandbox, request, () => createDebitMandate(sandbox, customer.id, request.body));
    void reply.code(201);
    return presentMandate(sandbox, getMandate(sandbox, customer.id, id));
  });

  app.get<OneCustomer>('/v2/customers/:id/mandates', (request) => {
    const customer = getCustomer(sandbox, request.params.id);
    const own = [...sandbox.store.mandates.values()].filter(({ customerId }) => customerId === customer.id);
    const items = own.toReversed().map((mandate) => presentMandate(sandbox, mandate));
    return presentList(`${sandbox.address}${request.url}`, 'mandates', items);
  });

  app.get<OneMandate>('/v2/customers/:id/mandates/:mandateId', (request) => {
    const { id, mandateId } = request.params;
    return presentMandate(sandbox, getMandate(sandbox, id, mandateId));
  });

  app.delete<OneMandate>('/v2/customers/:id/mandates/:mandateId', async (request, reply) => {
    const { id, mandateId } = request.params;
    sandbox.store.mandates.delete(getMandate(sandbox, id, mandateId).id);
    return reply.code(204).send();
  });
}

function readText(value: unknown, field: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw unprocessable(field, 'It has to be a text.');
  return value;
}

function createCustomer(sandbox: Sandbox, body: unknown): StoredCustomer {
  const fields = readFields(body);
  const customer: StoredCustomer = {
    id: randomId('cst'),
    createdAt: writeMoment(sandbox.now()),
    name: readText(fields['name'], 'name'),
    email: readText(fields['email'], 'email'),
    locale: readLocale(fields['locale']),
    metadata: readMetadata(fields['metadata']),
  };
  sandbox.store.customers.set(customer.id, customer);
  return customer;
}

function getCustomer(sandbox: Sandbox, id: string): StoredCustomer {
  const customer = sandbox.store.customers.get(id);
  if (!customer) throw new ApiError(404, `No customer exists with token ${id}.`);
  return customer;
}

function deleteCustomer(sandbox: Sandbox, id: string): void {
  getCustomer(sandbox, id);
  for (const mandate of sandbox.store.mandates.values()) {
    if (mandate.customerId === id) sandbox.store.mandates.delete(mandate.id);
  }
  sandbox.store.customers.delete(id);
}
