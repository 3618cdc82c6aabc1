import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, buildMissingError, firstAnswer, keepAnswer, repeatAnswer } from './errors.ts';
import { type Fields, toFields, toTextList, readForm, toText, toTextFields } from './form.ts';
import { stripeSwitches } from './methods.data.ts';
import { createRefund, notifyRefund } from './money-back.ts';
import { checkNames, createCharge, createSession, createSetup, readAmount } from './orders.ts';
import { expireIfDue, getPayment, notify, setStatus } from './payments.ts';
import { present, presentList } from './events.ts';
import { add, listObjects, findObject, type Sandbox, type StoredObject } from './types.ts';

const defaultLimit = 10;
const highestLimit = 100;

const parseQuery = (request: FastifyRequest): Fields => readForm(request.url.split('?')[1] ?? '');

/** Path and kind of the objects that can be read and listed, and the fields by which lists can be filtered. */
const readable: readonly { path: string; kind: StoredObject['object']; by: readonly string[] }[] = [
  { path: '/v1/checkout/sessions', kind: 'checkout.session', by: ['payment_intent', 'customer'] },
  { path: '/v1/payment_intents', kind: 'payment_intent', by: ['customer'] },
  { path: '/v1/charges', kind: 'charge', by: ['payment_intent', 'customer'] },
  { path: '/v1/refunds', kind: 'refund', by: ['payment_intent', 'charge'] },
  { path: '/v1/disputes', kind: 'dispute', by: ['payment_intent', 'charge'] },
  { path: '/v1/customers', kind: 'customer', by: [] },
  { path: '/v1/payment_methods', kind: 'payment_method', by: ['customer'] },
];

function listPage(sandbox: Sandbox, path: string, found: readonly StoredObject[], query: Fields) {
  const limit = Number(toText(query['limit']) ?? defaultLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > highestLimit) throw new CallError(400, 'Invalid limit');
  const since = Number(toText(toFields(query['created'])['gte']) ?? 0);
  const newestFirst = found.filter(({ created }) => created >= since).toReversed();
  const after = toText(query['starting_after']);
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const page = newestFirst.slice(start, start + limit);
  const options = { expand: toTextList(query['expand']), hasMore: newestFirst.length > start + limit };
  return presentList(sandbox, path, page, options);
}

function addReading(api: FastifyInstance, sandbox: Sandbox): void {
  for (const { path, kind, by } of readable) {
    api.get(path, (request) => {
      const query = parseQuery(request);
      const found = listObjects(sandbox.store, kind).filter((object) =>
        by.every((name) => {
          const wanted = toText(query[name]);
          return wanted === null || (object as unknown as Record<string, unknown>)[name] === wanted;
        }),
      );
      return listPage(sandbox, path, found, query);
    });
    api.get<{ Params: { id: string } }>(`${path}/:id`, (request) => {
      const object = findObject(sandbox.store, kind, request.params.id);
      if (!object) throw buildMissingError(kind, request.params.id);
      if (object.object === 'checkout.session') expireIfDue(sandbox, object);
      return present(sandbox, object, toTextList(parseQuery(request)['expand']));
    });
  }
}

/** Responds with the object that a call created. A call with the same key gets the first response again. */
async function answer(
  sandbox: Sandbox,
  request: FastifyRequest<{ Body: Fields | undefined }>,
  reply: FastifyReply,
  make: (fields: Fields) => StoredObject,
) {
  const fields = request.body ?? {};
  const first = firstAnswer(sandbox, request);
  if (first) return repeatAnswer(reply, first);
  const object = make(fields);
  const error = object.object === 'payment_intent' ? object.last_payment_error : null;
  const body = error
    ? { error: { ...error, payment_intent: present(sandbox, object, []) } }
    : present(sandbox, object, toTextList(fields['expand']));
  const status = error ? 402 : 200;
  // There is no `await` between the lookup and this line, so concurrent calls cannot both create an object.
  keepAnswer(sandbox, request, status, JSON.stringify(body));
  if (object.object === 'payment_intent') notify(sandbox, object);
  if (object.object === 'refund') void notifyRefund(sandbox, object, 'created');
  return reply.code(status).send(body);
}

type Posted = { Body: Fields | undefined };
type OnePosted = Posted & { Params: { id: string } };

function addMaking(api: FastifyInstance, sandbox: Sandbox): void {
  api.post<Posted>('/v1/checkout/sessions', (request, reply) =>
    answer(sandbox, request, reply, (fields) => createSession(sandbox, fields)),
  );
  api.post<OnePosted>('/v1/checkout/sessions/:id/expire', async (request, reply) => {
    const session = getPayment(sandbox, request.params.id);
    if (session.object !== 'checkout.session' || session.status !== 'open') {
      throw new CallError(400, 'Only an open session can be expired.');
    }
    setStatus(sandbox, session, 'expired');
    notify(sandbox, session);
    return reply.send(present(sandbox, session));
  });
  api.post<Posted>('/v1/payment_intents', (request, reply) =>
    answer(sandbox, request, reply, (fields) => createCharge(sandbox, fields)),
  );
  api.post<OnePosted>('/v1/payment_intents/:id/cancel', async (request, reply) => {
    const intent = findObject(sandbox.store, 'payment_intent', request.params.id);
    if (!intent) throw buildMissingError('payment_intent', request.params.id);
    if (intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'canceled') {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
      throw new CallError(400, message, { code: 'payment_intent_unexpected_state' });
    }
    setStatus(sandbox, intent, 'canceled');
    notify(sandbox, intent);
    return reply.send(present(sandbox, intent));
  });
  api.post<Posted>('/v1/setup_intents', (request, reply) =>
    answer(sandbox, request, reply, (fields) => createSetup(sandbox, fields)),
  );
  api.post<Posted>('/v1/customers', (request, reply) =>
    answer(sandbox, request, reply, (fields) => {
      checkNames(fields, 'email metadata name preferred_locales');
      return add(sandbox, 'cus', {
        object: 'customer',
        email: toText(fields['email']),
        livemode: false,
        metadata: toTextFields(fields['metadata']),
        name: toText(fields['name']),
        preferred_locales: toTextList(fields['preferred_locales']),
      });
    }),
  );
  api.post<Posted>('/v1/refunds', (request, reply) =>
    answer(sandbox, request, reply, (fields) => {
      checkNames(fields, 'amount metadata payment_intent reason');
      const payment = getPayment(sandbox, toText(fields['payment_intent']) ?? '');
      const text = toText(fields['amount']);
      const amount = text === null ? null : readAmount(text, 'amount');
      return createRefund(sandbox, payment, { amount, metadata: toTextFields(fields['metadata']) });
    }),
  );
}

function addStoredMethods(api: FastifyInstance, sandbox: Sandbox): void {
  const own = (customer: string) =>
    listObjects(sandbox.store, 'payment_method').filter((method) => method.customer === customer);

  api.delete<{ Params: { id: string } }>('/v1/customers/:id', async (request, reply) => {
    const { id } = request.params;
    if (!findObject(sandbox.store, 'customer', id)) throw buildMissingError('customer', id);
    for (const method of own(id)) method.customer = null;
    sandbox.store.objects.delete(id);
    return reply.send({ id, object: 'customer', deleted: true });
  });
  api.get<{ Params: { id: string } }>('/v1/customers/:id/payment_methods', (request) => {
    if (!findObject(sandbox.store, 'customer', request.params.id))
      throw buildMissingError('customer', request.params.id);
    return listPage(sandbox, request.url.split('?')[0] ?? '', own(request.params.id), parseQuery(request));
  });
  api.get<{ Params: { id: string; method: string } }>('/v1/customers/:id/payment_methods/:method', (request) => {
    const { id, method } = request.params;
    const found = own(id).find((one) => one.id === method);
    if (!found) throw buildMissingError('payment_method', method);
    return present(sandbox, found);
  });
  api.post<OnePosted>('/v1/payment_methods/:id/detach', async (request, reply) => {
    const method = findObject(sandbox.store, 'payment_method', request.params.id);
    if (!method) throw buildMissingError('payment_method', request.params.id);
    if (method.customer === null) {
      throw new CallError(400, 'The payment method is not attached to a customer.', {
        code: 'payment_method_unexpected_state',
      });
    }
    method.customer = null;
    return reply.send(present(sandbox, method));
  });
}

export function addRoutes(api: FastifyInstance, sandbox: Sandbox): void {
  api.addHook('onSend', async (request, reply, payload) => {
    const isOwn = typeof payload === 'string' && payload.startsWith('{');
    if (reply.statusCode >= 500 && isOwn) keepAnswer(sandbox, request, reply.statusCode, payload);
  });
  addReading(api, sandbox);
  addMaking(api, sandbox);
  addStoredMethods(api, sandbox);
  api.get('/v1/payment_method_configurations', () => ({
    object: 'list',
    url: '/v1/payment_method_configurations',
    has_more: false,
    data: [
      {
        id: 'pmc_sandbox',
        object: 'payment_method_configuration',
        active: true,
        application: null,
        is_default: true,
        livemode: false,
        name: 'Default',
        parent: null,
        ...Object.fromEntries(
          stripeSwitches.map((name) => {
            const available = !sandbox.switchedOff.has(name);
            const value = available ? ('on' as const) : ('off' as const);
            return [name, { available, display_preference: { overridable: null, preference: value, value } }];
          }),
        ),
      },
    ],
  }));
}
