import { randomUUID } from 'node:crypto';

import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';

import { type Person, type PersonOptions, api, expect, person } from './e2e.ts';
import { openAlive, say } from './forms.ts';

/** Signs up two members who may write to each other. */
export async function couple(
  browser: Browser,
  hers: PersonOptions = {},
  his: PersonOptions = {},
): Promise<{ she: Person; he: Person; close: () => Promise<void> }> {
  const she = await person(browser, hers);
  const he = await person(browser, { gender: 'male', ...his });
  return {
    she,
    he,
    close: async () => {
      await she.context.close();
      await he.context.close();
    },
  };
}

/** Sends a text through the API; returns the conversation's id. */
export async function sendText(from: Person, to: { id: MemberId }, text: string): Promise<ConversationId> {
  const sent = await api(from.context.request, 'sendMessage', {
    profile: to.id,
    text,
    idempotency_key: randomUUID(),
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return sent.body.message.conversation;
}

/** Opens a page and waits until its live channel is ready. */
export async function openLive(page: Page, path: string): Promise<void> {
  // Listen first, because a frame may follow the socket at once, and the first socket may be replaced.
  const ready = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      if (socket.url().endsWith('/api/live')) socket.once('framereceived', () => resolve());
    });
  });
  await openAlive(page, path);
  await ready;
}

/** Makes pages that are opened after this send over HTTP, as to a server that takes no calls over the socket. */
export async function sendOverHttp(opener: Page | BrowserContext): Promise<void> {
  await opener.addInitScript(() => {
    const original = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function add(type: string, hear: (event: Event) => void, ...rest: []) {
      const hearNoCalls = ({ data }: MessageEvent<string>): void =>
        hear(new MessageEvent('message', { data: data.replace(/,"calls":\[[^\]]*\]/, '') }));
      original.call(this, type, type === 'message' ? (hearNoCalls as typeof hear) : hear, ...rest);
    };
  });
}

export const openChat = ({ page }: Person, conversation: string): Promise<void> =>
  openLive(page, `/chats/${conversation}`);

/** Opens a conversation that he has begun and she has open. */
export async function chatting(...options: Parameters<typeof couple>) {
  const two = await couple(...options);
  const chat = await sendText(two.he, two.she, 'Hello');
  await openChat(two.she, chat);
  return { ...two, page: two.she.page, chat };
}

/** Finds a fictional member of the demo site, to whom writing is free. */
export async function fictionalMember(me: Person): Promise<{ id: MemberId; name: string }> {
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { results } = (await api(me.context.request, 'searchProfiles', { pageNumber })).body;
    const fictional = results.find((member) => member.fictional);
    if (fictional) return fictional;
    if (results.length === 0) throw new Error('the demo site has no fictional members');
  }
}

/** Signs up a man whose name begins as no other, with that beginning. */
export async function namedLikeNobody(browser: Browser): Promise<Person & { begins: string }> {
  const other = await person(browser, { gender: 'male' });
  const begins = randomUUID().slice(0, 8);
  const name = `${begins} Bram`;
  expect((await api(other.page.request, 'updateProfile', { name })).status).toBe(200);
  return { ...other, name, begins };
}

export const log = ({ page }: Person): Locator => page.getByRole('log');

export const box = ({ page }: Person, other: { name: string }): Locator =>
  page.getByRole('textbox', { name: say('chat.write', { name: other.name }) });

/** Types and sends a text with the keyboard. */
export async function write(who: Person, other: { name: string }, text: string): Promise<void> {
  await box(who, other).fill(text);
  await box(who, other).press('Enter');
}

export const credits = async (who: Person): Promise<number> =>
  (await api(who.context.request, 'getUser')).body.user.credits;
