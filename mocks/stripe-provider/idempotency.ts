import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CallError } from './errors.ts';
import type { Sandbox, StoredObject } from './types.ts';

/**
 * Runs `make` once per `Idempotency-Key`. A repeated call gets the object of the first; with other parameters or
 * another path it is refused. Lookup and insertion happen without an `await` between them, so concurrent calls cannot
 * both create something.
 */
export function onceByKey(
  sandbox: Sandbox,
  request: FastifyRequest,
  make: () => StoredObject,
): { object: StoredObject; isNew: boolean } {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return { object: make(), isNew: true };
  const asked = JSON.stringify([request.url, request.body]);
  const print = createHash('sha256').update(asked).digest('base64url');
  const known = sandbox.store.keys.get(key);
  if (known && known.print !== print) {
    throw new CallError(400, 'Keys for idempotent requests can only be used with the same parameters.', {
      type: 'idempotency_error',
    });
  }
  const first = known && sandbox.store.objects.get(known.id);
  if (first) return { object: first, isNew: false };
  const object = make();
  sandbox.store.keys.set(key, { print, id: object.id, at: Date.now() });
  sandbox.store.touch();
  return { object, isNew: true };
}
