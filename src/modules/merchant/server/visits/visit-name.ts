/** Names of visits in statistics. Pure functions. */

const lengthMax = 40

interface Arrival {
  readonly utmSource?: string | undefined
  readonly utmCampaign?: string | undefined
  readonly referrer?: string | undefined
}

/**
 * A campaign by its name, otherwise the referring site; null when neither is known. Only letters, digits and a few
 * other characters are kept, so that statistics contain no URL and no person's name from one.
 */
export function visitNameOf({ utmSource, utmCampaign, referrer }: Arrival): string | null {
  const source = sanitize(utmSource)
  if (source !== '') return [source, sanitize(utmCampaign)].filter(Boolean).join(' / ')
  const host = (referrer ?? '')
    .trim()
    .toLowerCase()
    .replace(/^(www|m|l|lm)\./, '')
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(host) ? host.slice(0, lengthMax) : null
}

function sanitize(value = ''): string {
  const text = value.normalize('NFKC').toLowerCase().trim()
  // Links in some newsletters contain the recipient's email address.
  if (text.includes('@')) return ''
  return text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, lengthMax)
}
