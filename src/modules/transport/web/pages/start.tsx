import { Bus, TrainFront } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { Card } from '#design/parts/card.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Section } from '#design/parts/section.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatDateShort } from '#kernel/format.ts'
import { connectionPath } from '../../connection-path.ts'
import { findPlaces, type PlaceView } from '../../contract.ts'
import { brands, type Brand } from '../../kinds.ts'
import { nothingChosen, searchPath } from '../address.ts'
import { brandOfPath, isPausedFor, pathsOf } from '../brands.ts'
import { Head } from '../parts/head.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { useRecentSearches } from '../recent.ts'
import { useBrandTexts, useTexts } from '../texts.ts'
import { wayText } from '../way-text.ts'

/** Maximum number of popular connections on a page. */
const pairsMax = 8

export interface StartPage {
  readonly brand: Brand | null
  readonly places: readonly PlaceView[]
  readonly today: string
}

export async function loadStart({ url, context }: LoaderFunctionArgs): Promise<StartPage> {
  const calls = context.get(serverCallsContext)
  const brand = brandOfPath(url.pathname)
  const query = { ...(brand === null ? {} : { brand }), most: 12 }
  const { places } = await calls.send(findPlaces, { query })
  return { brand, places, today: dayKey(new Date()) }
}

/** Start page of the journey search, for one carrier or all. */
export function Start({ page, paused }: { page: StartPage; paused: readonly Brand[] }) {
  const { brand, places, today } = page
  const ofBrand = useBrandTexts(brand)
  return (
    <div className="page pt-6 pb-section tablet:pt-10">
      <Head brand={brand} note={ofBrand('lead')} isPaused={isPausedFor(brand, paused)} />
      <Card look="lifted" className="mt-group">
        <SearchForm
          brand={brand}
          search={nothingChosen}
          from={null}
          to={null}
          places={places}
          today={today}
        />
      </Card>
      <Recent today={today} />
      <Popular brand={brand} places={places} today={today} />
      <Carriers brand={brand} />
    </div>
  )
}

function Recent({ today }: { today: string }) {
  const t = useTexts()
  const locale = useLocale()
  const recent = useRecentSearches().filter(({ date }) => date >= today)
  if (recent.length === 0) return null
  return (
    <Section title={t('recentTitle')} className="mt-part">
      <ul className="flex flex-wrap gap-tight">
        {recent.map(({ path, from, to, date }) => (
          <li key={path}>
            <LocalLink to={path} className="chip">
              {wayText(t, { from, to })}
              <span className="figures text-soft">
                {formatDateShort(locale, `${date}T12:00:00Z`)}
              </span>
            </LocalLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface PopularProps {
  readonly brand: Brand | null
  readonly places: readonly PlaceView[]
  readonly today: string
}

/** Connections from the busiest place to the next ones, linking to today's departures. */
function Popular({ brand, places, today }: PopularProps) {
  const t = useTexts()
  const [hub, ...others] = places
  if (!hub || others.length === 0) return null
  return (
    <Section title={t('popularTitle')} className="mt-part">
      <ul className="grid gap-x-part border-t border-rule tablet:grid-cols-2">
        {others.slice(0, pairsMax).map((place) => (
          <li key={place.placeCode} className="border-b border-rule">
            <LocalLink
              to={
                brand === null
                  ? connectionPath(hub.placeCode, place.placeCode)
                  : searchPath(brand, {
                      ...nothingChosen,
                      from: hub.placeCode,
                      to: place.placeCode,
                      date: today,
                    })
              }
              className="flex min-h-12 items-center font-semibold wrap-anywhere hover:text-accent"
            >
              {wayText(t, { from: hub, to: place })}
            </LocalLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Carriers({ brand }: { brand: Brand | null }) {
  const t = useTexts()
  return (
    <Section title={t('carriersTitle')} className="mt-part">
      <ul className="flex flex-wrap gap-tight">
        {[null, ...brands]
          .filter((other) => other !== brand)
          .map((other) => (
            <li key={other ?? 'all'}>
              <CarrierLink brand={other} />
            </li>
          ))}
      </ul>
    </Section>
  )
}

function CarrierLink({ brand }: { brand: Brand | null }) {
  const ofBrand = useBrandTexts(brand)
  const Sign = brand === 'railway' ? TrainFront : Bus
  return (
    <LocalLink to={pathsOf(brand).start} className="chip">
      <Sign size={18} aria-hidden="true" />
      {ofBrand('name')}
    </LocalLink>
  )
}
