import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';

describe('the last used search filters', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('are kept with the account, independently of its language, until they are cleared', async () => {
    const member = await test.member();
    const { language } = (await member.call('getUser')).body.user;
    const kept = async () => (await member.call('getUser')).body.user.search;
    expect(await kept()).toBeNull();
    const search = { country: 'NL', min_age: 30, max_age: 50, eye_color: 'blue', with_photo: true };
    expect((await member.call('updateUser', { search })).body.user).toMatchObject({ search, language });
    await member.call('updateUser', { language: 'nl' });
    expect(await kept()).toEqual(search);
    await member.call('updateUser', { search: {} });
    expect(await kept()).toEqual({});
  });

  it('leave out interests and the sought gender, which need consent (PII-08)', async () => {
    const member = await test.member();
    const search = { interests: 'hiking', gender: 'male', online: true };
    expect((await member.call('updateUser', { search })).body.user.search).toEqual({ online: true });
  });

  it('are refused if a search would refuse them', async () => {
    const member = await test.member();
    for (const search of [{ min_age: 17 }, { country: 'XX' }, { distance: '7' }, 'everything'])
      expect((await member.call('updateUser', { search })).status).toBe(422);
    expect((await member.call('updateUser', {})).body.fields).toEqual({ language: 'field.missing' });
    expect((await member.call('updateUser', { search: { pageNumber: 3, online: true } })).body.user.search).toEqual({
      online: true,
    });
  });
});
