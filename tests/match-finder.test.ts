import { beforeEach, expect, it } from 'vitest';

import type { Output } from '../contract/index.ts';
import { toSearchQuery } from '../web/members/search/filters.ts';
import { type Answers, type Reach, searchWidening } from '../web/members/finder/answers.ts';
import { insertProfiles } from './support/insert-profiles.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

const test = useTestApp({ env: { DEMO: '0' } });
const homes = { home: 'NL', own: 'NL' } as const;
const answered: Answers = { interests: ['hiking'], far: '10', time: 'any' };

let anna: TestClient;
beforeEach(async () => {
  await test.sql(`update profiles set status = 'hidden'`);
  anna = await test.member({ gender: 'female', town: 'nl-haarlem' });
});

async function man(country: string, town: string | null, interests: readonly string[] = ['hiking']): Promise<MemberId> {
  const [id] = await insertProfiles(test, 1, { country, town, interests });
  if (!id) throw new Error('nobody inserted');
  return id;
}

/** Searches as the page does; also returns the results of the last search, which the page shows. */
async function find(answers: Answers): Promise<{ reach: Reach; ids: MemberId[]; searches: number }> {
  const made: Output<'searchProfiles'>[] = [];
  const reach = await searchWidening(answers, homes, async (filters) => {
    const { status, body } = await anna.call('searchProfiles', toSearchQuery(filters));
    expect(status).toBe(200);
    made.push(body);
    return body;
  });
  return { reach, ids: made.at(-1)?.results.map(({ id }) => id) ?? [], searches: made.length };
}

it('the match finder looks no further than the band or the country of the nearest member who matches', async () => {
  expect(await find(answered)).toEqual({ reach: 'all', ids: [], searches: 3 });
  // Near, but of other interests.
  await man('NL', 'nl-haarlem', ['cooking']);
  const found: MemberId[] = [];
  // From the farthest place to the nearest; abroad, bands cross the borders.
  const places: [country: string, town: string | null, reach: Reach][] = [
    ['FI', null, 'all'],
    ['DE', null, 'all'],
    ['NL', null, 'country'],
    ['DE', 'de-frankfurt-am-main', '500'],
    ['BE', 'be-antwerpen', '250'],
    ['NL', 'nl-rotterdam', '100'],
    ['NL', 'nl-utrecht', '50'],
    ['NL', 'nl-amsterdam', '25'],
  ];
  for (const [country, town, reach] of places) {
    found.unshift(await man(country, town));
    const shown = reach === 'all' ? found : found.slice(0, 1);
    expect([town, await find(answered)]).toEqual([town, { reach, ids: shown, searches: 3 }]);
  }
  found.unshift(await man('NL', 'nl-haarlem'));
  expect(await find(answered)).toEqual({ reach: '10', ids: found.slice(0, 1), searches: 1 });
  expect((await find({ ...answered, far: 'all' })).ids).toEqual(found);
});

it('a country is widened to all of them, not narrowed to a place that is near but abroad', async () => {
  const near = await man('BE', 'be-antwerpen');
  const far = await man('FI', null);
  const inCountry = { ...answered, far: 'country' } as const;
  expect(await find(inCountry)).toEqual({ reach: 'all', ids: [near, far], searches: 3 });
  const own = await man('NL', null);
  expect(await find(inCountry)).toEqual({ reach: 'country', ids: [own], searches: 1 });
});

it('the other answers hold however far the finder looks', async () => {
  const active = test.clock.now();
  const offline = await man('NL', 'nl-amsterdam');
  await test.sql('update profiles set last_active_at = $2 where member_id = $1', [
    offline,
    new Date(active.getTime() - 86_400_000),
  ]);
  const online = await man('BE', 'be-antwerpen');
  expect(await find({ ...answered, time: 'now' })).toEqual({ reach: '250', ids: [online], searches: 3 });
  expect(await find(answered)).toEqual({ reach: '25', ids: [offline], searches: 3 });
});
