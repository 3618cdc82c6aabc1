import { beforeAll, describe, expect, it } from 'vitest';

import { countryCodes } from '../contract/platform/countries.ts';

import { decidePhoto } from '../server/photos/decide-photo.ts';
import { blurredLink, imageLinks } from '../server/photos/links.ts';
import { savePhoto } from '../server/photos/add-photo.ts';
import { stripes, uploadPhoto } from './support/photo-files.ts';
import { routeTable } from '../web/platform/pages/route-table.ts';
import { quickMember } from './support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

const test = useTestApp({ env: { DEMO: '0' }, ...(pagesAreBuilt && { pages: pagesFolder }) });
beforeAll(async () => {
  await test.sql(`update setting_scopes set values = values || '{"photo_approval": "after"}'`);
  test.context.sites.clear();
});

const upload = async (client: TestClient): Promise<PhotoId> => (await uploadPhoto(test, client)).body.photo.id;
const approve = (id: PhotoId) =>
  test.context.database.transaction((tx) => decidePhoto(test.context, tx, id, { status: 'approved' }));
const open = async (url: string): Promise<number> =>
  (await test.app.server.inject({ url, headers: { host: 'localhost' } })).statusCode;
/** Lists the statuses that a visitor gets for each size of a photo, clear and blurred. */
const listSizes = (owner: TestClient, photoId: PhotoId): Promise<number[]> => {
  const of = { kind: 'member', id: owner.id } as const;
  const { filename, match, thumb_filename: thumb } = imageLinks(test.context, of, photoId, 'approved', null);
  return Promise.all([filename, match, thumb, blurredLink(test.context, of, photoId, null)].map(open));
};

/** Lists every page about a member that a visitor can open. */
const pagesAbout = (id: string): string[] =>
  Object.values(routeTable)
    .filter(({ path, guard }) => path.startsWith('/members/:id') && guard !== 'member')
    .map(({ path }) => path.replace(':id', id).replace('/:slug?', ''));

/** Collects all of a visitor's responses about a member, as one text, and counts those that name the member. */
async function collectAnswers(owner: TestClient, similarTo: TestClient): Promise<{ text: string; naming: number }> {
  const visitor = test.client();
  const answers: unknown[] = [
    (await visitor.call('getProfile', { id: owner.id })).body,
    (await visitor.call('searchProfiles', { country: 'all' })).body,
    (await visitor.call('searchProfiles', { country: 'all', with_photo: true })).body,
    (await visitor.call('listSimilar', { id: similarTo.id })).body,
  ];
  if (pagesAreBuilt)
    for (const path of [...pagesAbout(owner.id), '/members?country=all', `/members/${similarTo.id}`, '/'])
      answers.push((await openPage(test, visitor, path)).html);
  const texts = answers.map((answer) => JSON.stringify(answer));
  return { text: texts.join('\n'), naming: texts.filter((text) => text.includes(owner.id)).length };
}

/** Creates a member whose approved photos are visible to visitors, by choice or by country. */
async function shownToVisitors(country: string, chosen: boolean | null): Promise<TestClient> {
  const client = await quickMember(test, { paid: true });
  await test.sql('update profiles set country = $2, visitors_see_photo = $3 where member_id = $1', [
    client.id,
    country,
    chosen,
  ]);
  return client;
}

describe('a photo that is shown before a moderator has looked at it', () => {
  let other: TestClient;
  beforeAll(async () => {
    other = await quickMember(test);
  });

  it.each([
    ['US', null],
    ['NL', true],
  ] as const)('LEG-15 is in no response to a visitor if its owner is in %s and chose %s', async (country, chosen) => {
    const owner = await shownToVisitors(country, chosen);
    const [first, second] = [await upload(owner), await upload(owner)];
    const numbers: number[] = [];
    const countTold = async (): Promise<void> => {
      const { profile } = (await test.client().call('getProfile', { id: owner.id })).body;
      numbers.push(profile.num_photos);
    };
    await countTold();
    const before = await collectAnswers(owner, other);
    expect(before.naming).toBeGreaterThanOrEqual(pagesAreBuilt ? 8 : 3);
    expect([before.text.includes(first), before.text.includes(second)]).toEqual([false, false]);
    for (const photo of [first, second]) expect(await listSizes(owner, photo)).toEqual([404, 404, 404, 404]);

    // Members see the photo at once, as the site is configured.
    const bert = await quickMember(test);
    const { profile } = (await bert.call('getProfile', { id: owner.id })).body;
    expect([profile.main_image?.filename.includes(first), profile.photos.length]).toEqual([true, 2]);

    await approve(first);
    await countTold();
    const after = await collectAnswers(owner, other);
    expect([after.text.includes(first), after.text.includes(second)]).toEqual([true, false]);
    expect(await listSizes(owner, first)).toEqual([200, 200, 200, 200]);
    expect(await listSizes(owner, second)).toEqual([404, 404, 404, 404]);
    await approve(second);
    expect(await listSizes(owner, second)).toEqual([403, 403, 403, 200]);
    expect((await collectAnswers(owner, other)).text).toContain(second);
    await countTold();
    expect(numbers).toEqual([0, 1, 2]);
  });

  it('LEG-15 replaces a main photo that was checked only for members', async () => {
    const owner = await shownToVisitors('US', null);
    const looked = await upload(owner);
    await approve(looked);
    const unseen = await upload(owner);
    await owner.call('movePhoto', { id: unseen, main: true });
    const { profile } = (await test.client().call('getProfile', { id: owner.id })).body;
    expect(profile).toMatchObject({ main_image: null, main_blurred: null, photos: [{ id: looked, locked: true }] });
    expect((await collectAnswers(owner, other)).text).not.toContain(unseen);
    await owner.call('movePhoto', { id: looked, main: true });
    expect((await collectAnswers(owner, other)).text).not.toContain(unseen);
    expect(await listSizes(owner, looked)).toEqual([200, 200, 200, 200]);
  });

  it('LEG-15 is kept from visitors wherever its owner lives', async () => {
    const owner = await shownToVisitors('US', true);
    const photo = await upload(owner);
    for (const country of countryCodes) {
      await test.sql('update profiles set country = $2 where member_id = $1', [owner.id, country]);
      const answer = JSON.stringify((await test.client().call('getProfile', { id: owner.id })).body);
      expect([country, answer.includes(photo), await listSizes(owner, photo)]).toEqual([
        country,
        false,
        [404, 404, 404, 404],
      ]);
    }
  });

  it('LEG-15 is shown to visitors if it is the portrait of a fictional member', async () => {
    const drawn = await quickMember(test, { fictional: true });
    const portrait = await savePhoto(test.context, drawn.id, stripes(64, 48));
    expect((await collectAnswers(drawn, other)).text).toContain(portrait);
    expect(await listSizes(drawn, portrait)).toEqual([200, 200, 200, 200]);
  });
});
