/** The address as a URL; null if it is none. `URL.parse` is missing in Safari before 18, `URL.canParse` before 17. */
export function parsedUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
