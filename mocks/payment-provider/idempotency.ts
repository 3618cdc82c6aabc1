import type { FastifyRequest } from 'fastify';
import type { Sandbox } from './sandbox.ts';

/**
 * Runs `make` once per `Idempotency-Key` and path. A repeated call gets the id of the first call, whatever its body is.
 * Lookup and insertion happen without an `await` between them, so concurrent calls cannot both create an object.
 */
export function onceByKey(sandbox: Sandbox, request: FastifyRequest, make: () => { id: string }): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return make().id;
  const scoped = `${request.method} ${request.url.split('?')[0]} ${key}`;
  const known = sandbox.store.keys.get(scoped);
  if (known) return known.id;
  const { id } = make();
  sandbox.store.keys.set(scoped, { id, at: Date.now() });
  sandbox.store.touch();
  return id;
}
