import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSandbox } from './testing.ts';

let folder: string;
let dataFile: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'payments-'));
  dataFile = path.join(folder, 'deep', 'payments.json');
});
afterEach(() => rm(folder, { recursive: true }));

it('payments, refunds and keys survive a restart, with links to the new address', async () => {
  const first = await startSandbox({ dataFile });
  const open = await first.create({ metadata: { order: 7 } }, { 'idempotency-key': 'kept' });
  const paid = await first.create();
  await first.press(paid['id'], 'pay');
  await first.call('POST', `/control/payments/${paid['id']}/refund`, { amount: { currency: 'EUR', value: '1.00' } });
  await first.close();

  const second = await startSandbox({ dataFile });
  expect((await second.create({}, { 'idempotency-key': 'kept' }))['id']).toBe(open['id']);
  expect((await second.get(open['id'])).body).toEqual({
    ...open,
    _links: JSON.parse(JSON.stringify(open['_links']).replaceAll(first.url, second.url)) as unknown,
  });
  expect((await second.get(paid['id'])).body).toMatchObject({ status: 'paid', amountRefunded: { value: '1.00' } });
  expect((await second.call('GET', '/v2/payments')).body['count']).toBe(2);
  await second.close();
});

it('every payment is on disk before its response is sent, even with 50 parallel calls', async () => {
  const sandbox = await startSandbox({ dataFile });
  const missing: string[] = [];
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      const { id } = await sandbox.create();
      const text = await readFile(dataFile, 'utf8');
      if (!text.includes(id as string)) missing.push(id as string);
    }),
  );
  expect(missing).toEqual([]);
  expect(await readdir(path.dirname(dataFile))).toEqual(['payments.json']);
  await sandbox.close();
});

it('an unreadable data file is named in an error, and the sandbox does not start empty', async () => {
  const broken = path.join(folder, 'broken.json');
  await writeFile(broken, '{"version":1,"pay');
  await expect(startSandbox({ dataFile: broken })).rejects.toThrow(broken);
});
