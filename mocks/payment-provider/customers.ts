import { writeMoment } from './clock.ts';
import { ApiError, unprocessable } from '../shared/api-error.ts';
import { randomId } from './ids.ts';
import type { Sandbox } from './sandbox.ts';
import type { StoredCustomer } from './types.ts';
import { readFields } from '../shared/fields.ts';
import { readLocale, readMetadata } from './validate-payment.ts';

function readText(value: unknown, field: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw unprocessable(field, 'It has to be a text.');
  return value;
}

/** Creates a customer from the body of `POST /v2/customers`. Throws 422 with the field. */
export function createCustomer(sandbox: Sandbox, body: unknown): StoredCustomer {
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
  sandbox.store.touch();
  return customer;
}

/** Finds a customer. Throws 404. */
export function getCustomer(sandbox: Sandbox, id: string): StoredCustomer {
  const customer = sandbox.store.customers.get(id);
  if (!customer) throw new ApiError(404, `No customer exists with token ${id}.`);
  return customer;
}

/** Deletes a customer with all mandates. Throws 404. */
export function deleteCustomer(sandbox: Sandbox, id: string): void {
  getCustomer(sandbox, id);
  for (const mandate of sandbox.store.mandates.values()) {
    if (mandate.customerId === id) sandbox.store.mandates.delete(mandate.id);
  }
  sandbox.store.customers.delete(id);
  sandbox.store.touch();
}
