import { beforeAll, describe, expect, it } from 'vitest';

import { createId } from '../platform/ids.ts';
import { notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { quickMember, sendText } from '../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { minuteMs } from '../platform/clock.ts';
import { sendNotices } from './send-notices.ts';
import { readUnsubscribeToken, deriveUnsubscribeToken } from './unsubscribe.ts';

const test = useTestApp();
beforeAll(async () => {
  test.clock.set(new Date('2026-11-23T12:00:00Z'));
});

const getStoppedKinds = async (member: TestClient) => (await member.call('getUser')).body.user.notifications_stopped;

/** Posts as a mail program does: to the full address, without cookies or our origin. */
const post = (url: string, type = 'application/x-www-form-urlencoded', payload = 'List-Unsubscribe=One-Click') =>
  test.app.server.inject({
    method: 'POST',
    url: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: {
      host: 'localhost',
      'content-type': type,
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
    },
    payload,
  });

/** Creates a member who got a mail about a first message. */
async function told(): Promise<{ reader: TestClient; link: string; page: string }> {
  const [reader, writer] = [await quickMember(test), await quickMember(test, { credits: 20 })];
  test.clock.move(minuteMs);
  await sendText(writer, { profile: reader.id });
  test.clock.move(11 * minuteMs);
  await sendNotices(test.context);
  await test.runJobs();
  const mail = (await test.outbox()).find(({ to }) => to === `${reader.id}@example.org`);
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const link = /^<(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  const page = /http\S+\/unsubscribe\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  return { reader, link, page };
}

describe('the unsubscribe link in a mail (MAI-02)', () => {
  it('ends only its kind with one POST without a login, however often and in either form encoding', async () => {
    const { reader, link } = await told();
    const answer = await post(link);
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    const stopped = [{ kind: 'new_conversations', reason: 'listunsubscribe' }];
    expect(await getStoppedKinds(reader)).toEqual(stopped);
    const boundary = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect((await post(link, 'multipart/form-data; boundary=b', boundary)).statusCode).toBe(200);
    expect(await getStoppedKinds(reader)).toEqual(stopped);
  });

  it('changes nothing when it is only opened, and leads to a page that asks', async () => {
    const { reader, link, page } = await told();
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await test.app.server.inject({
        method,
        url: new URL(link).pathname + new URL(link).search,
        headers: { host: 'localhost' },
      });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toBe(new URL(page).pathname + new URL(page).search);
    }
    expect(await getStoppedKinds(reader)).toEqual([]);
  });

  it('does nothing if altered or forged, and always gives the same response (MAI-03)', async () => {
    const { reader, link } = await told();
    const token = new URL(link).searchParams.get('token') ?? '';
    const bytes = Buffer.from(token, 'base64url');
    const altered = Array.from(bytes, (_byte, at) => {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      return other.toString('base64url');
    });
    const secret = deriveUnsubscribeToken('another secret', reader.id, 'like');
    const answers = await Promise.all(
      ['', 'x', secret, token.slice(0, -1), `${token}A`, ...altered].map(async (forged) => {
        const { statusCode, body } = await post(`/api/unsubscribe.php?token=${forged}`);
        return `${statusCode} ${body}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^410 .*link\.expired/);
    expect(await getStoppedKinds(reader)).toEqual([]);
  });

  it('answers alike for a member who is gone, and its token names member and kind', async () => {
    const id = createId<MemberId>();
    const { secret } = test.context;
    for (const kind of notificationKinds)
      expect(readUnsubscribeToken(secret, deriveUnsubscribeToken(secret, id, kind))).toEqual({ memberId: id, kind });
    const answer = await post(`/api/unsubscribe.php?token=${deriveUnsubscribeToken(secret, id, 'like')}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
  });
});
