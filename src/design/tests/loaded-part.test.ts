import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Locale } from '#kernel/locale.ts'
import type { Loaded } from '../data/use-loaded.ts'
import { LoadedList, LoadedPart } from '../parts/loaded-part.tsx'
import { TextsProvider } from '../texts.tsx'

interface Names {
  readonly items: readonly string[]
}

const loading: Loaded<Names> = { state: 'loading', value: null }
const failed = (problem: string | null): Loaded<Names> => ({
  state: 'failed',
  problem,
  value: null,
})
const loaded = (...items: string[]): Loaded<Names> => ({ state: 'loaded', value: { items } })

function shown(part: ReactNode, locale: Locale = 'en'): string {
  const props = { locale, modules: {}, children: part }
  return renderToStaticMarkup(createElement(TextsProvider, props))
}

function list(of: Loaded<Names>): ReactNode {
  const props = {
    of: { loaded: of, reload: () => undefined },
    empty: 'Nothing here',
    children: (name: string) => createElement('li', { key: name }, name),
  }
  return createElement(LoadedList<string>, props)
}

/** Goal: a part that loads in the browser shows each of its states. Method: each state is rendered to a string. */
describe('a loaded part', () => {
  it('announces loading in the page’s language', () => {
    expect(shown(list(loading))).toContain('aria-busy="true"')
    expect(shown(list(loading))).toContain('Loading')
    expect(shown(list(loading), 'ka')).toContain('იტვირთება')
  })

  it('shows the reason of a failure, or a general one, with a retry button', () => {
    expect(shown(list(failed('No such show')))).toMatch(/role="alert".*No such show.*Try again/)
    expect(shown(list(failed(null)))).toMatch(/That did not work\. Please try again\..*Try again/)
  })

  it('shows its rows, or the empty state', () => {
    expect(shown(list(loaded('one', 'two')))).toMatch(/<ul[^>]*><li>one<\/li><li>two<\/li><\/ul>/)
    expect(shown(list(loaded()))).toBe('Nothing here')
  })

  it('keeps its content while it reloads', () => {
    const of = { loaded: { ...loaded('one'), state: 'loading' } as const, reload: () => undefined }
    const props = { of, children: ({ items }: Names) => items.join() }
    expect(shown(createElement(LoadedPart<Names>, props))).toBe('one')
  })
})
