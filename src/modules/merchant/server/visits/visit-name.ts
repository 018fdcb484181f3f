/** What a visit is called in figures: pure. */

const lengthMost = 40

interface Arrival {
  readonly utmSource?: string | undefined
  readonly utmCampaign?: string | undefined
  readonly referrer?: string | undefined
}

/**
 * A campaign by its name, else the site that led here; null when neither is known. Only letters, figures and a few signs stay, so that no
 * address, and nobody's name in one, ends up in figures.
 */
export function visitNameOf({ utmSource, utmCampaign, referrer }: Arrival): string | null {
  const source = tidy(utmSource)
  if (source !== '') return [source, tidy(utmCampaign)].filter(Boolean).join(' / ')
  const host = (referrer ?? '')
    .trim()
    .toLowerCase()
    .replace(/^(www|m|l|lm)\./, '')
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(host) ? host.slice(0, lengthMost) : null
}

function tidy(value = ''): string {
  const text = value.normalize('NFKC').toLowerCase().trim()
  // An e-mail address is in some newsletters' links.
  if (text.includes('@')) return ''
  return text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, lengthMost)
}
