/** Whether a balance covers a price, both in credits. What costs nothing is covered even by a debt. */
export function canPay(balance: number, price: number): boolean {
  return price === 0 || balance >= price;
}
