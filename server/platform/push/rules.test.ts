import { createECDH, randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { arePushKeys, isPushEndpoint, isPushSubject, retryAfterSeconds } from './rules.ts';

describe('an endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def-_1',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
    'https://web.push.apple.com/QNc',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2f',
  ])('belongs to a push service: %s', (endpoint) => expect(isPushEndpoint(endpoint, null)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:444/fcm/send/abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://me@fcm.googleapis.com/fcm/send/abc',
    'https://me:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com@127.0.0.1/',
    'https://127.0.0.1/',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://localhost:8443/push/a',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com.evil.example/',
    'https://evilfcm.googleapis.com/',
    'https://notify.windows.com/',
    'https://evilpush.apple.com/',
    'https://.push.apple.com/',
    'https://a..push.apple.com/',
    'https://-.push.apple.com/',
    'https://a_b.push.apple.com/',
    'https://fcm.googleapis.com./fcm/send/abc',
    'https://fcm.googleapis.com\\@evil.example/',
    'https://FCM.googleapis.com/fcm/send/abc',
    ' https://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com/fcm/send/abc#there',
    'https://fcm.googleapis.com/a/../b',
    'https:fcm.googleapis.com/a',
    '//fcm.googleapis.com/a',
    'javascript:alert(1)',
    '',
  ])('is not called: %s (PSH-04)', (endpoint) => expect(isPushEndpoint(endpoint, null)).toBe(false));

  it('may be a test service at exactly its origin', () => {
    const service = 'https://localhost:8443';
    expect(isPushEndpoint(`${service}/push/a`, service)).toBe(true);
    expect(isPushEndpoint('https://localhost:8444/push/a', service)).toBe(false);
    expect(isPushEndpoint('https://me@localhost:8443/push/a', service)).toBe(false);
  });
});

describe('the keys of a subscription', () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const p256dh = pair.getPublicKey().toString('base64url');
  const auth = randomBytes(16).toString('base64url');

  it('are a point of the curve and sixteen bytes', () => {
    expect(arePushKeys({ p256dh, auth })).toBe(true);
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
    for (const other of [offCurve, p256dh.slice(4), '', `${p256dh} `])
      expect(arePushKeys({ p256dh: other, auth })).toBe(false);
    for (const other of ['', auth.slice(2), 'ä'.repeat(22)]) expect(arePushKeys({ p256dh, auth: other })).toBe(false);
  });
});

describe('the subject of pushes', () => {
  it.each(['mailto:ops@tealight.dating', 'https://tealight.dating/contact'])('is accepted: %s', (subject) =>
    expect(isPushSubject(subject)).toBe(true),
  );
  it.each([
    'mailto:ops@tealight.invalid',
    'mailto:ops@localhost',
    'mailto:ops@dev.localhost',
    'mailto:ops@tealight.example',
    'mailto:tealight.dating',
    'ops@tealight.dating',
    'http://tealight.dating',
    'https://localhost/',
    'https://10.0.0.1/',
    'https://[::1]/',
    '',
  ])('is refused, as by Apple: %s', (subject) => expect(isPushSubject(subject)).toBe(false));
});

describe('the wait that a push service asks for', () => {
  const now = new Date('2026-11-23T18:00:00Z');
  it('is a number of seconds or a date', () => {
    expect(retryAfterSeconds('120', now)).toBe(120);
    expect(retryAfterSeconds('Mon, 23 Nov 2026 18:01:30 GMT', now)).toBe(90);
    expect(retryAfterSeconds('Mon, 23 Nov 2026 17:00:00 GMT', now)).toBe(0);
    for (const header of [undefined, '', 'soon', '-5']) expect(retryAfterSeconds(header, now) ?? 0).toBe(0);
  });
});
