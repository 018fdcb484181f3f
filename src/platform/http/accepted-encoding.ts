/** Which content coding an answer may have, by the request's `Accept-Encoding` (RFC 9110, 12.5.3). */

/** The weight of each coding that a header names, from 0 to 1; `*` stands for all others. */
type Weights = ReadonlyMap<string, number>

/** Weight of the plain form that a header does not name: it is what is left when nothing else is accepted. */
const leastWeight = 0.0001

/** Clients send few different headers, so parsed ones are kept; unusually long ones are parsed each time. */
const known = new Map<string, Weights>()
const knownMax = 500
const knownLength = 100

const codingsMax = 30

/**
 * The coding that the caller likes best, of several alike the first.
 *
 * @param offered codings that the answer can have besides its plain form, the server's preference first
 * @returns null for the plain form, also where nothing is acceptable (see `acceptsNothing`)
 */
export function acceptedEncoding<Coding extends string>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding | null {
  if (!header) return null
  const weights = weightsOf(header)
  let best: Coding | null = null
  let most = plainWeight(weights)
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0
    if (weight > most || (weight === most && best === null && weight > 0)) {
      best = coding
      most = weight
    }
  }
  return best
}

/** Whether the caller refuses the plain form. */
export function refusesPlain(header: string | undefined): boolean {
  return header !== undefined && header.includes('=0') && plainWeight(weightsOf(header)) === 0
}

/** Whether the caller refuses the plain form and each of these codings. */
export function acceptsNothing(header: string | undefined, offered: readonly string[]): boolean {
  return refusesPlain(header) && acceptedEncoding(header, offered) === null
}

function plainWeight(weights: Weights): number {
  const own = weights.get('identity')
  if (own !== undefined) return own
  return weights.get('*') === 0 ? 0 : leastWeight
}

function weightsOf(header: string): Weights {
  const found = known.get(header)
  if (found) return found
  const weights = parsed(header)
  if (header.length <= knownLength && known.size < knownMax) known.set(header, weights)
  return weights
}

function parsed(header: string): Weights {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',', codingsMax)) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
    const weight = weightOf(parameters)
    // A broken weight says neither yes nor no.
    if (name === '' || weight === null) continue
    // The older name of the same coding.
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  return weights
}

/** 1 without a weight; null for one that is none. */
function weightOf(parameters: readonly string[]): number | null {
  const given = parameters.find((one) => /^q\s*=/.test(one))
  if (given === undefined) return 1
  const digits = given.slice(given.indexOf('=') + 1).trim()
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(digits) ? Number(digits) : null
}
