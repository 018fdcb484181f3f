/** What an installation in production must not have, and what the whole shop needs there. */

type Settings = Readonly<Record<string, unknown>>

/** Values that the demo and the example of settings come with. Everybody knows them. */
const known = /^(?:demo-|bileti-|replace(?:$|-))/

/** Of one service, whose address is `<SERVICE>_URL`: credentials without an address are not used. */
function serviceOf(name: string): string {
  return `${name.split('_', 1)[0]}_URL`
}

/**
 * Secrets that everybody knows, as problems to be reported: those of the demo for a service that is configured, and
 * placeholders that were not replaced.
 *
 * @param isSetting whether there is a setting of this name
 */
export function knownSecrets(
  settings: Settings,
  isSetting: (name: string) => boolean,
): readonly string[] {
  return Object.entries(settings)
    .filter(([name, value]) => {
      if (typeof value !== 'string' || !known.test(value)) return false
      const service = serviceOf(name)
      return !isSetting(service) || isGiven(settings[service])
    })
    .map(([name, value]) => `${name}: ${String(value)} is not a secret; set your own`)
}

/** Services that a whole shop needs; of several names one. */
const needed: readonly (readonly string[])[] = [
  ['DATABASE_URL'],
  ['PUBLIC_ORIGIN'],
  ['SMTP_URL'],
  ['SMS_URL'],
  ['TPAY_URL', 'GC_URL', 'EPOINT_URL', 'CITYPAY_URL', 'BOG_URL'],
]

/** What a whole shop in production lacks, as problems to be reported. */
export function missingServices(environment: Settings): readonly string[] {
  return needed
    .filter((names) => !names.some((name) => isGiven(environment[name])))
    .map((names) => `${names.join(' or ')} is not set`)
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
