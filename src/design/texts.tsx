import { createContext, use, type ReactNode } from 'react'
import type { Locale } from '#kernel/locale.ts'
import { formatText, type Messages, type TextValues } from '#kernel/texts.ts'

interface PageTexts {
  readonly locale: Locale
  /** All rooms' texts in this one language, by room. */
  readonly rooms: Readonly<Record<string, Messages>>
}

const TextsContext = createContext<PageTexts | null>(null)

export function TextsProvider(props: PageTexts & { children: ReactNode }) {
  return (
    <TextsContext value={{ locale: props.locale, rooms: props.rooms }}>
      {props.children}
    </TextsContext>
  )
}

export type Translate<Keys> = (key: keyof Keys & string, values?: TextValues) => string

/**
 * A room's own hook, typed by its Georgian texts: a key that does not exist fails the type check.
 *
 *     export const useTexts = roomTexts<typeof ka>('events')
 *     const t = useTexts()
 *     t('seats', { count: 2 })
 */
export function roomTexts<Keys extends Messages>(room: string): () => Translate<Keys> {
  return () => {
    const { locale, rooms } = usePageTexts()
    const texts = rooms[room]
    if (!texts) throw new Error(`The texts of ${room} are not listed with the page's languages`)
    return (key, values) => formatText(locale, texts[key] ?? key, values)
  }
}

/** The locale of the page. */
export function useLocale(): Locale {
  return usePageTexts().locale
}

function usePageTexts(): PageTexts {
  const texts = use(TextsContext)
  if (!texts) throw new Error('A component with texts stands outside the page')
  return texts
}
