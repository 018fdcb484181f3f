import { use } from 'react'
import { NonceContext } from '../nonce.ts'

/**
 * Linked data for search engines, which read what the server sent: a page may give null in a browser, so that it
 * does not download what puts the data together. `<` is escaped, so that no text can end the element early.
 */
export function JsonLd({ data }: { data: object | null }) {
  const nonce = use(NonceContext)
  const text = data === null ? '{}' : JSON.stringify(data).replaceAll('<', '\\u003c')
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
