/** Whether a text is a path of this site, with a query of plain characters, so that it can lead to no other site. */
export function isSafeNext(next: string): boolean {
  return /^(?![^?]*\/\/)\/[\w\-./?=&%,]*$/.test(next);
}
