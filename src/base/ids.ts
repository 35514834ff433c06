/** A fresh id of 64 random bits, as sixteen hexadecimal digits: unique within one conversation. */
export function randomId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}
