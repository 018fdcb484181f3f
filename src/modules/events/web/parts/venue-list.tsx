import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { grouped } from '#kernel/grouped.ts'
import type { VenueView } from '#modules/catalogue/contract.ts'
import { useVenueTexts } from '../texts.ts'
import { mapAddress } from '../map-links.ts'

const shown = [
  'venueId',
  'slug',
  'venueName',
  'kind',
  'cityName',
  'address',
  'latitude',
  'longitude',
  'eventCount',
] as const satisfies readonly (keyof VenueView)[]

type VenueOfList = Pick<VenueView, (typeof shown)[number]>

/** The fields of a venue that the list shows. */
export function venueOfList(venue: VenueView): VenueOfList {
  return Object.fromEntries(shown.map((key) => [key, venue[key]])) as VenueOfList
}

const kindTexts = {
  theatre: 'kindTheatre',
  opera: 'kindOpera',
  hall: 'kindHall',
  arena: 'kindArena',
  stadium: 'kindStadium',
  club: 'kindClub',
  'open-air': 'kindOpenAir',
  gallery: 'kindGallery',
} as const

/** The text key of a venue kind; unknown kinds are called venue. */
export function kindText(kind: string) {
  return Object.hasOwn(kindTexts, kind) ? kindTexts[kind as keyof typeof kindTexts] : 'kindOther'
}

/** Venues by city, with a search within the list. */
export function VenueList(props: {
  venues: readonly VenueOfList[]
  title: string
  description: string
  other: { readonly to: string; readonly text: string }
}) {
  const t = useVenueTexts()
  const [sought, setSought] = useState('')
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  const found = props.venues.filter(({ venueName, cityName, address }) => {
    const text = `${venueName} ${cityName} ${address}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <div className="page py-8 tablet:py-12">
      <title>{props.title}</title>
      <meta name="description" content={props.description} />
      <PageTitle look="display">{props.title}</PageTitle>
      <p className="mt-3 max-w-[44rem] text-lg text-soft">{props.description}</p>
      <div className="mt-6 flex flex-wrap items-end gap-4">
        <search className="min-w-64 max-w-md grow">
          <TextField
            label={t('venueSearch')}
            type="search"
            value={sought}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setSought(event.target.value)}
          />
        </search>
        <LocalLink to={props.other.to} className="chip">
          {props.other.text}
        </LocalLink>
      </div>
      <output className="mt-2 block min-h-6 text-sm text-soft">
        {words.length > 0 && t('venuesFound', { count: found.length })}
      </output>
      {found.length === 0 && (
        <div className="border-t border-rule py-8">
          <p className="text-soft">{t('venuesNothing')}</p>
          <Button look="quiet" onClick={() => setSought('')} className="mt-4">
            {t('venuesAll')}
          </Button>
        </div>
      )}
      {[...grouped(found, (venue) => venue.cityName)].map(([city, venues]) => (
        <section key={city} className="mt-8">
          <h2 className="font-display text-2xl font-[800]">{city}</h2>
          <ul className="mt-3 grid gap-x-12 border-t-2 border-ink desk:grid-cols-2">
            {venues.map((venue) => (
              <VenueRow key={venue.venueId} venue={venue} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function VenueRow({ venue }: { venue: VenueOfList }) {
  const t = useVenueTexts()
  return (
    <li className="flex items-center justify-between gap-4 border-b border-rule py-4">
      <div className="min-w-0">
        <p className="text-sm text-soft">{t(kindText(venue.kind))}</p>
        <h3 className="font-display text-lg leading-snug font-bold">
          <LocalLink to={`/venues/${venue.slug}`} className="hover:text-accent hover:underline">
            {venue.venueName}
          </LocalLink>
        </h3>
        <p className="text-sm text-soft">{venue.address}</p>
        <p className="text-sm font-semibold">{t('eventsCount', { count: venue.eventCount })}</p>
      </div>
      <a
        href={mapAddress(venue)}
        target="_blank"
        rel="noreferrer"
        className="link flex min-h-11 shrink-0 items-center text-sm"
        aria-label={`${t('onMap')}: ${venue.venueName}`}
      >
        {t('onMap')}
      </a>
    </li>
  )
}
