/**
 * The allowed values of each profile attribute (specification, section 3), in menu order. Their names in eleven
 * languages are in `locales/attributes/`, under `<attribute>.<value>`.
 */
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
} as const;

/** Name of a profile attribute that is chosen from a list. */
export type Attribute = keyof typeof attributes;

/**
 * The attributes that members set on their profile and that sites can offer as search filters, in form order. The
 * contract, SQL, forms, profiles and filters all follow this list.
 */
export const profileAttributes = [
  'hair_color',
  'eye_color',
  'body_type',
  'relationship_status',
  'tattoos',
] as const satisfies readonly Attribute[];

export type ProfileAttribute = (typeof profileAttributes)[number];

/** Builds a record with an entry for each profile attribute. */
export function byProfileAttribute<T>(make: (name: ProfileAttribute) => T): Record<ProfileAttribute, T> {
  return Object.fromEntries(profileAttributes.map((name) => [name, make(name)])) as Record<ProfileAttribute, T>;
}

export type AttributeValue<Name extends Attribute> = (typeof attributes)[Name][number];

export type Gender = AttributeValue<'gender'>;
export type Sexuality = AttributeValue<'sexuality'>;
export type HairColor = AttributeValue<'hair_color'>;
export type EyeColor = AttributeValue<'eye_color'>;
export type BodyType = AttributeValue<'body_type'>;
export type RelationshipStatus = AttributeValue<'relationship_status'>;
export type Tattoos = AttributeValue<'tattoos'>;

export const attributeNames = Object.keys(attributes) as readonly Attribute[];

/** Whether `value` is an allowed value of the attribute `name`. */
export function isAttributeValue<Name extends Attribute>(name: Name, value: string): value is AttributeValue<Name> {
  return (attributes[name] as readonly string[]).includes(value);
}
