import { timingSafeEqual } from 'node:crypto'

/** Whether a given secret, signature or proof is the expected one; the time tells nothing about how much of it is right. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
