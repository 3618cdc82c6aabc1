/** A receipt's number as it is printed: with zeros in front, so that lists sort. */
export function receiptNumber(number: number): string {
  return String(number).padStart(6, '0');
}
