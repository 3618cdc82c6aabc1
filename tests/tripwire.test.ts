import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { quickMember, sendFile, sendText } from './support/chat.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'tealight-tripwire-'));
const wire = join(folder, 'wire');
const baits = [`$(touch ${wire})`, `\`touch ${wire}\``, `x; touch ${wire};`, `x | touch ${wire}`, `x && touch ${wire}`];

describe.skipIf(process.platform === 'win32')('shell commands as input (INP-05)', () => {
  const test = useTestApp();
  let ada: TestClient;
  let bo: TestClient;
  beforeAll(async () => {
    ada = await quickMember(test, { credits: 1_000, paid: true });
    bo = await quickMember(test);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('would start a program if a shell ran them', () => {
    for (const bait of baits) {
      spawnSync('/bin/sh', ['-c', `: ${bait}`]);
      expect(existsSync(wire), bait).toBe(true);
      rmSync(wire);
    }
  });

  it.each(baits)('start nothing as text, name, picture or search: %j', async (bait) => {
    const exif = { IFD0: { ImageDescription: bait, Artist: bait, Copyright: bait } };
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
      .withExif(exif)
      .jpeg()
      .toBuffer();
    expect((await sendText(ada, { profile: bo.id }, bait)).status).toBe(200);
    expect(
      (await sendFile(test, ada, { profile: bo.id, text: bait, idempotency_key: crypto.randomUUID() }, picture)).status,
    ).toBe(200);
    expect((await ada.call('updateProfile', { about: bait })).status).toBe(200);
    for (const name of ['signUp', 'logIn', 'listTowns', 'searchProfiles'] as const) {
      const fields = {
        name: bait,
        login: bait,
        password: bait,
        email: `${bait}@example.org`,
        query: bait,
        country: bait,
      };
      expect((await test.client().call(name, fields)).status).toBeLessThan(500);
    }
    await test.runJobs();
    expect(existsSync(wire)).toBe(false);
  });
});
