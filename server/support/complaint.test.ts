import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { buildComplaint, runSupport, mailsTo } from '../../tests/support/complaint.ts';
import { useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp();

const send = (changes: object = {}) => test.client().call('sendComplaint', buildComplaint(changes));

describe('a complaint (LEG-12)', () => {
  it('is accepted without a login, and acknowledged at once by a mail with number and state link', async () => {
    const email = `${randomUUID()}@example.org`;
    const { status, body } = await send({ email, name: 'Prizes at prize.example' });
    expect(status).toBe(200);
    expect(body.number).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    const [job] = await test.sql<{ due: boolean }>(
      `select run_at <= now() as due from graphile_worker._private_jobs where payload->>'kind' = 'complaint-received'`,
    );
    expect(job).toEqual({ due: true });
    const [mail, ...more] = await mailsTo(test, email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(body.number);
    for (const part of [mail?.text, mail?.html?.replaceAll('&amp;', '&')])
      expect(part).toContain(`/complaint-state?number=${body.number}&token=${body.token}`);
    // Our mail must not carry anybody's words to an address of their choice.
    for (const words of ['watches', 'prize']) expect(`${mail?.text} ${mail?.html}`).not.toContain(words);
    // The answers of staff, who see the name, must not carry it either.
    expect(await runSupport(test, 'answer', body.number, 'We are looking.')).toMatchObject({ code: 0 });
    expect(await runSupport(test, 'close', body.number, 'no-breach')).toMatchObject({ code: 0 });
    const answers = (await mailsTo(test, email)).slice(1);
    expect(answers).toHaveLength(2);
    for (const answer of answers) expect(`${answer.text} ${answer.html}`).not.toContain('prize');
  });

  it('is shown under its number', async () => {
    const { body } = await send();
    const state = await test.client().call('getComplaint', { number: body.number, token: body.token });
    expect(state.body).toEqual({
      number: body.number,
      kind: 'rules',
      text: 'Somebody sells watches.\nAgain and again.',
      files: 0,
      received_at: body.received_at,
      answers: [],
      outcome: null,
      closed_at: null,
      reverted: false,
    });
  });

  it('needs text, good faith, name and address, the last two not for child abuse', async () => {
    const sendAndGetFields = async (changes: object) => (await send(changes)).body.fields;
    for (const text of [' \n ', '\u2800\n\u3164', '\u0301']) {
      expect(await sendAndGetFields({ text })).toEqual({ text: 'field.missing' });
      expect(await sendAndGetFields({ name: text.slice(0, 1) })).toEqual({ name: 'field.missing' });
    }
    expect(await sendAndGetFields({ good_faith: false })).toEqual({ good_faith: 'good-faith.missing' });
    expect(await sendAndGetFields({ name: '', email: '' })).toEqual({ name: 'field.missing', email: 'field.missing' });
    expect(await sendAndGetFields({ email: 'nobody' })).toEqual({ email: 'email.invalid' });
    expect((await send({ kind: 'child-abuse', name: '', email: '' })).status).toBe(200);
    expect((await send({ kind: 'child-abuse', name: undefined, email: undefined, url: undefined })).status).toBe(200);
    expect(await sendAndGetFields({ kind: 'child-abuse', email: 'nobody' })).toEqual({ email: 'email.invalid' });
  });

  it('is recorded once per key even if sent many times at once, and refused with other content', async () => {
    const email = `${randomUUID()}@example.org`;
    const same = buildComplaint({ email });
    const answers = await Promise.all(Array.from({ length: 8 }, () => test.client().call('sendComplaint', same)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await mailsTo(test, email)).toHaveLength(1);
    for (const more of [{ text: 'Other words' }, { email: `x${email}` }, { kind: 'other' }, { name: 'V' }, { url: '' }])
      expect((await test.client().call('sendComplaint', { ...same, ...more })).body.error).toBe('request.key-reused');
    const [row] = await test.sql<{ count: number }>(
      'select count(*)::int from complaints where lower(email) = lower($1)',
      [email],
    );
    expect(row?.count).toBe(1);
  });

  it('is always kept, but acknowledged at most three times a day per mailbox, in any spelling', async () => {
    const local = randomUUID();
    const domains = ['bücher.example', 'BÜCHER.EXAMPLE', 'xn--bcher-kva.example', 'ｂüｃher.example'];
    const spelled = [...domains, ...domains.map((domain) => `${domain} `)].map((domain) => `${local}@${domain}`);
    const tagged = Array.from({ length: 5 }, (_, tag) => `${local}+${tag}@${domains[0]}`);
    const answers = await Promise.all(
      [...spelled, ...tagged, spelled[0]?.toUpperCase()].map((email) => send({ email })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await test.runJobs();
    expect((await test.outbox()).filter(({ to }) => to.toLowerCase().startsWith(local))).toHaveLength(3);
    // The page promises a receipt only for these.
    expect(answers.filter(({ body }) => body.receipt)).toHaveLength(3);
  });

  it('is always acknowledged to a member who writes from their confirmed address (LEG-12)', async () => {
    const email = `${randomUUID()}@example.org`;
    const member = await test.member({ email });
    const sendAs = async (changes: object = {}) =>
      (await member.call('sendComplaint', buildComplaint({ email, ...changes }))).body;
    const numbers: string[] = [];
    for (let times = 0; times < 5; times += 1) {
      const { number, receipt } = await sendAs();
      expect(receipt).toBe(true);
      numbers.push(number);
    }
    const mails = (await mailsTo(test, email)).filter(({ subject }) => numbers.some((one) => subject.includes(one)));
    expect(mails).toHaveLength(5);
    // There is no extra receipt for another sender, another address, or an unconfirmed address.
    expect((await send({ email })).body.receipt).toBe(false);
    const foreign = `${randomUUID()}@example.org`;
    for (let times = 0; times < 3; times += 1) await sendAs({ email: foreign });
    expect((await sendAs({ email: foreign })).receipt).toBe(false);
    await test.sql(`update members set status = 'not_confirmed', confirmed_at = null where member_id = $1`, [
      member.id,
    ]);
    expect((await sendAs()).receipt).toBe(false);
  });

  it('promises no receipt without an address, and the same receipt when it is sent again', async () => {
    expect((await send({ kind: 'child-abuse', name: '', email: '' })).body.receipt).toBe(false);
    const email = `${randomUUID()}@example.org`;
    const first = buildComplaint({ email });
    const again = () => test.client().call('sendComplaint', first);
    expect((await again()).body.receipt).toBe(true);
    for (let more = 0; more < 3; more += 1) await send({ email });
    expect((await again()).body.receipt).toBe(true);
    expect((await send({ email })).body.receipt).toBe(false);
  });

  it('shows its state only for its number and token, and answers everything else alike', async () => {
    const { number, token } = (await send()).body;
    const ask = (asked: object) => test.client().call('getComplaint', asked);
    expect((await ask({ number: ` ${number.toLowerCase().replace('-', ' ')}`, token })).status).toBe(200);
    const other = (await send()).body;
    const wrong = [
      { number, token: other.token },
      { number, token: token.slice(0, -1) },
      { number, token: '' },
      { number: 'AAAAA-AAAAA', token },
      { number: 'é%00', token: 'ö' },
    ];
    for (const one of wrong) {
      const { status, body } = await ask(one);
      expect([status, body]).toEqual([404, { error: 'complaint.not-found', message: expect.any(String) }]);
    }
    expect(token.length).toBeGreaterThanOrEqual(43);
  });

  it('is stored without control characters that could steer a terminal', async () => {
    const { body } = await send({ name: 'Vera\n\u001B[2J', url: 'a\r\nb\u202E', text: 'One\u001B[8m.\r\nTwo\u2028.' });
    const [row] = await test.sql<{ name: string; url: string; text: string }>(
      'select name, url, text from complaints where number = $1',
      [body.number],
    );
    expect(row).toEqual({ name: 'Vera [2J', url: 'a b', text: 'One [8m.\nTwo .' });
  });
});
