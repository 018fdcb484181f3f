/**
 * Linked data for search engines, which read what the server sent: a page may give null in a browser, so that it
 * does not download what puts the data together. `<` is escaped, so that no text can end the element early.
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
