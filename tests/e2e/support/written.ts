import { inject } from 'vitest'

/** A page as the server writes it, which is what search engines and browsers without scripts read. */
export interface WrittenPage {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

/** Asks for a page without a browser and follows no redirection. */
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

/** Attributes of every element of this kind, which has no content. */
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

/** What a page tells in the words of schema.org. */
export function linkedDataOf<Told>({ html }: WrittenPage): Told[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)
  return [...blocks].flatMap(([, text = '']) => JSON.parse(text) as Told | Told[])
}
