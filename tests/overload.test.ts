import { beforeAll, describe, expect, it } from 'vitest';

import { quickMember } from './support/chat.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

describe('while every connection to the database is taken', () => {
  const test = useTestApp();
  let member: TestClient;
  beforeAll(async () => {
    member = await quickMember(test, { credits: 100 });
  });

  it('a call is refused without details, and answered again once one is free (FLT-14)', async () => {
    const { pool } = test.context.database;
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    // No connection is released before the refusal.
    const refused = await member.call('listChats');
    expect([refused.status, refused.body.error]).toEqual([503, 'request.busy']);
    expect(JSON.stringify(refused.body)).not.toMatch(/timeout|connect|pool/i);
    for (const client of taken) client.release();
    expect((await member.call('listChats')).status).toBe(200);
  });
});
