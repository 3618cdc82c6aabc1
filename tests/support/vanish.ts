import type { TestApp, TestClient } from './test-app.ts';

type Vanish = (test: TestApp, reader: TestClient, writer: TestClient) => Promise<unknown>;

const setStatus =
  (status: string): Vanish =>
  (test, _reader, { id }) =>
    test.sql('update members set status = $2 where member_id = $1', [id, status]);

/** How a writer can be gone for a reader by the time that a mail about them is sent. */
export const waysToVanish: readonly (readonly [name: string, change: Vanish])[] = [
  ['blocked', (_test, reader, writer) => reader.call('blockMember', { profile: writer.id })],
  ['hidden', (_test, reader, writer) => reader.call('hideMember', { profile: writer.id })],
  ['blocking', (_test, reader, writer) => writer.call('blockMember', { profile: reader.id })],
  ['banned', setStatus('banned')],
  ['deleted', setStatus('deleted')],
];
