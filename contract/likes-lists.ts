/** Names of the lists of likes in the answer. Separate from the schemas, so that the browser loads no validator. */
export const likesLists = ['profiles', 'liked_by', 'matches'] as const;
export type LikesList = (typeof likesLists)[number];
