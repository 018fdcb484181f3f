/**
 * Serializes a page's data in the format of the router's client (turbo-stream: a flat list whose objects refer to
 * each other by index, so that nothing is written twice). The router's own writer creates a promise and a timer
 * even for plain data; this one is synchronous.
 */

/** Special values of the format that have no index. */
const undefinedSign = -7
const nullSign = -5

/**
 * One line of the format. Null if the value contains more than plain data (dates, promises, class instances): then
 * the router writes it.
 */
export function hydrationData(value: object): string | null {
  const numbers = new Map<unknown, number>()
  const written: string[] = []
  const open: unknown[] = []

  function numberOf(one: unknown): number {
    if (one === undefined) return undefinedSign
    if (one === null) return nullSign
    const known = numbers.get(one)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(one, number)
    open.push(one)
    return number
  }

  numberOf(value)
  // `open` grows during the loop; the index is the position where a value is written.
  for (let index = 0; index < open.length; index += 1) {
    const text = writtenOf(open[index], numberOf)
    if (text === null) return null
    written.push(text)
  }
  return `[${written.join(',')}]\n`
}

function writtenOf(one: unknown, numberOf: (inner: unknown) => number): string | null {
  switch (typeof one) {
    case 'string':
      return JSON.stringify(one)
    case 'boolean':
      return one ? 'true' : 'false'
    case 'number':
      return Number.isFinite(one) && !Object.is(one, -0) ? String(one) : null
    case 'object':
      return Array.isArray(one) ? listOf(one, numberOf) : objectOf(one as object, numberOf)
    default:
      return null
  }
}

function listOf(list: readonly unknown[], numberOf: (inner: unknown) => number): string {
  let text = '['
  // By index: a hole is no member, and `map` would skip it.
  for (let index = 0; index < list.length; index += 1)
    text += (index > 0 ? ',' : '') + numberOf(list[index])
  return `${text}]`
}

function objectOf(object: object, numberOf: (inner: unknown) => number): string | null {
  if (Object.getPrototypeOf(object) !== Object.prototype) return null
  let text = '{'
  for (const key in object) {
    if (text.length > 1) text += ','
    text += `"_${numberOf(key)}":${numberOf((object as Record<string, unknown>)[key])}`
  }
  return `${text}}`
}
