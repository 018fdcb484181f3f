import { Search as SearchSign } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { ownSearch } from '#modules/search/contract.ts'
import { posterKinds, PosterWall } from '../parts/show-card.tsx'
import { cardItem } from '../card-item.ts'
import { useTexts } from '../texts.ts'

const page = pageData(
  ownSearch,
  ({ url }) => ({
    query: { text: (url.searchParams.get('text') ?? '').slice(0, 100), limit: 30 },
  }),
  ({ text, items }) => ({ text, items: items.map((item) => cardItem(item, posterKinds)) }),
)
export const loader = page.loader
export const clientLoader = page.clientLoader

/** Typing pauses this long before it is looked up. */
const pauseMilliseconds = 180

export default function Search() {
  const t = useTexts()
  const found = page.usePage()
  const isUnderWay = useNavigation().state !== 'idle'
  const asked = found.text.trim()
  return (
    <div className="page pt-8 tablet:pt-12">
      <title>{asked ? `${asked} — ${t('searchTitle')}` : t('searchTitle')}</title>
      <meta name="robots" content="noindex" />
      <h1 className="font-display text-[2.25rem] leading-tight font-[800] tablet:text-[3.5rem]">
        {t('searchTitle')}
      </h1>
      <SearchField />
      <output className="mt-6 block text-lg">
        {asked ? (
          t('searchFound', { count: found.items.length, text: asked })
        ) : (
          <span className="text-soft">{t('searchHint')}</span>
        )}
      </output>
      {asked && found.items.length === 0 && <p className="mt-2 text-soft">{t('searchNothing')}</p>}
      <div
        aria-busy={isUnderWay}
        className={`mt-8 transition-opacity duration-150 ${isUnderWay ? 'opacity-60' : ''}`}
      >
        {asked && <PosterWall items={found.items} firstCount={5} />}
      </div>
    </div>
  )
}

function SearchField() {
  const t = useTexts()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const [text, setText] = useState(parameters.get('text') ?? '')
  const asked = useRef(text)
  const input = useRef<HTMLInputElement>(null)
  // Whoever opens an empty search wants to type.
  useEffect(() => {
    if (asked.current === '') input.current?.focus()
  }, [])
  useEffect(() => {
    if (text === asked.current) return
    const timer = setTimeout(() => {
      asked.current = text
      const query = text.trim() ? `?${new URLSearchParams({ text: text.trim() })}` : ''
      void navigate({ search: query }, { replace: true, preventScrollReset: true })
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text, navigate])
  return (
    <search className="mt-5 block max-w-3xl">
      <form className="relative" onSubmit={(event) => event.preventDefault()}>
        <SearchSign
          size={26}
          aria-hidden="true"
          className="pointer-events-none absolute top-4.5 left-4 text-soft"
        />
        <input
          ref={input}
          type="search"
          name="text"
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={100}
          autoComplete="off"
          aria-label={t('searchLabel')}
          placeholder={t('searchLabel')}
          className="field min-h-16 pl-13 text-xl"
        />
      </form>
    </search>
  )
}
