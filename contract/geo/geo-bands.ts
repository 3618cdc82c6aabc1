/** Kilometers between two members' towns. Responses contain no finer distance, so that nobody can be located. */
export const distanceBands = ['<10', '10-25', '25-50', '50-100', '>100'] as const;

export type DistanceBand = (typeof distanceBands)[number];
