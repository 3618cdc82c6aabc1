/** The lists of likes, by their names in the answer. Data alone, so that a browser takes no schema with it. */
export const likesLists = ['profiles', 'liked_by', 'matches'] as const;
export type LikesList = (typeof likesLists)[number];
