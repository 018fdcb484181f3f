/** Parts of pages rendered on the server, for tests of their markup. */
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'

/** The English markup of an element with the texts of these modules. */
export function markupOf(
  children: ReactElement,
  modules: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string {
  // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
  const element = createElement(TextsProvider, { locale: 'en', modules, children })
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}

/** Of each heading that sorts a table on the server: its title, the order that it says, and the next one. */
export function linkedHeadings(html: string): (string | undefined)[][] {
  const heading =
    /<th scope="col"[^>]*?(?: aria-sort="(\w+)")?><a [^>]*href="[^"]*sort=(\w+)"[^>]*>([^<]+)/g
  return [...html.matchAll(heading)].map(([, order, next, title]) => [title, order, next])
}
