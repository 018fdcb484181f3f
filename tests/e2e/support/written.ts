import { inject } from 'vitest'

/** A server-rendered page, as search engines and browsers without scripts read it. */
export interface WrittenPage {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

/** Requests a page without a browser and without following redirects. */
export async function writtenPage(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WrittenPage> {
  const address = new URL(path, inject('shop').url)
  const answer = await fetch(address, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

export function languageOf({ html }: WrittenPage): string | undefined {
  return /<html[^>]*\slang="([^"]*)"/.exec(html)?.[1]
}

/** Attributes of every void element of this kind. */
export function attributesOf({ html }: WrittenPage, element: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${element}\\s([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value = '']) => [
        name?.toLowerCase(),
        value.replaceAll('&amp;', '&'),
      ]),
    ),
  )
}

/** The page's structured data (schema.org). */
export function linkedDataOf<Told>({ html }: WrittenPage): Told[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)
  return [...blocks].flatMap(([, text = '']) => JSON.parse(text) as Told | Told[])
}
