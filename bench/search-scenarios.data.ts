import { type DistanceKm, distancesKm } from '../contract/geo/geo-bands.ts';
import type { Gender, Sexuality } from '../contract/members/attributes.ts';
import { townRings } from '../server/geo/towns.ts';
import { latestBirthday } from '../server/members/rules.ts';

export interface Viewer {
  member_id: string;
  gender: Gender;
  sexuality: Sexuality | null;
  country: string;
  region: string;
  town: string;
}

/** `query` asks the app; `where` and, for rare filters, `traits` say the same in plain SQL. */
export interface SearchScenario {
  name: string;
  query(viewer: Viewer): object;
  everywhere?: boolean;
  where(viewer: Viewer, at: Date): string;
  traits?(viewer: Viewer): string[][];
}

const born = (min: number, max: number) => (_viewer: Viewer, at: Date) =>
  `date_of_birth <= '${latestBirthday(min, at)}' and date_of_birth > '${latestBirthday(max + 1, at)}'`;
const years = (at: number, min: number, max: number): string[] =>
  Array.from({ length: max - min + 2 }, (_, place) => `born=${at - max - 1 + place}`);
const near = ({ town }: Viewer, distance: DistanceKm): string[] =>
  townRings(town)
    .slice(0, distancesKm.indexOf(distance) + 1)
    .flatMap((ring) => ring.map(({ id }) => id));
/** Writes a list in SQL. */
export const quoteAll = (list: readonly string[]): string => list.map((one) => `'${one}'`).join(',');
const thisYear = new Date().getUTCFullYear();

export const scenarios: readonly SearchScenario[] = [
  { name: 'everybody', query: () => ({}), where: () => 'true' },
  { name: 'ages 25 to 45', query: () => ({ min_age: 25, max_age: 45 }), where: born(25, 45) },
  { name: 'with a photo', query: () => ({ with_photo: true }), where: () => 'photo' },
  {
    name: 'online now',
    query: () => ({ online: true }),
    where: (_viewer, at) => `last_active_at > '${new Date(at.getTime() - 300_000).toISOString()}'`,
  },
  {
    name: 'aged 57 or 58',
    query: () => ({ min_age: 57, max_age: 58 }),
    where: born(57, 58),
    traits: () => [years(thisYear, 57, 58)],
  },
  {
    name: 'one region',
    query: ({ region }) => ({ countryregion: region }),
    where: ({ region }) => `region = '${region}'`,
    traits: ({ region }) => [[`region=${region}`]],
  },
  {
    name: 'within 25 km',
    query: () => ({ distance: '25' }),
    where: (viewer) => `town = any(array[${quoteAll(near(viewer, '25'))}])`,
    traits: (viewer) => [near(viewer, '25').map((town) => `town=${town}`)],
  },
  {
    name: 'within 250 km, all countries',
    query: () => ({ distance: '250', country: 'all' }),
    everywhere: true,
    where: (viewer) => `town = any(array[${quoteAll(near(viewer, '250'))}])`,
  },
  {
    name: 'a common interest',
    query: () => ({ interests: 'relationship' }),
    where: () => `interests @> '{relationship}'`,
  },
  {
    name: 'a rare interest',
    query: () => ({ interests: 'astrology' }),
    where: () => `interests @> '{astrology}'`,
    traits: () => [['interest=astrology']],
  },
  {
    name: 'one hair color',
    query: () => ({ hair_color: 'red' }),
    where: () => `hair_color = 'red'`,
    traits: () => [['hair_color=red']],
  },
  {
    name: 'one hair, one eye color',
    query: () => ({ hair_color: 'white', eye_color: 'amber' }),
    where: () => `hair_color = 'white' and eye_color = 'amber'`,
    traits: () => [['hair_color=white'], ['eye_color=amber']],
  },
  {
    name: 'a common and a rare language',
    query: () => ({ languages: 'en,so' }),
    where: () => `languages && '{en,so}'`,
  },
  {
    name: 'two rare languages',
    query: () => ({ languages: 'so,uk' }),
    where: () => `languages && '{so,uk}'`,
    traits: () => [['languages=so', 'languages=uk']],
  },
  {
    name: 'everything at once',
    query: ({ region }) => ({
      countryregion: region,
      min_age: 30,
      max_age: 39,
      interests: 'dating,yoga',
      body_type: 'slim,athletic',
      hair_color: 'brown',
    }),
    where: (
      { region },
      at,
    ) => `region = '${region}' and ${born(30, 39)({} as Viewer, at)} and interests @> '{dating,yoga}'
      and body_type in ('slim', 'athletic') and hair_color = 'brown'`,
    traits: ({ region }) => [
      [`region=${region}`],
      ['interest=yoga'],
      ['hair_color=brown'],
      ['body_type=slim', 'body_type=athletic'],
    ],
  },
  { name: 'all countries', query: () => ({ country: 'all' }), everywhere: true, where: () => 'true' },
  { name: 'nearest first', query: () => ({ order: 'nearest' }), where: () => 'true' },
  {
    name: 'nearest first, ages 25 to 45',
    query: () => ({ order: 'nearest', min_age: 25, max_age: 45 }),
    where: born(25, 45),
  },
  {
    name: 'nearest first, one hair color',
    query: () => ({ order: 'nearest', hair_color: 'red' }),
    where: () => `hair_color = 'red'`,
    traits: () => [['hair_color=red']],
  },
  {
    name: 'nearest first, all countries',
    query: () => ({ order: 'nearest', country: 'all' }),
    everywhere: true,
    where: () => 'true',
  },
  // The limit searches everybody, because names are random and handwritten SQL would equal our own statement.
  { name: 'a name that all have', query: () => ({ name: 'me' }), where: () => 'true' },
  { name: 'a name of few', query: () => ({ name: 'Member 1a' }), where: () => 'true' },
  {
    name: 'a name of few, all countries',
    query: () => ({ name: 'Member 1a', country: 'all' }),
    everywhere: true,
    where: () => 'true',
  },
];

export interface Search {
  name: string;
  query(viewer: Viewer): object;
  /** A visitor's search has none. */
  scenario?: SearchScenario;
}

const offeredToVisitors = ['everybody', 'ages 25 to 45', 'with a photo', 'aged 57 or 58', 'one region'];

export const searches: readonly Search[] = [
  ...scenarios.map((scenario) => ({ name: scenario.name, query: scenario.query, scenario })),
  ...scenarios
    .filter(({ name }) => offeredToVisitors.includes(name))
    .flatMap(({ name, query }): Search[] => [
      {
        name: `visitor: ${name}, one country`,
        query: (viewer) => ({ ...query(viewer), country: viewer.country }),
      },
      ...(name === 'one region'
        ? []
        : [
            {
              name: `visitor: ${name}, all countries`,
              query: (viewer: Viewer) => ({ ...query(viewer), country: 'all' }),
            },
          ]),
    ]),
];
