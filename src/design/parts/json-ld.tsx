/**
 * Structured data for search engines, which read the server's HTML: in a browser a page may pass null, so that the
 * code that creates it is not downloaded. `<` is escaped, so that no text can end the element early.
 */
export function JsonLd({ data }: { data: object | null }) {
  const text = data === null ? '{}' : JSON.stringify(data).replaceAll('<', '\\u003c')
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
