import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';

import { configureSite } from '../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { savePhoto } from '../photos/add-photo.ts';
import { stripes } from '../../tests/support/photo-files.ts';

describe('opening a profile', () => {
  const test = useTestApp();
  let anna: TestClient;
  let bert: TestClient;
  beforeEach(async () => {
    [anna, bert] = await Promise.all([
      test.member({ gender: 'female', name: `Anna ${randomUUID().slice(0, 6)}` }),
      test.member({ gender: 'male', town: 'nl-amsterdam' }),
    ]);
  });

  const absent = async (viewer: TestClient) => (await viewer.call('getProfile', { id: randomUUID() })).body;

  it('PII-01 PII-02 reveals no private value to any viewer, and neither do lists and searches', async () => {
    await savePhoto(test.context, anna.id, await sharp(stripes(40, 40)).png().toBuffer());
    await anna.call('addLike', { profile: bert.id });
    await test.sql(
      `update members set email = 'canary@example.org', tracking = '{"ref": "canary-ref"}', terms_version = 'canary-terms' where member_id = $1`,
      [anna.id],
    );
    // A birthday that no other date in the responses shares.
    const born = new Date(test.clock.now().getTime() + 100 * 86_400_000).toISOString().slice(5, 10);
    await test.sql(`update profiles set date_of_birth = $2 where member_id = $1`, [anna.id, `1987-${born}`]);
    const secret = new RegExp(
      `canary|\\b1987\\b|\\b${born}\\b|nl-haarlem|\\b52\\.3|\\b4\\.6[0-9]|last_active|paid|signup|password`,
      'i',
    );
    // Ids are random, and the seconds of a timestamp may look like a coordinate.
    const random = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|T[\d:.]+Z/g;
    const premium = await test.member({ gender: 'male', paid: true });
    const names = ['getProfile', 'listSimilar', 'searchProfiles', 'listLikes', 'getAutoLike'] as const;
    for (const viewer of [bert, premium, test.client()]) {
      for (const name of names) {
        const answer = await viewer.call(name, { id: anna.id, country: 'NL' });
        const text = JSON.stringify([answer.body, answer.headers]).replaceAll(random, '');
        expect(text).not.toMatch(secret);
      }
    }
  });

  it('AZN-01 answers alike for unknown, disabled, banned, invisible and other-pool members', async () => {
    const unconfirmed = await test.member({ confirmed: false });
    const [banned, invisible, foreign] = await Promise.all([test.member(), test.member(), test.member()]);
    await test.sql(`update members set status = 'banned' where member_id = $1`, [banned.id]);
    await invisible.call('updateProfile', { invisible: true });
    await test.sql(`update profiles set pool = 'elsewhere' where member_id = $1`, [foreign.id]);
    for (const viewer of [bert, test.client()]) {
      const body = await absent(viewer);
      expect(body.error).toBe('profile.not-found');
      for (const { id } of [unconfirmed, banned, invisible, foreign]) {
        for (const name of ['getProfile', 'listSimilar'] as const) {
          const answer = await viewer.call(name, { id });
          expect([answer.status, answer.body]).toEqual([404, body]);
        }
      }
    }
  });

  it('AZN-03 shows an invisible member only to those whom they liked or wrote to', async () => {
    const carl = await test.member({ gender: 'male' });
    await anna.call('updateProfile', { invisible: true });
    await bert.call('addLike', { profile: anna.id });
    expect((await bert.call('getProfile', { id: anna.id })).status).toBe(404);
    await anna.call('addLike', { profile: bert.id });
    expect((await bert.call('getProfile', { id: anna.id })).body.profile.id).toBe(anna.id);
    expect((await carl.call('getProfile', { id: anna.id })).status).toBe(404);
    await anna.call('sendMessage', { profile: carl.id, text: 'hello', idempotency_key: randomUUID() });
    expect((await carl.call('getProfile', { id: anna.id })).body.profile.conversation).not.toBeNull();
    const found = await bert.call('searchProfiles', {});
    expect(found.body.results.map(({ id }) => id)).not.toContain(anna.id);
  });

  it('does not count a message to an invisible member as contact by them', async () => {
    await bert.call('sendMessage', { profile: anna.id, text: 'hello', idempotency_key: randomUUID() });
    await anna.call('updateProfile', { invisible: true });
    expect((await bert.call('getProfile', { id: anna.id })).status).toBe(404);
  });

  it('tells a blocked member who blocked them, and nothing else', async () => {
    const [{ name }] = (await test.sql('select name from profiles where member_id = $1', [anna.id])) as [
      { name: string },
    ];
    await anna.call('blockMember', { profile: bert.id });
    const { status, body } = await bert.call('getProfile', { id: anna.id });
    expect(status).toBe(403);
    expect(body).toEqual({
      error: 'profile.blocked-you',
      message: `You're blocked by ${name}. You do not have access to this page.`,
      name,
    });
    expect((await anna.call('getProfile', { id: bert.id })).body.profile).toMatchObject({
      blocked: true,
      liked: false,
    });
  });

  it('shows members their own profile even if it is disabled or invisible', async () => {
    const carl = await test.member({ gender: 'male', confirmed: false });
    await carl.call('updateProfile', { invisible: true, about: 'mine' });
    expect((await carl.call('getProfile', { id: carl.id })).body.profile).toMatchObject({
      about: 'mine',
      distance: null,
    });
  });

  it('gives visitors only the summary: no text, interests, attributes or likes', async () => {
    await anna.call('updateProfile', { about: 'a secret', interests: ['music'], hair_color: 'red' });
    await anna.call('addLike', { profile: bert.id });
    const { body } = await test.client().call('getProfile', { id: anna.id });
    expect(body.profile).toMatchObject({
      about: '',
      interests: [],
      sexuality: null,
      hair_color: null,
      distance: null,
      liked: false,
      likes_you: false,
      match: false,
      conversation: null,
    });
  });

  it('keeps visitors out if the site lets only members search, unless a traffic source brought them', async () => {
    await configureSite(test, { logged_out_search: false });
    for (const name of ['getProfile', 'searchProfiles', 'listSimilar'] as const) {
      const answer = await test.client().call(name, { id: anna.id });
      expect([answer.status, answer.body.error]).toEqual([403, 'search.members-only']);
      const sent = test.client();
      sent.cookies.set('trafficsource', '{"ref":"friend"}');
      expect((await sent.call(name, { id: anna.id })).status).toBe(200);
    }
    expect((await bert.call('getProfile', { id: anna.id })).status).toBe(200);
    await configureSite(test, {});
  });

  it('shows only the fields that the site makes visible', async () => {
    await anna.call('updateProfile', { about: 'hello', hair_color: 'red', eye_color: 'blue' });
    await configureSite(test, { visible_profile_fields: ['about', 'eye_color'] });
    expect((await bert.call('getProfile', { id: anna.id })).body.profile).toMatchObject({
      about: 'hello',
      eye_color: 'blue',
      hair_color: null,
      sexuality: null,
    });
    await configureSite(test, {});
  });

  it('hides fictional profiles if the site does not label them, and makes messages to them free', async () => {
    await test.sql('update profiles set fictional = true where member_id = $1', [anna.id]);
    expect((await bert.call('getProfile', { id: anna.id })).body.profile).toMatchObject({
      fictional: true,
      message_credits: 0,
    });
    await configureSite(test, { fictional_warning: false });
    expect((await bert.call('getProfile', { id: anna.id })).body).toEqual(await absent(bert));
    const found = await bert.call('searchProfiles', {});
    expect(found.body.results.map(({ id }) => id)).not.toContain(anna.id);
    await configureSite(test, {});
  });

  it('AZN-05 refuses malformed ids and more than one id', async () => {
    for (const id of ['1', `${anna.id},${bert.id}`, anna.id.toUpperCase(), `${anna.id}' or '1'='1`, '']) {
      expect((await bert.call('getProfile', { id })).status).toBe(422);
    }
    const twice = await test.app.server.inject({
      url: `/api/profile.php?id=${anna.id}&id=${bert.id}`,
      headers: { host: 'localhost' },
    });
    expect(twice.statusCode).toBe(400);
  });

  it('AZN-06 identifies members only by ids with 122 random bits', async () => {
    const { body } = await bert.call('searchProfiles', {});
    for (const { id } of body.results) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  });
});
