/* oxlint-disable typescript/no-unnecessary-type-parameters -- only the receiver says which kind an id is of */

import { randomUUID } from 'node:crypto';

import { type IdFor, toId } from '../../contract/platform/id.ts';

export const idBytes = 16;

/** Returns a new random id. */
export const createId = <Id extends IdFor<string>>(): Id => toId(randomUUID());

export function encodeId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** Writes 16 bytes as an id; they need not be those of a random id. */
export function decodeId<Id extends IdFor<string>>(bytes: Buffer): Id {
  return toId(bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
}
