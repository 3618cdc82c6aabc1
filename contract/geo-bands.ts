/**
 * How far apart two members live, as coarse as anyone but themselves may know it: kilometres between their
 * towns, nearest band first. No answer carries a distance in any other form.
 */
export const distanceBands = ['<10', '10-25', '25-50', '50-100', '>100'] as const;

export type DistanceBand = (typeof distanceBands)[number];
