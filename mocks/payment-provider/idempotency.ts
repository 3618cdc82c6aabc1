import type { FastifyRequest } from 'fastify';
import type { Sandbox } from './sandbox.ts';

/**
 * Runs `make` once per `Idempotency-Key` and path; a repetition gets the id the first call made, whatever its body says.
 * No `await` lies between looking and noting, so calls that come at once cannot both make something.
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
