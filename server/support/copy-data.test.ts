import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { quickMember, sendText } from '../../tests/support/chat.ts';
import { buildComplaint, desk } from '../../tests/support/complaint.ts';
import { unzip } from '../../tests/support/unzip.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'tealight-copy-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.close();
});

const actsOn = (number: string) => test.sql('select who, act, detail from desk_acts where number = $1', [number]);
const complain = async (): Promise<string> => (await test.client().call('sendComplaint', buildComplaint())).body.number;

it('staff save a copy of a banned member’s data in a private file, and the act is recorded', async () => {
  const [bo, ada] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
  await sendText(bo, { profile: ada.id }, 'down by the harbour');
  const ban = ['--measure', 'ban', '--ground', 'respect', '--facts', 'You called her names.'];
  expect((await desk(test, 'measure', bo.id, ...ban)).code).toBe(0);
  const [number, path] = [await complain(), join(folder, 'copy.zip')];
  const wanted = ['--member', bo.id, '--save', path];
  expect(await desk(test, 'copy', number, ...wanted)).toEqual({ code: 0, said: `saved: ${path}` });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const files = unzip(await readFile(path));
  expect(files.get('data/conversations.json')?.toString()).toContain('down by the harbour');
  expect(await actsOn(number)).toEqual([{ who: 'mo', act: 'copy', detail: '' }]);
  // An existing file is never overwritten.
  await expect(desk(test, 'copy', number, ...wanted)).rejects.toThrow('EEXIST');
  expect(unzip(await readFile(path)).size).toBe(files.size);
  // Nothing stays in the folder of exports.
  const left: string[] = [];
  for await (const { key } of test.context.exports.list()) left.push(key);
  expect(left).toEqual([]);
});

it('nothing is written or recorded without a valid account, file or complaint', async () => {
  const [number, path] = [await complain(), join(folder, 'nobody.zip')];
  await expect(desk(test, 'copy', number, '--member', randomUUID(), '--save', path)).rejects.toThrow('no account');
  const bo = await quickMember(test);
  for (const words of [
    [number, '--member', bo.id],
    [number, '--save', path],
    [number, '--member', 'bo', '--save', path],
    ['C-0000', '--member', bo.id, '--save', path],
  ])
    expect((await desk(test, 'copy', ...words)).code).toBe(1);
  expect(await readdir(folder)).not.toContain('nobody.zip');
  expect(await actsOn(number)).toEqual([]);
});
