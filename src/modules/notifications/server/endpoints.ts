/**
 * Push services of browsers. A subscription contains the address that we call, so other addresses are refused to
 * prevent server-side request forgery.
 */
const knownHosts = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.push\.services\.mozilla\.com$/,
  /^[a-z0-9.-]+\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
  /^[a-z0-9-]+\.push\.apple\.com$/,
]

/** Whether messages may be sent there: a known service over https, or one of the `extraOrigins` that a setting names. */
export function endpointCheck(extraOrigins: readonly string[]): (endpoint: string) => boolean {
  return (endpoint) => {
    const url = URL.parse(endpoint)
    if (!url || url.username !== '' || url.password !== '') return false
    if (extraOrigins.includes(url.origin)) return true
    return (
      url.protocol === 'https:' &&
      url.port === '' &&
      knownHosts.some((host) => host.test(url.hostname))
    )
  }
}
