import { languages } from '../platform/languages.ts';

/** The specification, section 3; in menu order. Names are in `locales/attributes/`, under `<attribute>.<value>`. */
export const attributes = {
  gender: ['male', 'female'],
  sexuality: ['hetero', 'gay', 'lesbian', 'bi'],
  hair_color: [
    'black',
    'dark_brown',
    'brown',
    'light_brown',
    'blonde',
    'red',
    'auburn',
    'grey',
    'white',
    'colored',
    'bald',
    'other',
  ],
  eye_color: ['brown', 'blue', 'green', 'hazel', 'grey', 'amber', 'black', 'other'],
  body_type: ['slim', 'athletic', 'average', 'muscular', 'curvy', 'a_few_extra_pounds', 'full_figured', 'petite'],
  relationship_status: [
    'single',
    'in_relationship',
    'married',
    'open_relationship',
    'divorced',
    'separated',
    'widowed',
    'complicated',
  ],
  tattoos: ['none', 'small_ones', 'several', 'many', 'full_sleeves'],
  /** The languages that a member can say they speak (ISO 639-1): those of the product, then other common ones. */
  languages: [
    ...languages,
    'ar',
    'bg',
    'bn',
    'bs',
    'ca',
    'cs',
    'cy',
    'el',
    'et',
    'eu',
    'fa',
    'ga',
    'gl',
    'he',
    'hi',
    'hr',
    'hu',
    'id',
    'is',
    'ja',
    'ko',
    'ku',
    'lb',
    'lt',
    'lv',
    'mk',
    'pa',
    'pt',
    'ro',
    'ru',
    'sk',
    'sl',
    'so',
    'sq',
    'sr',
    'ta',
    'th',
    'tl',
    'tr',
    'uk',
    'ur',
    'vi',
    'zh',
  ],
} as const;

export type Attribute = keyof typeof attributes;

/** Attributes on the profile that sites can offer as filters, in form order. Contract, SQL and forms follow it. */
export const profileAttributes = [
  'hair_color',
  'eye_color',
  'body_type',
  'relationship_status',
  'tattoos',
] as const satisfies readonly Attribute[];

/** The attributes by which members can be searched if the site offers it. A member can have several languages. */
export const searchedAttributes = ['languages', ...profileAttributes] as const;

export type SearchedAttribute = (typeof searchedAttributes)[number];
export type ProfileAttribute = (typeof profileAttributes)[number];

export function byProfileAttribute<T>(make: (name: ProfileAttribute) => T): Record<ProfileAttribute, T> {
  return Object.fromEntries(profileAttributes.map((name) => [name, make(name)])) as Record<ProfileAttribute, T>;
}

export type AttributeValue<Name extends Attribute> = (typeof attributes)[Name][number];

export type SpokenLanguage = AttributeValue<'languages'>;
export type Gender = AttributeValue<'gender'>;
export type Sexuality = AttributeValue<'sexuality'>;

export const attributeNames = Object.keys(attributes) as readonly Attribute[];

export function isAttributeValue<Name extends Attribute>(name: Name, value: string): value is AttributeValue<Name> {
  return (attributes[name] as readonly string[]).includes(value);
}
