import { Card } from '#design/parts/card.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import type { JourneyView } from '../../contract.ts'
import { searchPath } from '../address.ts'
import type { SearchPage } from '../search-data.ts'
import { useTexts } from '../texts.ts'
import { Alerts } from './alerts.tsx'
import { Vehicles } from './journey-row.tsx'
import { JourneyTimes } from './journey-times.tsx'

/** The journey chosen for one direction, with a link to choose another. */
export function ChosenJourney(props: {
  readonly page: SearchPage
  readonly journey: JourneyView
  readonly isBack: boolean
}) {
  const { page, journey, isBack } = props
  const t = useTexts()
  const locale = useLocale()
  const { from } = journey.segments[0] ?? {}
  if (!from) return null
  const withoutChoice = isBack
    ? { ...page.search, back: null }
    : { ...page.search, there: null, back: null }
  return (
    <Card look="ruled" as="section" aria-label={t(isBack ? 'back' : 'there')}>
      <div className="mb-near flex flex-wrap items-center justify-between gap-tight">
        <p className="font-semibold">
          {t(isBack ? 'backTitle' : 'thereTitle', {
            date: formatDate(locale, from.at, { timeZone: from.timeZone, weekday: true }),
          })}
        </p>
        <LocalLink
          className="link py-tight"
          to={searchPath(page.brand, withoutChoice)}
          aria-label={t('changeChoiceOf', { direction: t(isBack ? 'back' : 'there') })}
        >
          {t('changeChoice')}
        </LocalLink>
      </div>
      <JourneyTimes journey={journey} />
      <Vehicles segments={journey.segments} />
      <Alerts segments={journey.segments} />
    </Card>
  )
}
