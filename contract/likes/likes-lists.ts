/** Names of the lists of likes. Kept apart from the schemas so that the browser loads them without the validator. */
export const likesLists = ['profiles', 'liked_by', 'matches'] as const;
export type LikesList = (typeof likesLists)[number];
