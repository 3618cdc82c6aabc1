import type { Country } from '../../contract/platform/countries.ts';

/** The share of members per country and attribute value, in thousandths: a few are common, most are rare. */
export const weights = {
  country: { US: 260, DE: 140, GB: 120, FR: 100, IT: 70, ES: 60, NL: 60, PL: 50, CA: 40, AU: 30 } as Partial<
    Record<Country, number>
  >,
  hair_color: [180, 230, 220, 110, 150, 20, 10, 40, 10, 15, 25, 5],
  eye_color: [450, 270, 90, 80, 50, 10, 40, 10],
  body_type: [190, 130, 330, 50, 120, 110, 50, 20],
  relationship_status: [560, 60, 60, 30, 160, 80, 40, 10],
  tattoos: [600, 220, 120, 50, 10],
};
