/** Second-level labels under which registries register names: `com.ge`, `co.uk`. */
const registryLabels = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ltd', 'mil', 'net', 'nom', 'org'])

/**
 * Why this cookie domain is invalid: the session would be sent to hosts that are not ours, or not to all that need
 * it. Undefined when it is valid, or when no domain is set.
 */
export function refusalOfCookieDomain(
  domain: string | undefined,
  addresses: readonly string[],
): string | undefined {
  if (domain === undefined) return undefined
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) || /^[\d.]+$/.test(domain))
    return 'must be a domain of two labels or more, without a leading dot'
  const labels = domain.split('.')
  const [first = '', last = ''] = labels
  if (labels.length === 2 && last.length === 2 && registryLabels.has(first))
    return 'must not be a domain under which others register names'
  const outside = addresses
    .map((address) => new URL(address).hostname)
    .find((host) => host !== domain && !host.endsWith(`.${domain}`))
  return outside === undefined ? undefined : `must hold the host ${outside}`
}
