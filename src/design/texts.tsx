import { createContext, use, type ReactNode } from 'react'
import type { Locale } from '#kernel/locale.ts'
import { formatText, type Messages, type TextValues } from '#kernel/texts.ts'

interface PageTexts {
  readonly locale: Locale
  /** All modules' texts in one language, by module. */
  readonly modules: Readonly<Record<string, Messages>>
}

const TextsContext = createContext<PageTexts | null>(null)

export function TextsProvider(props: PageTexts & { children: ReactNode }) {
  return (
    <TextsContext value={{ locale: props.locale, modules: props.modules }}>
      {props.children}
    </TextsContext>
  )
}

export type Translate<Keys> = (key: keyof Keys & string, values?: TextValues) => string

/**
 * Creates a module's hook, typed by its Georgian texts: a key that does not exist fails the type check.
 *
 * export const useTexts = moduleTexts<typeof ka>('events')
 * const t = useTexts()
 * t('seats', { count: 2 })
 */
export function moduleTexts<Keys extends Messages>(module: string): () => Translate<Keys> {
  return () => {
    const { locale, modules } = usePageTexts()
    const texts = modules[module]
    if (!texts) throw new Error(`The texts of ${module} are not listed with the page's languages`)
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
