import { Search as SearchSign } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { ownSearch } from '#modules/search/contract.ts'
import { remember } from './device.ts'
import { Facets } from './facets.tsx'
import { headlineOf } from './headline.ts'
import { textPath } from './options.ts'
import { chosenFilterCount, searchQueryOf, withParameters } from './query.ts'
import { isNamedExactly, Others } from './others.tsx'
import { foundCard, Results } from './results.tsx'
import { SaveButton } from './save-button.tsx'
import { Starts } from './start.tsx'
import { Understood } from './understood.tsx'
import { ShowRow } from '../parts/show-row.tsx'
import { useSearchTexts } from './texts.ts'

export const searchPageData = pageData(
  ownSearch,
  ({ url }) => ({ query: searchQueryOf(url.searchParams) }),
  ({ items, alternatives, ...rest }) => ({
    ...rest,
    items: items.map(foundCard),
    alternatives: alternatives && { ...alternatives, items: alternatives.items.map(foundCard) },
  }),
)

/** Pause in typing before the search. */
const pauseMilliseconds = 180

/** The search field and its results; `between` is shown below the first shows. */
export function SearchPage({ found, between }: { found: FoundByPage; between?: ReactNode }) {
  const t = useSearchTexts()
  const [parameters] = useSearchParams()
  const isUnderWay = useNavigation().state !== 'idle'
  const { text } = found
  const isAsked = text !== '' || chosenFilterCount(parameters) > 0
  return (
    <div className="page pt-8 pb-12 tablet:pt-12">
      <title>{text ? `${text} — ${t('title')}` : t('title')}</title>
      <meta name="robots" content="noindex" />
      <PageTitle look={isAsked ? 'heading' : 'display'}>{t('title')}</PageTitle>
      <SearchField />
      {isAsked ? <Found found={found} isUnderWay={isUnderWay} between={between} /> : <Beginning />}
    </div>
  )
}

function Beginning() {
  const t = useSearchTexts()
  return (
    <>
      <p className="mt-6 text-lg text-soft">{t('hint')}</p>
      <Starts />
    </>
  )
}

type FoundByPage = ReturnType<typeof searchPageData.usePage>

function Found(props: { found: FoundByPage; isUnderWay: boolean; between: ReactNode }) {
  const { found, isUnderWay } = props

  const t = useSearchTexts()
  const [parameters] = useSearchParams()
  const { text, items, venues, people, facets, totalCount: count, didYouMean } = found
  const hasFilters = chosenFilterCount(parameters) + found.understood.length > 0
  const othersCount = venues.length + people.length + found.others.length
  const isNothing = count + othersCount === 0
  const hasFacets = !isNothing || hasFilters
  const others = <Others text={text} venues={venues} people={people} items={found.others} />
  const othersFirst = isNamedExactly(found)
  return (
    <>
      <div className="mt-5 mb-5 flex flex-wrap items-center justify-between gap-3">
        <output className="text-lg">
          {t(headlineOf({ text, totalCount: count, othersCount }), { count, text })}
        </output>
        {text && <SaveButton text={text} />}
      </div>
      {didYouMean && (
        <p className="-mt-3 mb-6">
          <LocalLink to={textPath(didYouMean)} className="link">
            {t('meant', { text: didYouMean })}
          </LocalLink>
        </p>
      )}
      {found.isPartial && <p className="-mt-3 mb-6 text-soft">{t('partial')}</p>}
      <Understood parts={found.understood} text={text} />
      {!hasFacets && <p className="mb-6 text-soft">{t('nothing')}</p>}
      <div className={`grid gap-x-10 gap-y-4 ${hasFacets ? 'desk:grid-cols-[17rem_1fr]' : ''}`}>
        {hasFacets && (
          <div>
            <Facets facets={facets} parameters={parameters} />
          </div>
        )}
        <div
          aria-busy={isUnderWay}
          className={`min-w-0 transition-opacity duration-150 ${isUnderWay ? 'opacity-60' : ''}`}
        >
          {othersFirst && others}
          {count === 0 && hasFilters && <p className="mb-6 text-soft">{t('nothingByFilters')}</p>}
          <Results
            first={{ ...found, items }}
            text={text}
            between={
              <>
                {!othersFirst && others}
                {count > 0 && props.between}
              </>
            }
          />
          {found.alternatives && <Alternatives {...found.alternatives} />}
          {!hasFacets && <Starts />}
        </div>
      </div>
    </>
  )
}

const alternativeTitles = {
  OtherDays: 'otherDays',
  OtherFilters: 'otherFilters',
  Popular: 'popular',
} as const

/** The closest results if nothing matches. */
function Alternatives({ reason, items }: NonNullable<FoundByPage['alternatives']>) {
  const t = useSearchTexts()
  if (items.length === 0) return null
  return (
    <section className="mt-2">
      <h2 className="font-display text-xl font-bold">{t(alternativeTitles[reason])}</h2>
      <ul className="mt-3 divide-y divide-rule border-y border-rule">
        {items.map((item) => (
          <li key={item.itemId}>
            <ShowRow item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Results follow the typed text; filters are kept. */
function SearchField() {
  const t = useSearchTexts()
  const locale = useLocale()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const inAddress = parameters.get('text') ?? ''
  const [text, setText] = useState(inAddress)
  const asked = useRef(inAddress)
  const input = useRef<HTMLInputElement>(null)
  // The field gets the focus on an empty search page.
  useEffect(() => {
    if (asked.current === '') input.current?.focus()
  }, [])
  // A link on this page (a suggestion, back navigation) changes the text without the field.
  useEffect(() => {
    if (inAddress === asked.current.trim()) return
    asked.current = inAddress
    setText(inAddress)
  }, [inAddress])
  useEffect(() => {
    if (text === asked.current) return
    const timer = setTimeout(() => {
      asked.current = text
      const to = withParameters(parameters, { text: text.trim() })
      void navigate(localizedPath(locale, to), { replace: true, preventScrollReset: true })
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text, navigate, parameters, locale])
  return (
    <search className="mt-5 block max-w-3xl">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          remember('recent', text)
          input.current?.blur()
        }}
      >
        <SearchSign
          size={26}
          aria-hidden="true"
          className="pointer-events-none absolute top-4.5 left-4 z-10 text-soft"
        />
        <TextField
          ref={input}
          label={t('label')}
          isLabelHidden
          type="search"
          name="text"
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={t('label')}
          className="min-h-16 pl-13 text-xl"
        />
      </form>
    </search>
  )
}
