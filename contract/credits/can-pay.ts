/** True if a balance covers a price, both in credits. Even a negative balance covers a price of 0. */
export function canPay(balance: number, price: number): boolean {
  return price === 0 || balance >= price;
}
