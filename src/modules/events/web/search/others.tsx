import { MapPin, Ticket, UserRound } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { late } from '#design/late.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import type { FoundItem, FoundPerson, FoundVenue } from '#modules/search/contract.ts'
import { reportChoice } from './choice.ts'
import { Marked } from './marked.tsx'
import { personPath, venuePath } from './options.ts'
import { useSearchTexts } from './texts.ts'

const FollowButton = lazy(() => late(import('../follow/follow-button.tsx')))

/** Matching venues, people and items of other verticals. */
export function Others(props: {
  text: string
  venues: readonly FoundVenue[]
  people: readonly FoundPerson[]
  items: readonly FoundItem[]
}) {
  const { text, venues, people, items } = props
  const t = useSearchTexts()
  if (venues.length + people.length + items.length === 0) return null
  return (
    <div className="grid gap-x-10 gap-y-6 py-6 tablet:grid-cols-2">
      {venues.length > 0 && (
        <Row name={t('venues')}>
          {venues.map((venue, position) => (
            <Card
              key={venue.itemId}
              to={venuePath(venue)}
              sign={<MapPin size={20} aria-hidden="true" />}
              name={<Marked name={venue.name} ranges={venue.nameRanges} />}
              note={[venue.cityName, t('events', { count: venue.eventCount })].join(' · ')}
              onChoose={() =>
                reportChoice(text, { itemId: venue.itemId, itemType: 'Venue', position })
              }
            />
          ))}
        </Row>
      )}
      {people.length > 0 && (
        <Row name={t('people')}>
          {people.map((person, position) => (
            <Card
              key={person.itemId}
              to={personPath(person)}
              sign={<UserRound size={20} aria-hidden="true" />}
              name={<Marked name={person.name} ranges={person.nameRanges} />}
              note={person.shows.map((show) => show.name).join(' · ')}
              onChoose={() =>
                reportChoice(text, { itemId: person.itemId, itemType: 'Person', position })
              }
              end={
                <Suspense>
                  <FollowButton kind="person" id={person.itemId} name={person.name} />
                </Suspense>
              }
            />
          ))}
        </Row>
      )}
      {items.length > 0 && (
        <Row name={t('others')}>
          {items.map((item) => (
            <Card
              key={`${item.source} ${item.itemId}`}
              to={item.path}
              sign={<Ticket size={20} aria-hidden="true" />}
              name={<Marked name={item.name} ranges={item.nameRanges} />}
              note={item.note}
            />
          ))}
        </Row>
      )}
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-display text-xl font-bold">{name}</h2>
      <ul className="mt-1 divide-y divide-rule border-b border-rule">{children}</ul>
    </section>
  )
}

function Card(props: {
  to: string
  sign: ReactNode
  name: ReactNode
  note: string
  onChoose?: () => void
  end?: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <LocalLink
        to={props.to}
        onClick={props.onChoose}
        className="flex min-h-14 min-w-0 grow items-center gap-3 py-2 hover:bg-sunk"
      >
        <span className="shrink-0 text-soft">{props.sign}</span>
        <span className="min-w-0">
          <span className="block font-semibold leading-snug">{props.name}</span>
          {props.note && <span className="block text-sm text-soft">{props.note}</span>}
        </span>
      </LocalLink>
      {props.end}
    </li>
  )
}

/** Whether a venue or person has exactly the typed name, and is therefore shown first. */
export function isNamedExactly(found: {
  readonly venues: readonly FoundVenue[]
  readonly people: readonly FoundPerson[]
}): boolean {
  return [...found.venues, ...found.people].some(({ name, nameRanges }) => {
    const words = name.match(/[\p{L}\p{N}]+/gu)?.join('').length ?? 0
    return nameRanges.reduce((sum, [start, end]) => sum + end - start, 0) >= words
  })
}
