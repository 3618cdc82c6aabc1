import { describe, expect, it } from 'vitest';

import { attributes } from '../../contract/members/attributes.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { useTestApp } from '../../tests/support/test-app.ts';

describe('changing one’s own profile', () => {
  const test = useTestApp();

  it('changes the given fields and leaves the others', async () => {
    const anna = await test.member({ name: 'Anna Verandering' });
    const heard: LiveEvent[] = [];
    test.context.bus.subscribe(anna.id, (event) => heard.push(event));
    const first = await anna.call('updateProfile', {
      about: 'By the sea.',
      hair_color: 'red',
      interests: ['music', 'music'],
    });
    expect(first.body.profile).toMatchObject({ about: 'By the sea.', hair_color: 'red', interests: ['music'] });
    const second = await anna.call('updateProfile', { hair_color: null, eye_color: 'green' });
    expect(second.body.profile).toMatchObject({
      about: 'By the sea.',
      hair_color: null,
      eye_color: 'green',
      interests: ['music'],
      name: 'Anna Verandering',
      town: { id: 'nl-haarlem', name: 'Haarlem' },
      status: 'active',
      photos_max: 3,
    });
    expect(heard).toEqual([{ type: 'profile' }, { type: 'profile' }]);
    expect((await anna.call('getUser')).body.user.profile).toEqual(second.body.profile);
  });

  it('stores an empty text if it consists only of invisible characters', async () => {
    const anna = await test.member();
    for (const about of [' \n ', '\u2800', '\u3164\u0301\ufe0f']) {
      await anna.call('updateProfile', { about: 'By the sea.' });
      expect((await anna.call('updateProfile', { about })).body.profile.about).toBe('');
    }
  });

  it('AZN-04 ignores fields that are not the member’s to change', async () => {
    const anna = await test.member();
    const { id: otherId } = await test.member();
    const rows = () =>
      test.sql(
        'select * from profiles join members using (member_id) join wallets using (member_id) where member_id = $1',
        [anna.id],
      );
    const before = await rows();
    const at = '2001-02-03T04:05:06Z';
    const forged: object = {
      id: otherId,
      member_id: otherId,
      main_photo: otherId,
      num_photos: 3,
      lot: 'other',
      pool: 'other',
      credits: 9_999,
      paid_user: true,
      paid_at: at,
      fictional: true,
      role: 'moderator',
      status: 'hidden',
      signup_date: at,
      last_active_at: at,
      date_of_birth: '1970-01-01',
      region: 'DE-BY',
      email: 'other@example.org',
      email_confirmed: false,
      password: 'another quiet evening here',
    };
    expect((await anna.call('updateProfile', forged)).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  it('renames a member everywhere, following the name rules', async () => {
    const anna = await test.member({ name: 'Anna Eerste' });
    const bert = await test.member({ name: 'Bert Tweede', gender: 'male' });
    expect((await anna.call('updateProfile', { name: ' Anna Derde ' })).body.profile.name).toBe('Anna Derde');
    expect((await bert.call('getProfile', { id: anna.id })).body.profile.name).toBe('Anna Derde');
    expect((await bert.call('updateProfile', { name: 'anna derde' })).body.fields).toEqual({ name: 'name.taken' });
    expect((await bert.call('updateProfile', { name: '@bert' })).body.message).toBe('Username may not start with @');
    const [{ email }] = (await test.sql('select email from members where member_id = $1', [bert.id])) as [
      { email: string },
    ];
    expect((await bert.call('updateProfile', { name: email })).body.message).toBe(
      'Username may not be the same as your e-mail address',
    );
    expect((await bert.call('updateProfile', { name: 'Anna Eerste' })).status).toBe(200);
    const names = await test.sql('select name_key from member_names where member_id = any($1) order by 1', [
      [anna.id, bert.id],
    ]);
    expect(names).toEqual([{ name_key: 'anna derde' }, { name_key: 'anna eerste' }]);
  });

  it('gives a name to only one of many members who want it at once', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => test.member()));
    const answers = await Promise.all(members.map((member) => member.call('updateProfile', { name: 'The Only One' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
  });

  it('keeps town, region and country consistent', async () => {
    const anna = await test.member();
    const place = async (changes: object) => {
      const { body } = await anna.call('updateProfile', changes);
      return body.error
        ? body.fields
        : [body.profile.country, body.profile.countryregion, body.profile.town?.id ?? null];
    };
    expect(await place({ town: 'nl-groningen' })).toEqual(['NL', 'NL-GR', 'nl-groningen']);
    expect(await place({ town: 'de-aachen' })).toEqual({ town: 'town.not-found' });
    expect(await place({ country: 'DE', town: 'de-aachen' })).toEqual(['DE', 'DE-NW', 'de-aachen']);
    expect(await place({ countryregion: 'DE-BY' })).toEqual(['DE', 'DE-BY', null]);
    expect(await place({ countryregion: 'NL-NH' })).toEqual({ countryregion: 'field.invalid' });
    expect(await place({ town: 'de-aachen' })).toEqual(['DE', 'DE-NW', 'de-aachen']);
    expect(await place({ town: null })).toEqual(['DE', 'DE-NW', null]);
    expect(await place({ country: 'FR' })).toEqual(['FR', null, null]);
    for (const countryregion of [null, '']) {
      const placed = { country: 'NL', town: 'nl-haarlem' };
      await place(placed);
      expect(await place({ countryregion })).toEqual(['NL', null, null]);
      expect(await place({ ...placed, countryregion })).toEqual(['NL', 'NL-NH', 'nl-haarlem']);
    }
  });

  it('LOC-07 stores a town and nothing finer', async () => {
    const columns = await test.sql<{ column_name: string }>(
      `select column_name from information_schema.columns where table_schema = 'public'`,
    );
    const names = columns.map(({ column_name }) => column_name);
    expect(names).toContain('town');
    expect(
      names.filter((name) => /(^|_)(lat|latitude|lon|longitude|lng|coordinates?|geo|postcode|zip)(_|$)/.test(name)),
    ).toEqual([]);
  });

  it('PII-08 keeps sexuality and interests only with consent, and erases them when it is withdrawn', async () => {
    const anna = await test.member({ sexuality: 'bi' });
    await anna.call('updateProfile', { interests: ['music', 'art'] });
    const bert = await test.member({ gender: 'male' });
    const erased = await anna.call('updateProfile', { consent_sensitive: false });
    expect(erased.body.profile).toMatchObject({ consent_sensitive: false, sexuality: null, interests: [] });
    expect((await bert.call('getProfile', { id: anna.id })).body.profile).toMatchObject({
      sexuality: null,
      interests: [],
    });
    expect(await test.sql('select sexuality, interests from profiles where member_id = $1', [anna.id])).toEqual([
      { sexuality: null, interests: [] },
    ]);
    for (const changes of [
      { sexuality: 'bi' },
      { interests: ['music'] },
      { consent_sensitive: false, sexuality: 'bi' },
    ]) {
      expect((await anna.call('updateProfile', changes)).body.error).toBe('consent.missing');
    }
    expect((await anna.call('updateProfile', { interests: [], about: 'still here' })).status).toBe(200);
    const again = await anna.call('updateProfile', { consent_sensitive: true, sexuality: 'bi', interests: ['art'] });
    expect(again.body.profile).toMatchObject({ consent_sensitive: true, sexuality: 'bi', interests: ['art'] });
  });

  it('accepts only interests that the site offers', async () => {
    const anna = await test.member();
    const { interests } = (await anna.call('listInterests')).body;
    const offered = new Set(interests.map(({ key }) => key));
    expect((await anna.call('updateProfile', { interests: [...offered].slice(0, 3) })).status).toBe(200);
    expect((await anna.call('updateProfile', { interests: ['unheard_of'] })).status).toBe(422);
  });

  it('keeps the languages that a member speaks, and says what is wrong with others', async () => {
    const anna = await test.member();
    expect((await anna.call('getUser')).body.user.profile.languages).toEqual([]);
    const saved = await anna.call('updateProfile', { languages: ['fi', 'tr'] });
    expect(saved.body.profile.languages).toEqual(['fi', 'tr']);
    const refusals = [
      [['fi', 'xx'], 'field.invalid'],
      [['fi', 'fi'], 'field.invalid'],
      [attributes.languages.slice(0, 50), 'field.too-many'],
    ] as const;
    for (const [languages, code] of refusals) {
      const { status, body } = await anna.call('updateProfile', { languages: [...languages] });
      expect([status, body.fields]).toEqual([422, { languages: code }]);
    }
    expect((await anna.call('updateProfile', { about: 'By the sea.' })).body.profile.languages).toEqual(['fi', 'tr']);
    expect((await anna.call('updateProfile', { languages: [] })).body.profile.languages).toEqual([]);
  });

  it('loses no change when several tabs save at once', async () => {
    const anna = await test.member();
    await Promise.all([
      anna.call('updateProfile', { about: 'One tab.' }),
      anna.call('updateProfile', { hair_color: 'red' }),
      anna.call('updateProfile', { eye_color: 'blue' }),
      anna.call('updateProfile', { body_type: 'slim' }),
      anna.call('updateProfile', { tattoos: 'none' }),
    ]);
    expect((await anna.call('updateProfile', {})).body.profile).toMatchObject({
      about: 'One tab.',
      hair_color: 'red',
      eye_color: 'blue',
      body_type: 'slim',
      tattoos: 'none',
    });
  });
});
