import { use } from 'react'
import { NonceContext } from '../nonce.ts'

/** Linked data for search engines. `<` is escaped, so that no text can end the element early. */
export function JsonLd({ data }: { data: object }) {
  const nonce = use(NonceContext)
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
