/** A random key that is unique within a draft. */
export function newKey(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return `${high.toString(36)}${low.toString(36)}`
}
