import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { type OperationName, getEndpoint, calls } from '../contract/calls.ts';
import type { LiveEvent } from '../contract/events.ts';
import { publishTyping } from '../server/chat/read/activity.ts';
import { type Marked, plantCanaries } from './support/canaries.ts';
import { hearEvents, quickMember, sendText } from './support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

const viewers = ['visitor', 'stranger', 'free', 'premium', 'blocked'] as const;
type Viewer = (typeof viewers)[number];

/** Every shape in which others may see a member, by its keys. A new key must be added here. */
const forVisitors =
  'age country countryregion distance fictional gender id liked main_blurred main_image name num_photos town';
const summary = `${forVisitors} online`;
const profile =
  'about blocked body_type confirmed conversation eye_color hair_color hidden interests languages likes_you match message_credits photos relationship_status send_blocker sexuality tattoos';
const shapes = {
  summary,
  'summary for visitors': forVisitors,
  'received like': `${summary} at like_new`,
  profile: `${summary} ${profile}`,
  'profile for visitors': `${forVisitors} ${profile}`,
  'name in the statement': 'id name',
};
const nameByFields = new Map(
  Object.entries(shapes).map(([name, keys]) => [keys.split(' ').toSorted().join(' '), name] as const),
);
const placeKeys = /^(lat|lon|lng|latitude|longitude|coordinates|position_km|postcode|zip|location|geohash)$/i;

interface Crawled {
  name: OperationName;
  status: number;
  body: unknown;
  text: string;
}

describe('the data that others see of a member', () => {
  const test = useTestApp(pagesAreBuilt ? { pages: pagesFolder } : {});
  let marked: Marked;
  let clients: Record<Viewer, TestClient>;
  const own: Partial<Record<Viewer, string>> = {};
  const heard: Partial<Record<Viewer, LiveEvent[]>> = {};

  beforeAll(async () => {
    marked = await plantCanaries(test);
    const { member } = marked;
    clients = {
      visitor: test.client(),
      stranger: await quickMember(test, { credits: 100 }),
      free: await quickMember(test, { credits: 100 }),
      premium: await quickMember(test, { credits: 100, paid: true }),
      blocked: await quickMember(test, { credits: 100 }),
    };
    for (const viewer of viewers.slice(1)) heard[viewer] = hearEvents(test, clients[viewer].id);
    // She does everything that notifies others: writes, gives, likes, types, reads, unlikes, hides, blocks.
    for (const viewer of ['free', 'premium', 'blocked'] as const) {
      const { conversation } = (await sendText(member, { profile: clients[viewer].id }, 'hello there')).body.message;
      own[viewer] = conversation;
      await sendText(clients[viewer], { conversation });
      await member.call('getChat', { conversation });
      await member.call('sendGift', { conversation, gift: 'rose', idempotency_key: randomUUID() });
      await publishTyping(test.context, member.id, conversation);
      await member.call('addLike', { profile: clients[viewer].id });
      await clients[viewer].call('addLike', { profile: member.id });
    }
    await member.call('addLike', { profile: clients.stranger.id });
    await member.call('removeLike', { profile: clients.stranger.id });
    await member.call('updateProfile', { hair_color: 'red', about: 'A visible line' });
    for (const viewer of viewers.slice(1)) await member.call('hideMember', { profile: clients[viewer].id });
    await member.call('blockMember', { profile: clients.blocked.id });
    await test.sql(`update profiles set last_active_at = '2026-03-04T05:06:07.089Z' where member_id = $1`, [member.id]);
  });

  function makeInputs(name: OperationName): object[] {
    const { id } = marked.member;
    const searches = [{}, { country: 'NL' }, { gender: 'female', min_age: 18, max_age: 120 }, { distance: '25' }];
    const inputs: Partial<Record<OperationName, object[]>> = {
      getProfile: [{ id }],
      listSimilar: [{ id }, { id: clients.premium.id }],
      searchProfiles: [...searches, { hair_color: 'red' }, { with_photo: true }, { online: false }],
      getChat: [
        { profile: id },
        { conversation: marked.conversation },
        ...Object.values(own).map((conversation) => ({ conversation })),
      ],
      getPayment: [{}, { id: marked.payment }],
      findPlace: [{ lat: 50.1, lon: 8.6 }],
      listTowns: [{ country: 'NL', query: 'haar' }],
    };
    return inputs[name] ?? [{}];
  }

  const reading = (Object.keys(calls) as OperationName[]).filter(
    (name) => getEndpoint(name).method === 'GET' && name !== 'logOut',
  );

  const crawls = new Map<Viewer, Promise<Crawled[]>>();
  function crawl(viewer: Viewer): Promise<Crawled[]> {
    const known = crawls.get(viewer) ?? crawlNow(viewer);
    crawls.set(viewer, known);
    return known;
  }
  async function crawlNow(viewer: Viewer): Promise<Crawled[]> {
    const answers = [];
    for (const name of reading) {
      for (const input of makeInputs(name)) {
        const { status, body, headers } = await clients[viewer].call(name, input);
        answers.push({ name, status, body, text: JSON.stringify([body, headers]) });
      }
    }
    return answers;
  }

  it('has marked values that would be found, as the member sees them herself', async () => {
    const names = ['getUser', 'getChat', 'listLedger', 'getPayment'] as const;
    const input = { conversation: marked.conversation, id: marked.payment };
    const seen = await Promise.all(names.map(async (name) => (await marked.member.call(name, input)).body));
    const text = JSON.stringify(seen);
    for (const mark of ['canary-mail', '1977-03-14', 'canary-words', marked.payment, marked.photos.rejected])
      expect(text).toContain(mark);
    expect(marked.secretsIn(text)).toEqual(expect.arrayContaining(['canary', '1977', marked.payment]));
  });

  it.each(viewers)('PII-01, PII-02: no call shows %s a private value of the member', async (viewer) => {
    const answers = await crawl(viewer);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const leaks = answers.flatMap(({ name, text }) => marked.secretsIn(text).map((secret) => `${name}: ${secret}`));
    expect(leaks).toEqual([]);
  });

  it.each(viewers)(
    'PII-01, LOC-04: %s gets the member only in known shapes, with no place more exact than a town',
    async (viewer) => {
      const found = new Set<string>();
      const foreign: string[] = [];
      const walk = (value: unknown): void => {
        if (typeof value !== 'object' || value === null) return;
        const keys = Object.keys(value);
        foreign.push(...keys.filter((key) => placeKeys.test(key)));
        if ((value as { id?: unknown }).id === marked.member.id) {
          const shape = nameByFields.get(keys.toSorted().join(' '));
          if (shape) found.add(shape);
          else foreign.push(keys.join(' '));
        }
        for (const inner of Object.values(value)) walk(inner);
      };
      for (const { body } of await crawl(viewer)) walk(body);
      for (const event of heard[viewer] ?? []) walk('id' in event ? { ...event, id: null } : event);
      expect(foreign).toEqual([]);
      const expected: Record<Viewer, string[]> = {
        visitor: ['profile for visitors', 'summary for visitors'],
        stranger: ['profile', 'summary'],
        free: ['name in the statement', 'profile', 'received like', 'summary'],
        premium: ['name in the statement', 'profile', 'received like', 'summary'],
        // Payments for messages before the block stay on the statement, and earlier events showed her.
        blocked: ['name in the statement', 'summary'],
      };
      expect([...found].toSorted()).toEqual(expected[viewer]);
    },
  );

  it.each(viewers.slice(1))('PII-01, AZN-05: no live event shows %s a private value of the member', (viewer) => {
    const events = heard[viewer] ?? [];
    if (viewer !== 'stranger') expect(events.map(({ type }) => type)).toContain('message');
    expect(marked.secretsIn(JSON.stringify(events))).toEqual([]);
  });

  it('AZN-05: a call is refused as a whole if one of its ids is not the caller’s own', async () => {
    const { free } = clients;
    const target = { conversation: marked.conversation, profile: marked.member.id };
    const mixed = { conversation: own.free, profile: clients.premium.id };
    for (const input of [target, mixed]) {
      const before = await free.call('listLedger');
      const sent = await free.call('sendMessage', { ...input, text: 'mixed', idempotency_key: randomUUID() });
      expect(sent.status).toBeGreaterThanOrEqual(400);
      expect((await free.call('getChat', input)).status).toBeGreaterThanOrEqual(400);
      expect((await free.call('listLedger')).body).toEqual(before.body);
    }
  });

  it.each(['visitor', 'stranger', 'free', 'blocked'] as const)(
    'AZN-09: %s gets only the blurred picture of a locked photo',
    async (viewer) => {
      const text = JSON.stringify([await crawl(viewer), heard[viewer] ?? []]);
      const variants = [...text.matchAll(new RegExp(`${marked.photos.locked}/(\\w+)\\.webp`, 'g'))].map(
        (match) => match[1],
      );
      expect([...new Set(variants)]).toEqual(viewer === 'blocked' ? [] : ['blurred']);
    },
  );

  it('AZN-09: a visitor gets nothing that only members may see', async () => {
    const text = JSON.stringify(await crawl('visitor'));
    for (const secret of ['A visible line', '"red"', '"hetero"']) expect(text).not.toContain(secret);
    expect(JSON.stringify(await crawl('free'))).toContain('A visible line');
  });

  describe.skipIf(!pagesAreBuilt)('rendered on the server', () => {
    const paths = (): string[] => {
      const { id } = marked.member;
      const landers = ['landing', 'landing2', 'landing3', 'signup'].map((name) => `/members/${id}/${name}`);
      return [
        '/members',
        `/members/${id}`,
        '/chats',
        '/likes',
        `/members/${id}/chat`,
        `/likes/m/${id}`,
        '/credits',
        ...landers,
      ];
    };

    it.each(viewers)(
      'PII-01, PII-02, PII-04: pages show %s no private value of the member, and are not indexed',
      async (viewer) => {
        const leaks: string[] = [];
        for (const path of [...paths(), ...(own[viewer] ? [`/chats/${own[viewer]}`] : [])]) {
          const { status, html, robots } = await openPage(test, clients[viewer], path);
          expect([path, status < 500]).toEqual([path, true]);
          leaks.push(...marked.secretsIn(html).map((secret) => `${path}: ${secret}`));
          expect([path, robots]).toEqual([path, 'noindex, nofollow']);
        }
        expect(leaks).toEqual([]);
      },
    );

    it.each(['stranger', 'blocked', 'premium'] as const)(
      'AZN-07: the page of a chat, payment or match of others looks nonexistent to %s',
      async (viewer) => {
        const nothing = randomUUID();
        const bare = async (path: string, id: string): Promise<unknown> => {
          const { status, html, location } = await openPage(test, clients[viewer], `${path}/${id}`);
          const clean = (text = ''): string =>
            text
              .replaceAll(id, 'ID')
              .replaceAll(/nonce="[^"]*"/g, '')
              .replaceAll(/\d{13}/g, 'MOMENT')
              .replaceAll(/\d\d:\d\d:\d\d/g, 'COUNTDOWN');
          expect([path, status < 500]).toEqual([path, true]);
          return { status, html: clean(html), location: clean(location) };
        };
        for (const [path, id] of [
          ['/chats', marked.conversation],
          ['/transactions', marked.payment],
        ] as const)
          expect(await bare(path, id)).toEqual(await bare(path, nothing));
        // Premium members may see her, and members she blocked may see her name, but neither has a match with her.
        const looker = clients[viewer === 'premium' ? 'stranger' : viewer];
        const { html } = await openPage(test, looker, `/likes/m/${marked.member.id}`);
        const shown = ['A visible line', '/media/member', ...(viewer === 'blocked' ? [] : ['Berta'])];
        expect(shown.filter((value) => html.includes(value))).toEqual([]);
      },
    );
  });
});
