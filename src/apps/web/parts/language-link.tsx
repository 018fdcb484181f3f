import { useLocation } from 'react-router'
import { useQueryOfAddress } from '#design/data/visitor.ts'
import { localizedPath, splitLocale, type Locale } from '#kernel/locale.ts'
import { rememberLocale } from '../locale-cookie.ts'

const languageNames: Readonly<Record<Locale, { short: string; long: string }>> = {
  ka: { short: 'ქარ', long: 'ქართული' },
  en: { short: 'Eng', long: 'English' },
}

/** A full page load, so that only one language's texts are downloaded. */
export function LanguageLink() {
  const { pathname } = useLocation()
  const search = useQueryOfAddress()
  const { locale, path } = splitLocale(pathname)
  const other = locale === 'ka' ? 'en' : 'ka'
  return (
    <a
      href={localizedPath(other, path) + search}
      lang={other}
      hrefLang={other}
      suppressHydrationWarning
      title={languageNames[other].long}
      onClick={() => rememberLocale(other)}
      className="grid h-11 min-w-11 place-items-center rounded-md px-2 text-note font-semibold hover:bg-sunk"
    >
      <span className="tablet:hidden">{languageNames[other].short}</span>
      <span className="hidden tablet:inline">{languageNames[other].long}</span>
    </a>
  )
}
