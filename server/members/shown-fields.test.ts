import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { getEndpoint } from '../../contract/calls.ts';
import { quickMember, configureSite } from '../../tests/support/chat.ts';
import { openTab } from '../../tests/support/live.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp();

async function joinSite(site: string, pool: string): Promise<TestClient> {
  const client = await quickMember(test, { credits: 100 });
  await test.sql('update members set site = $2 where member_id = $1', [client.id, site]);
  await test.sql('update profiles set pool = $2 where member_id = $1', [client.id, pool]);
  return client;
}

async function visit(host: string, name: 'getProfile' | 'searchProfiles', input: Record<string, string>) {
  const url = `${getEndpoint(name).path}?${new URLSearchParams(input).toString()}`;
  return (await test.app.server.inject({ url, headers: { host, 'x-client-type': 'web' } })).json<unknown>();
}

describe('a field that visible_profile_fields leaves out (L6)', () => {
  const hidden = { gender: null, countryregion: null, town: null, distance: null };
  let viewer: TestClient;
  let other: TestClient;

  /** Finds the parts of a response or event that describe the other member, at any depth. */
  function findPlaces(value: unknown): object[] {
    if (typeof value !== 'object' || value === null) return [];
    const { id, gender, countryregion, town, distance } = value as Record<string, unknown>;
    const own = id === other.id && gender !== undefined ? [{ gender, countryregion, town, distance }] : [];
    return [...own, ...Object.values(value).flatMap(findPlaces)];
  }

  beforeAll(async () => {
    await test.sql(`insert into domains (host, niche) values ('quiet.example', 1)`);
    await configureSite(test, { visible_profile_fields: ['about'] }, 'domain:quiet.example');
    [viewer, other] = [await joinSite('quiet.example', 'default'), await joinSite('default', 'default')];
    await test.sql(`update profiles set town = 'nl-haarlem', region = 'NL-NH' where member_id in ($1, $2)`, [
      viewer.id,
      other.id,
    ]);
  });

  it('is in no response and no event that the members of the site get', async () => {
    const tab = await openTab(test, viewer);
    const key = (): object => ({ idempotency_key: randomUUID() });
    await other.call('addLike', { profile: viewer.id });
    await other.call('sendMessage', { profile: viewer.id, text: 'Hello', ...key() });
    const found = [
      ...(await Promise.all([tab.hears('message'), tab.hears('like')])),
      (await viewer.call('getAutoLike')).body,
      (await viewer.call('searchProfiles', { country: 'NL' })).body,
      (await viewer.call('listLikes', { type: 'received' })).body,
      (await viewer.call('getProfile', { id: other.id })).body,
      (await viewer.call('addLike', { profile: other.id })).body,
      ...(await Promise.all(['given', 'matches'].map((type) => viewer.call('listLikes', { type })))),
      (await viewer.call('listChats')).body,
      (await viewer.call('getChat', { profile: other.id })).body,
    ];
    for (const answer of found) for (const place of findPlaces(answer)) expect(place).toEqual(hidden);
    expect(found.filter((answer) => findPlaces(answer).length > 0).length).toBeGreaterThan(8);
    await viewer.call('blockMember', { profile: other.id });
    expect(findPlaces((await viewer.call('listBlocks')).body)).toEqual([hidden]);
    await tab.close();
  });

  it('is in no response that visitors of the site get, but is shown on sites that include it', async () => {
    const id = other.id;
    expect(findPlaces(await visit('quiet.example', 'getProfile', { id }))).toEqual([hidden]);
    const shown = { gender: 'female', countryregion: 'NL-NH', town: 'Haarlem', distance: null };
    expect(findPlaces(await visit('localhost', 'getProfile', { id }))).toEqual([shown]);
    expect(findPlaces(await visit('quiet.example', 'searchProfiles', { country: 'NL' }))).toEqual([hidden]);
  });
});
