import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { configureSite } from '../../tests/support/chat.ts';
import { hashAsStrong } from '../../tests/support/light-argon2.ts';
import { signUpForm, testPassword, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp();
beforeEach(async () => {
  await test.sql('delete from attempts');
});

const configure = (values: object): Promise<void> => configureSite(test, values);

describe('a sign-up whose answer was lost', () => {
  const counts = async (memberId: MemberId | undefined): Promise<unknown> =>
    (
      await test.sql(
        `select (select count(*)::int from members where member_id = $1) as members,
                (select balance from wallets where member_id = $1) as credits`,
        [memberId],
      )
    )[0];

  it('logs in to its account when repeated with the same key, however often and even at once', async () => {
    const form = { ...signUpForm({ email: 'again@example.org', name: 'Again' }), idempotency_key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => test.client().call('signUp', form)));
    answers.push(await test.client().call('signUp', form));
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(answers.map(() => [200, undefined]));
    const ids = new Set(answers.map(({ body }) => body.user?.id));
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect(await counts(id)).toEqual({ members: 1, credits: 20 });
    for (const { headers } of answers) expect(headers['set-cookie']).toMatch(/^auth\.session=[\w-]{36}\.[\w-]{43};/);
  });

  it('does not log in with another password, key or address', async () => {
    const idempotency_key = randomUUID();
    const form = { ...signUpForm({ email: 'lost@example.org', name: 'Lost' }), idempotency_key };
    expect((await test.client().call('signUp', form)).status).toBe(200);
    const again = async (change: object): Promise<unknown> => {
      const { body, headers } = await test.client().call('signUp', { ...form, ...change });
      return [body.error, body.fields, headers['set-cookie']];
    };
    expect(await again({ password: 'another quiet evening' })).toEqual(['request.key-reused', undefined, undefined]);
    expect(await again({ idempotency_key: randomUUID() })).toEqual([
      'input.invalid',
      { name: 'name.taken' },
      undefined,
    ]);
    const other = { name: 'Somebody Else', idempotency_key: randomUUID() };
    expect(await again(other)).toEqual(['email.taken', undefined, undefined]);
    const apart = await test.client().call('signUp', { ...form, email: 'found@example.org', name: 'Found' });
    expect([apart.status, apart.body.user?.name]).toEqual([200, 'Found']);
  });

  it('counts wrong passwords like a login does', async () => {
    const form = { ...signUpForm({ email: 'guess@example.org', name: 'Guess' }), idempotency_key: randomUUID() };
    expect((await test.client().call('signUp', form)).status).toBe(200);
    for (let guess = 0; guess < 5; guess += 1)
      await test.client().call('signUp', { ...form, password: `a wrong evening ${guess}` });
    expect((await test.client().call('signUp', form)).body.error).toBe('request.key-reused');
  });
});

describe('signing up', () => {
  it("answers with the user, logged in and not confirmed, with the site's welcome credits", async () => {
    const client = test.client();
    const wanted = signUpForm({ email: ' Vera.Klein@Example.org ', name: 'Vera Klein' });
    const { status, body, headers } = await client.call('signUp', wanted);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      name: 'Vera Klein',
      email: 'Vera.Klein@Example.org',
      status: 'not_confirmed',
      credits: 20,
      paid_user: false,
      unread_messages: 0,
      new_likes: 0,
      profile: { status: 'disabled', sexuality: 'hetero', country: 'NL', consent_sensitive: true },
    });
    expect(headers['set-cookie']).toMatch(/^auth\.session=[\w-]{36}\.[\w-]{43};.*HttpOnly/);
    expect((await client.call('getUser')).body.user?.id).toBe(body.user?.id);
    const [member] = await test.sql<Record<string, unknown>>('select * from members where member_id = $1', [
      body.user?.id,
    ]);
    expect(member).toMatchObject({
      terms_version: '2023-12-01T12:00:00.000Z',
      sensitive_consent_version: '2025-11-01',
    });
  });

  it('stores neither sexuality nor consent without consent, and the account works (PII-08)', async () => {
    const client = test.client();
    const { body } = await client.call('signUp', signUpForm({ consent_sensitive: false }));
    expect(body.user?.profile).toMatchObject({ sexuality: null, interests: [], consent_sensitive: false });
    const [row] = await test.sql(
      `select m.sensitive_consent_at, m.sensitive_consent_version, p.sexuality from members m join profiles p using (member_id)
        where member_id = $1`,
      [body.user?.id],
    );
    expect(row).toEqual({ sensitive_consent_at: null, sensitive_consent_version: null, sexuality: null });
    expect((await client.call('getUser')).status).toBe(200);
  });

  it.each([
    ['email', 'anna(at)example.org', 'email.invalid', 'Invalid email'],
    ['name', '@vera', 'name.starts-with-at', 'Username may not start with @'],
    ['date_of_birth', '', 'birth-date.missing', 'Enter your date of birth (18+)'],
    ['date_of_birth', '2001-02-30', 'birth-date.invalid', 'Invalid date of birth.'],
    ['password', 'gT7#kd0', 'password.too-short', 'Use at least 8 characters.'],
    ['password', `${'kz vqmw xr'.repeat(13)}`, 'password.too-long', 'Use at most 128 characters.'],
    ['password', 'Password123', 'password.too-common', 'This password is easy to guess. Please choose another one.'],
    ['accept_terms', false, 'terms.not-accepted', 'Please accept the terms of use to continue.'],
    ['town', 'nowhere', 'town.not-found', 'We don’t know this town. Please choose one from the list.'],
  ])('refuses %s %j with %s', async (field, value, code, message) => {
    const { status, body } = await test.client().call('signUp', signUpForm({ [field]: value }));
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'input.invalid', message, fields: { [field]: code } });
  });

  it('refuses the email address as username', async () => {
    const { body } = await test
      .client()
      .call('signUp', signUpForm({ email: 'Kees@example.org', name: 'kees@example.org' }));
    expect(body.fields).toEqual({ name: 'name.same-as-email' });
    expect(body.message).toBe('Username may not be the same as your e-mail address');
  });

  it('reports all invalid fields at once', async () => {
    const { body } = await test.client().call('signUp', signUpForm({ email: 'x', name: 'Admin', password: 'kort' }));
    expect(body.fields).toEqual({ email: 'email.invalid', name: 'name.not-allowed', password: 'password.too-short' });
  });

  it('refuses an address that has an account, in any case, with the specified sentence', async () => {
    const wanted = signUpForm({ email: 'twice@example.org' });
    await test.client().call('signUp', wanted);
    const { status, body } = await test.client().call('signUp', signUpForm({ email: 'TWICE@example.org' }));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: 'email.taken',
      message: 'This email address already owns an account on this website.',
    });
  });

  it('tells the owner of an account pending deletion how to come back', async () => {
    const member = await test.member({ email: 'leaving@example.org' });
    await test.sql(`update members set status = 'pending_deletion' where member_id = $1`, [member.id]);
    const { status, body } = await test.client().call('signUp', signUpForm({ email: 'leaving@example.org' }));
    expect([status, body.error]).toEqual([403, 'account.pending-deletion']);
  });

  it('keeps usernames unique regardless of case', async () => {
    await test.client().call('signUp', signUpForm({ name: 'Zoë van Dam' }));
    const { status, body } = await test.client().call('signUp', signUpForm({ name: 'ZOË VAN DAM' }));
    expect(status).toBe(422);
    expect(body.fields).toEqual({ name: 'name.taken' });
  });

  it('creates one account when identical calls race, and leaves nothing of the others', async () => {
    const email = 'race@example.org';
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => test.client().call('signUp', signUpForm({ email }))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const [row] = await test.sql(
      `select count(*)::int as members, (select count(*)::int from member_emails where email_key = $1) as emails,
              (select count(*)::int from member_names n where not exists (select 1 from members m where m.member_id = n.member_id)) as strays
         from members where email = $1`,
      [email],
    );
    expect(row).toEqual({ members: 1, emails: 1, strays: 0 });
  });

  it('ignores fields that a client adds (AZN-04)', async () => {
    const extra = {
      credits: 9_999,
      paid_user: true,
      status: 'active',
      id: randomUUID(),
      fictional: true,
      role: 'staff',
    };
    const { body } = await test
      .client()
      .call('signUp', signUpForm({ ...extra, email_confirmed: true, signup_date: '2001-01-01' }));
    expect(body.user).toMatchObject({ credits: 20, paid_user: false, status: 'not_confirmed' });
    expect(body.user?.id).not.toBe(extra.id);
  });

  it('stores only a salted argon2id hash of the agreed strength for the password (AUT-04)', async () => {
    hashAsStrong(true);
    const ids = [(await test.member()).id, (await test.member()).id];
    hashAsStrong(false);
    const rows = await test.sql<{ password_hash: string; all: string }>(
      'select password_hash, to_jsonb(m)::text as all from members m where member_id = any($1)',
      [ids],
    );
    const [first, second] = rows.map(({ password_hash: hash }) => hash);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    for (const row of rows) expect(row.all).not.toContain(testPassword);
    const jobs = await test.sql<{ all: string }>(
      'select to_jsonb(j)::text as all from graphile_worker._private_jobs j',
    );
    expect(jobs.some(({ all }) => all.includes(testPassword))).toBe(false);
  });

  it('allows a password of any characters, and logins only with exactly that password (AUT-01)', async () => {
    for (const password of ['kz vqmw ', '  Ümlaut 🌊 zee', `${'kz vqmw xrtpl hd'.repeat(8)}`]) {
      const email = `${randomUUID()}@example.org`;
      expect((await test.client().call('signUp', signUpForm({ email, password }))).status, password).toBe(200);
      expect((await test.client().call('logIn', { login: email, password })).status, password).toBe(200);
      for (const wrong of [password.slice(0, -1), password.trim() === password ? `${password} ` : password.trim()])
        expect((await test.client().call('logIn', { login: email, password: wrong })).status).toBe(401);
      const swapped = password.replace(/[a-z]/, (letter) => letter.toUpperCase());
      expect((await test.client().call('logIn', { login: email, password: swapped })).status).toBe(401);
    }
  });

  it.each([
    ['the own choice', 'fi', 'nl', 'de', 'fi'],
    ['the language of the site where nothing was chosen', undefined, 'nl', 'de', 'nl'],
    ['that of the browser where the site has none', undefined, undefined, 'de-AT,en;q=0.5', 'de'],
    ['the next of the browser that the site speaks', undefined, undefined, 'pt, sv;q=0.8', 'sv'],
    ['the first of the site where nothing is known', undefined, undefined, 'pt', 'en'],
  ])('sets the account’s language to %s', async (_what, chosen, ofSite, accepted, language) => {
    await configure(ofSite === undefined ? {} : { domain_language: ofSite });
    const client = test.client();
    if (chosen) client.cookies.set('i18n_redirected', chosen);
    const { body } = await client.call('signUp', signUpForm(), { 'accept-language': accepted });
    expect(body.user?.language).toBe(language);
    await test.runJobs();
    const sayings = test.context.sentences.in(language as 'fi');
    expect((await test.outbox()).find(({ to }) => to === body.user?.email)?.subject).toContain(
      sayings('mail.activation.subject', { site: 'Tealight' }),
    );
    await configure({});
  });

  it('ends the session that the browser had before', async () => {
    const client = await test.member();
    const before = client.cookies.get('auth.session') ?? '';
    await client.call('signUp', signUpForm());
    const old = test.client();
    old.cookies.set('auth.session', before);
    expect((await old.call('getUser')).status).toBe(403);
  });
});

describe('the sign-up policy of a site', () => {
  it('refuses sign-ups if they are by invitation only', async () => {
    await configure({ signups: 'invite_only' });
    const { status, body } = await test.client().call('signUp', signUpForm({ tracking: { network: 'n', ref: 'r' } }));
    await configure({});
    expect([status, body.error]).toEqual([403, 'signup.invite-only']);
  });

  it('admits visitors with a traffic source if the site requires one, and stores the source', async () => {
    await configure({ signups: 'with_trafficsource' });
    const without = await test.client().call('signUp', signUpForm());
    const tracking = { network: 'partner', sub1: 'spring' };
    const withOne = await test.client().call('signUp', signUpForm({ tracking }));
    const sent = test.client();
    sent.cookies.set('trafficsource', JSON.stringify({ ref: 'friend' }));
    const withCookie = await sent.call('signUp', signUpForm());
    await configure({});
    expect([without.status, without.body.error]).toEqual([403, 'signup.invite-only']);
    expect(withOne.status).toBe(200);
    const kept = async (id: string | undefined) =>
      (await test.sql('select tracking from members where member_id = $1', [id]))[0];
    expect(await kept(withOne.body.user?.id)).toEqual({ tracking });
    expect(await kept(withCookie.body.user?.id)).toEqual({ tracking: { ref: 'friend' } });
  });

  it("checks age by the server's clock and the site's minimum, never below 18 (INP-13)", async () => {
    test.clock.set(new Date('2026-06-10T12:00:00Z'));
    const born = async (date: string) =>
      (await test.client().call('signUp', signUpForm({ date_of_birth: date }))).status;
    const results = [await born('2008-06-10'), await born('2008-06-11')];
    await configure({ min_age: 21 });
    results.push(await born('2005-06-11'));
    await configure({ min_age: 12 });
    results.push(await born('2010-01-01'));
    await configure({});
    test.clock.set(new Date());
    expect(results).toEqual([200, 422, 422, 422]);
  });
});

it('a sign-up fills the profile with the text from a lander, up to the profile’s length limit', async () => {
  const about = `Soup, and bread to go with it. ${'😀'.repeat(1_969)}`;
  const client = test.client();
  const { body } = await client.call('signUp', signUpForm({ about }));
  expect(body.user?.profile.about === about).toBe(true);
  const { body: without } = await test.client().call('signUp', signUpForm());
  expect(without.user?.profile.about).toBe('');
  const { status, body: refused } = await test.client().call('signUp', signUpForm({ about: `${about}!` }));
  expect([status, refused.fields]).toEqual([422, { about: 'field.too-long' }]);
  expect((await client.call('updateProfile', { about: `${about}!` })).body.fields).toEqual(refused.fields);
});

const check = async (fields: object) => (await test.client().call('checkSignUp', fields)).body;

it('the sign-up check refuses the passwords that a sign-up refuses, and opens no account', async () => {
  const email = 'wilhelmina.roos@example.org';
  const before = await test.sql('select 1 from members');
  expect((await check({ email, password: 'short' })).fields).toEqual({ password: 'password.too-short' });
  expect((await check({ email, password: 'x'.repeat(129) })).fields).toEqual({ password: 'password.too-long' });
  for (const password of ['password1', 'wilhelmina77'])
    expect((await check({ email, password })).fields).toEqual({ password: 'password.too-common' });
  expect((await check({ email: '', name: 'Wolfgang', password: 'wolfgang77' })).fields).toBeDefined();
  expect(await check({ email: '', password: 'a quiet evening by the sea' })).toEqual({ ok: true });
  expect(await test.sql('select 1 from members')).toEqual(before);
});

it('the sign-up check refuses the names that a sign-up refuses, except one that its own form took', async () => {
  const { name } = (await (await test.member()).call('getUser')).body.user;
  const email = 'wilhelmina.roos@example.org';
  const password = 'a quiet evening by the sea';
  const checkName = async (fields: object) => (await check({ email, password, ...fields })).fields?.name;
  expect(await checkName({ name: name.toUpperCase() })).toBe('name.taken');
  expect(await checkName({ name: '@anna' })).toBe('name.starts-with-at');
  expect(await checkName({ name: email })).toBe('name.same-as-email');
  expect(await checkName({ name: 'Moderator' })).toBe('name.not-allowed');
  expect(await checkName({ name: 'Nobody Yet' })).toBeUndefined();

  const form = { ...signUpForm({ name: 'Hanna Vries' }), idempotency_key: randomUUID() };
  expect((await test.client().call('signUp', form)).status).toBe(200);
  expect(await checkName({ name: 'Hanna Vries' })).toBe('name.taken');
  const again = { email: form.email, name: 'Hanna Vries', idempotency_key: form.idempotency_key };
  expect(await checkName(again)).toBeUndefined();
});

it('a name is checked while it is typed, and a taken one gets three free ones that a sign-up accepts', async () => {
  const client = test.client();
  const checkName = async (name: string, town?: string) =>
    (await client.call('checkName', { name, ...(town !== undefined && { town }) })).body;
  const form = signUpForm({ name: 'Jette Vos' });
  expect((await test.client().call('signUp', form)).status).toBe(200);
  expect(await checkName('Nobody Yet')).toEqual({ error: null, suggestions: [] });
  expect(await checkName('ليلى')).toEqual({ error: 'name.not-allowed', suggestions: [] });
  expect(await checkName('Moderator')).toEqual({ error: 'name.not-allowed', suggestions: [] });
  expect(await checkName('@anna')).toEqual({ error: 'name.starts-with-at', suggestions: [] });

  const taken = await checkName(' JETTE vos', 'Köln');
  expect(taken).toMatchObject({
    error: 'name.taken',
    suggestions: ['JETTE vos Köln', expect.any(String), expect.any(String)],
  });
  for (const name of taken.suggestions) expect((await checkName(name)).error).toBeNull();
  expect((await test.client().call('signUp', signUpForm({ name: taken.suggestions[1] }))).status).toBe(200);
  expect((await checkName(taken.suggestions[1] ?? '')).error).toBe('name.taken');

  // A town that no name can contain is left out, and a long name is shortened.
  const long = 'Maximiliane Josefa von der Aue';
  expect((await test.client().call('signUp', signUpForm({ name: long }))).status).toBe(200);
  const { suggestions } = await checkName(long, 'Sint-Annaland (Zeeland)');
  expect(suggestions).toHaveLength(3);
  for (const name of suggestions) expect(name).toMatch(/^Maximiliane Josefa von der A\d{3}$|^.{27}\d{3}$/);
});

it('a name check knows nothing about addresses: that of a member is refused like any other', async () => {
  const { email } = (await (await test.member()).call('getUser')).body.user;
  const answers = await Promise.all(
    [email, 'nobody@example.org'].map(async (name) => (await test.client().call('checkName', { name })).body),
  );
  expect(answers).toEqual([
    { error: 'name.not-allowed', suggestions: [] },
    { error: 'name.not-allowed', suggestions: [] },
  ]);
});
