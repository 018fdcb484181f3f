import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { flightAirlines, flightSchedule } from '../../search-contract.ts'
import { airlineOf, cityOf } from '../names.ts'
import { useTexts } from '../texts.ts'

const list = pageData(flightAirlines, () => ({}))
const board = pageData(flightSchedule, () => ({ query: { airport: 'TBS' } }))

export async function loader(args: LoaderFunctionArgs) {
  const [airlines, departures] = await Promise.all([list.loader(args), board.loader(args)])
  return { airlines, departures }
}
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const [airlines, departures] = await Promise.all([
    list.clientLoader(args),
    board.clientLoader(args),
  ])
  return { airlines, departures }
}

const boardRows = 20

/** Page of the airlines that fly from Georgia and the next departures. */
export default function Airlines() {
  const t = useTexts()
  const locale = useLocale()
  const loaded = useLoaderData<typeof loader>() as Awaited<ReturnType<typeof loader>>
  const { items } = list.usePart(loaded.airlines)
  const { departures, names } = board.usePart(loaded.departures)
  return (
    <div className="page space-y-section py-8 tablet:py-12">
      <title>{t('airlinesTitle')}</title>
      <meta name="description" content={t('airlinesDescription')} />
      <div>
        <PageTitle>{t('airlinesTitle')}</PageTitle>
        <p className="mt-2 text-lead text-soft">{t('airlinesDescription')}</p>
      </div>
      <ul className="grid gap-near tablet:grid-cols-2 desk:grid-cols-3">
        {items.map(({ code, name, country, isLowCost, fliesFromCities, destinationCount }) => (
          <li key={code} className="card card-ruled">
            <p className="flex items-baseline justify-between gap-near">
              <span className="font-semibold">{name}</span>
              <span className="figures text-soft">{code}</span>
            </p>
            <p className="text-note text-soft">{country}</p>
            <p className="mt-2 flex flex-wrap items-center gap-tight text-note">
              <Dotted
                facts={[fliesFromCities.join(', '), t('destinations', { count: destinationCount })]}
              />
              {isLowCost && <Badge>{t('lowCost')}</Badge>}
            </p>
          </li>
        ))}
      </ul>
      <Section title={t('boardTitle')} note={t('boardNote')}>
        <ul className="divide-y divide-rule border-y border-rule">
          {departures.slice(0, boardRows).map((leg, index, all) => {
            const day = leg.departsLocal.slice(0, 10)
            const isNextDay = index > 0 && all[index - 1]?.departsLocal.slice(0, 10) !== day
            return [
              isNextDay && (
                <li key={day} className="py-2.5 text-note font-semibold">
                  {formatDate(locale, `${day}T12:00:00Z`, { weekday: true })}
                </li>
              ),
              <li
                key={leg.flightNumber}
                className="figures grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-baseline gap-near py-2.5"
              >
                <span className="font-semibold">{leg.departsLocal.slice(11)}</span>
                <span>
                  {cityOf(names, leg.to)}
                  <span className="ml-2 text-note text-soft">{airlineOf(names, leg.carrier)}</span>
                </span>
                <span className="text-soft">{leg.flightNumber}</span>
              </li>,
            ]
          })}
        </ul>
      </Section>
    </div>
  )
}
