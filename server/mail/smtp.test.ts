import { createVerify, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';

import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { type MailServer, type MailStep, smtpMailer, startMailServer } from '../../tests/support/smtp.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { SmtpSettings } from './smtp.ts';

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const dkim = { domain: 'tealight.example', selector: 's1', key: privateKey };

const mailer = (changes: Partial<SmtpSettings> = {}): Mailer => smtpMailer(server, changes);
const buildMail = (changes: Partial<Mail> = {}): Mail => {
  return {
    to: 'vera@example.org',
    fromName: 'Tealight',
    subject: 'News',
    text: 'News',
    html: '<p>News</p>',
    ...changes,
  };
};
const catchFailure = async (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    ({ failure, status }: { failure: string; status: string }) => [failure, status].join(' ').trim(),
  );
const at = (wanted: MailStep, answer: string) => (step: MailStep) => (step === wanted ? answer : undefined);

/** Returns the header fields of a mail as received, unfolded. */
const parseHeaders = (raw = ''): string[] =>
  (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');

describe('a mail by SMTP', () => {
  it('has both unsubscribe headers if its kind can be ended, and none otherwise (MAI-01)', async () => {
    const url = `https://tealight.example/api/unsubscribe.php?token=${'t'.repeat(47)}`;
    await mailer().send(buildMail({ unsubscribe: url }));
    await mailer().send(buildMail());
    const [listed, plain] = server.received;
    expect(parseHeaders(listed?.raw)).toContain(`List-Unsubscribe: <${url}>`);
    expect(parseHeaders(listed?.raw)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(plain?.raw).not.toContain('List-');
  });

  it('is signed for the domain of its sender, including both unsubscribe headers (MAI-01)', async () => {
    await mailer({ dkim }).send(buildMail({ unsubscribe: 'https://tealight.example/u', reportToken: 'abc' }));
    const raw = server.received[0]?.raw ?? '';
    const signature = parseHeaders(raw).find((line) => line.startsWith('DKIM-Signature:')) ?? '';
    const tag = (name: string): string =>
      new RegExp(`[; ]${name}=([^;]+)`).exec(signature)?.[1]?.replaceAll(' ', '') ?? '';
    expect([tag('d'), tag('s')]).toEqual(['tealight.example', 's1']);
    expect(parseHeaders(raw)).toContain('From: Tealight <hello@tealight.example>');
    const signed = tag('h').toLowerCase().split(':');
    for (const name of ['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post', 'cfbl-address'])
      expect(signed).toContain(name);
    const relaxed = (line: string): string => {
      const colon = line.indexOf(':');
      return `${line.slice(0, colon).toLowerCase().trim()}:${line
        .slice(colon + 1)
        .replaceAll(/\s+/g, ' ')
        .trim()}`;
    };
    const lines = signed.map((name) =>
      relaxed(parseHeaders(raw).find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? ''),
    );
    const unsigned = relaxed(signature).replace(/ b=.*$/, ' b=');
    const check = createVerify('RSA-SHA256').update(`${lines.join('\r\n')}\r\n${unsigned}`);
    expect(check.verify(publicKey, tag('b'), 'base64')).toBe(true);
  });

  it('carries its own token in its return address, where complaints go too', async () => {
    await mailer().send(buildMail({ reportToken: 'k3y' }));
    await mailer().send(buildMail());
    expect(server.received.map(({ from }) => from)).toEqual([
      'bounces+k3y@tealight.example',
      'bounces@tealight.example',
    ]);
    expect(parseHeaders(server.received[0]?.raw)).toContain('Cfbl-Address: bounces+k3y@tealight.example; report=arf');
  });

  it('is marked as automatic, so that no automatic reply comes back', async () => {
    await mailer().send(buildMail());
    expect(parseHeaders(server.received[0]?.raw)).toContain('Auto-Submitted: auto-generated');
  });

  it('takes no headers or recipients from names and subjects, in any language (MAI-08)', async () => {
    const evil = '\r\nBcc: mallory@example.org\r\n\r\nand more';
    const mails = languages.map((language) => {
      const file = new URL(`../../locales/mail/${language}.json`, import.meta.url);
      const words = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
      const [subject = '', name = ''] = [words[0], words.at(-1)].map((text) => `${text} 🕯️ Zażółć`);
      return { to: `${language}@example.org`, subject, name };
    });
    await Promise.all(
      mails.map(({ to, subject, name }) =>
        mailer().send(
          buildMail({ to, subject: subject + evil, fromName: name + evil, text: subject, html: `<p>${subject}</p>` }),
        ),
      ),
    );
    expect(server.tried.toSorted()).toEqual(mails.map(({ to }) => to).toSorted());
    for (const { to, subject, name } of mails) {
      const raw = server.received.find((one) => one.to === to)?.raw ?? '';
      const parsed = await PostalMime.parse(raw);
      expect(parseHeaders(raw).map((line) => line.split(':')[0]?.toLowerCase())).not.toContain('bcc');
      expect(parsed.subject).toContain(subject);
      expect(parsed.from?.name).toContain(name);
      expect(parsed.from?.address).toBe('hello@tealight.example');
      expect(parsed.text?.trim()).toBe(subject);
      // The least capable mail servers read seven bits.
      expect(parseHeaders(raw).join('')).toMatch(/^[ -~\t]*$/);
    }
  });
});

describe('the reply of the mail server', () => {
  const replies = [
    ['rcpt', '550 5.1.1 <vera@example.org> has no mailbox here', 'refused 5.1.1'],
    ['rcpt', '550 no', 'refused'],
    ['end', '554 5.7.1 spam', 'refused 5.7.1'],
    ['rcpt', '450 4.2.0 come back', 'deferred 4.2.0'],
    ['end', '451 4.3.0 later', 'deferred 4.3.0'],
    ['sender', '552 5.3.4 too big', 'refused 5.3.4'],
    ['sender', '552 too big', 'refused 5.3.4'],
    ['sender', '550 5.6.7 no such letters here', 'refused 5.6.7'],
    ['connect', '421 busy', 'unavailable'],
    // Refusals of the sender, and lack of room for any mail.
    ['sender', '553 5.1.8 unknown sender', 'unavailable 5.1.8'],
    ['sender', '530 5.7.0 log in first', 'unavailable 5.7.0'],
    ['sender', '452 4.3.1 no room', 'unavailable 4.3.1'],
    // A full server says so at the sender; at the end, it may be that only this mail does not fit.
    ['end', '452 4.3.1 no room', 'deferred 4.3.1'],
    ['rcpt', '450 4.3.2 not now', 'unavailable 4.3.2'],
    ['rcpt', '421 4.4.2 closing', 'deferred 4.4.2'],
    ['rcpt', 'cut', 'deferred'],
    ['data', 'cut', 'deferred'],
    ['end', 'cut', 'deferred'],
    ['answered', 'cut', 'deferred'],
  ] as const;

  it('means what its step and its codes say, and does not affect the next mail', async () => {
    // Each reply has a server of its own, because every connection to one waits for a tenth of a second.
    const found = await Promise.all(
      replies.map(async ([step, answer]) => {
        const own = await startMailServer();
        own.decide = at(step, answer);
        const meaning = await catchFailure(smtpMailer(own).send(buildMail()));
        const received = own.received.length;
        own.decide = () => undefined;
        const next = await catchFailure(smtpMailer(own).send(buildMail()));
        await own.close();
        return [step, answer, meaning, received, next];
      }),
    );
    expect(found).toEqual(replies.map((reply) => [...reply, reply[0] === 'answered' ? 1 : 0, 'sent']));
  });

  it('is quoted without the email address', async () => {
    server.decide = at('rcpt', '550 5.1.1 <vera@example.org> has no mailbox here');
    await expect(mailer().send(buildMail())).rejects.toThrow('the mail server refused the email: EENVELOPE 550 5.1.1');
  });

  it('is not waited for while the server is down', async () => {
    const down = mailer({ pauseMs: 60_000 });
    const { port } = server;
    await server.close();
    expect(await catchFailure(down.send(buildMail()))).toBe('unavailable');
    server = await startMailServer({ port });
    expect(await catchFailure(down.send(buildMail()))).toBe('unavailable');
    expect(server.tried).toEqual([]);
  });

  it.each([
    ['says nothing', 'mute', '?greetingTimeout=30'],
    ['closes before its greeting', 'cut', ''],
    ['is going down', '421 4.4.2 going down', ''],
  ])('means that the server is down if it takes the connection and %s (FLT-11)', async (_what, answer, options) => {
    server.decide = at('connect', answer);
    const down = mailer({ url: `${server.url}/${options}`, pauseMs: 60_000 });
    expect(await catchFailure(down.send(buildMail()))).toMatch(/^unavailable/);
    const asked = server.connections;
    expect(await catchFailure(down.send(buildMail()))).toBe('unavailable');
    expect(server.connections).toBe(asked);
  });

  it('means that the server is down if no reply ever comes (FLT-11)', async () => {
    const connecting = vi.spyOn(Socket.prototype, 'connect').mockReturnThis();
    const down = mailer({ url: `${server.url}/?connectionTimeout=30` });
    const failure = await catchFailure(down.send(buildMail()));
    expect(connecting).toHaveBeenCalled();
    connecting.mockRestore();
    expect(failure).toBe('unavailable');
  });

  it.each([
    ['cuts the session', 'cut', ''],
    ['falls silent', 'mute', '?socketTimeout=200'],
    ['says that it closes', '421 4.4.2 closing', ''],
  ])('means that the server is down if it %s and does not come back (FLT-11)', async (_what, answer, options) => {
    const gone = mailer({ url: `${server.url}/${options}`, pauseMs: 60_000 });
    let hasEnd = false;
    server.decide = (step) => {
      if (step === 'end') hasEnd = true;
      if (step === 'end') return answer;
      return hasEnd && step === 'connect' ? 'cut' : undefined;
    };
    expect(await catchFailure(gone.send(buildMail()))).toMatch(/^unavailable/);
    expect(hasEnd).toBe(true);
    const asked = server.connections;
    expect(await catchFailure(gone.send(buildMail()))).toBe('unavailable');
    expect(server.connections).toBe(asked);
  });

  it('is awaited by only one mail until the server is known to be back (FLT-11)', async () => {
    const back = mailer({ url: `${server.url}/?greetingTimeout=30` });
    server.decide = at('connect', 'mute');
    await catchFailure(back.send(buildMail()));
    const before = server.connections;
    const failures = await Promise.all([1, 2, 3, 4].map(() => catchFailure(back.send(buildMail()))));
    expect([new Set(failures), server.connections - before]).toEqual([new Set(['unavailable']), 1]);
  });

  it('allows all mails again once one has got through', async () => {
    const { port } = server;
    const back = mailer();
    await server.close();
    expect(await catchFailure(back.send(buildMail()))).toBe('unavailable');
    server = await startMailServer({ port });
    const sent = () => Promise.all([1, 2, 3].map(() => catchFailure(back.send(buildMail()))));
    expect(await sent()).toEqual(['sent', 'unavailable', 'unavailable']);
    expect(await sent()).toEqual(['sent', 'sent', 'sent']);
  });
});

describe('a mail server whose certificate nobody signed', () => {
  it('gets mails on this machine', async () => {
    await server.close();
    server = await startMailServer({ startTls: true });
    expect(await catchFailure(mailer().send(buildMail()))).toBe('sent');
    // Only these addresses count as this machine.
    const elsewhere = mailer({ url: server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]') });
    await expect(elsewhere.send(buildMail())).rejects.toThrow('untrusted certificate');
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail server that cannot be used', () => {
  const catchReason = (mail: Mailer) =>
    mail.send(buildMail()).then(
      () => 'sent',
      (error: Error) => error.message,
    );

  it('gets no mail without encryption if encryption is required', async () => {
    expect(await catchReason(mailer({ requireTls: true }))).toContain('no STARTTLS');
    expect(server.received).toEqual([]);
  });

  it('is reported with the reason, but without its address', async () => {
    await server.close();
    const reason = await catchReason(mailer());
    expect(reason).toContain('ECONNREFUSED');
    expect(reason).not.toContain('127.0.0.1');
    expect(await catchReason(mailer({ url: 'smtp://mail.invalid' }))).toMatch(/ENOTFOUND|EAI_AGAIN|EDNS/);
  });
});
