import { useSearchParams } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import type { ReplyOf } from '#contract/call.ts'
import { readFares } from '../../fares-contract.ts'
import { DayField } from '../office/day-field.tsx'
import { FaresForm } from '../office/fares-form.tsx'
import { useTexts } from '../office-texts.ts'

/** Fares of a line from one of its stops; what is shown is in the address. */
export default function OfficeFaresPage() {
  const t = useTexts()
  const [search] = useSearchParams()
  const part = useLoaded(readFares, { query: queryOf(search) })
  return (
    <>
      <title>{t('faresTitle')}</title>
      <PageTitle look="office">{t('faresTitle')}</PageTitle>
      <p className="mt-1 text-soft">{t('faresNote')}</p>
      <LoadedPart of={part} className="mt-group">
        {(fares) => {
          const shown = `${fares.lineId} ${fares.fromStopId} ${fares.date} ${fares.channel}`
          return (
            <>
              <Filter key={`filter ${shown}`} fares={fares} />
              {fares.rows.length === 0 ? (
                <EmptyState title={t('faresNone')} />
              ) : (
                <FaresForm key={shown} fares={fares} onChanged={part.reload} />
              )}
            </>
          )
        }}
      </LoadedPart>
    </>
  )
}

/** Invalid values of the address are ignored. */
function queryOf(search: URLSearchParams) {
  const [line, from, date, channel] = ['line', 'from', 'date', 'channel'].map(
    (name) => search.get(name) ?? '',
  ) as [string, string, string, string]
  const id = /^[1-9]\d{0,8}$/
  return {
    ...(id.test(line) && { lineId: Number(line) }),
    ...(id.test(line) && id.test(from) && { fromStopId: Number(from) }),
    ...(/^20\d\d-\d\d-\d\d$/.test(date) && { date }),
    ...(/^[a-z0-9][a-z0-9-]{0,39}$/.test(channel) && { channel }),
  }
}

function Filter({ fares }: { fares: ReplyOf<typeof readFares> }) {
  const t = useTexts()
  const { lines, lineId, stops, fromStopId, date, channel, channels } = fares
  return (
    <>
      <form method="get" className="mt-group flex flex-wrap items-end gap-near">
        <Select
          label={t('line')}
          name="line"
          defaultValue={lineId ?? ''}
          frameClassName="min-w-0 max-w-full"
        >
          {lines.map((line) => (
            <option key={line.lineId} value={line.lineId}>
              {line.name}
            </option>
          ))}
        </Select>
        <Button type="submit" look="quiet">
          {t('showLine')}
        </Button>
      </form>
      <form method="get" className="mt-near flex flex-wrap items-end gap-near">
        <input type="hidden" name="line" value={lineId ?? ''} />
        <Select
          label={t('fareFrom')}
          name="from"
          defaultValue={fromStopId ?? ''}
          frameClassName="min-w-0 max-w-full"
        >
          {stops.map(({ stopId, name }) => (
            <option key={stopId} value={stopId}>
              {name}
            </option>
          ))}
        </Select>
        <DayField key={date} label={t('fareDate')} name="date" day={date} />
        <Select label={t('channel')} name="channel" defaultValue={channel ?? ''}>
          <option value="">{t('allChannels')}</option>
          {channels.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit" look="quiet">
          {t('showFares')}
        </Button>
      </form>
    </>
  )
}
