import { useState } from 'react'
import { useLoaded } from '#design/data/use-loaded.ts'
import { ownTexts } from '#design/own-texts.ts'
import { DateField } from '#design/parts/date-field.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, defaultTimeZone, formatDateTime, formatTime } from '#kernel/format.ts'
import { merchantAccessibleItems } from '#modules/staff/contract.ts'
import english from '../../messages/picker-en.json'
import georgian from '../../messages/picker-ka.json'
import { merchantItems } from '../../own-items-contract.ts'

const usePickerTexts = ownTexts(georgian, english)

/** An item of any source, chosen in an organiser's office. */
export interface PickedItem {
  readonly source: string
  readonly itemId: number
  readonly name: string
  readonly startsAt: string
  readonly timeZone: string
  /** In the order of travel; empty for items without stops. */
  readonly stops: readonly string[]
}

interface ItemPickerProps {
  /** Label of the list of shows' dates. */
  readonly label: string
  /** Placeholder while nothing is chosen. */
  readonly anyText: string
  readonly picked: PickedItem | null
  readonly onPicked: (item: PickedItem | null) => void
  /** Dates of shows are selected elsewhere on the page. */
  readonly hasNoDates?: boolean
}

/** Selects a date of a show or, if the organiser sells them, a run or screening of a day. */
export function ItemPicker(props: ItemPickerProps) {
  const { label, anyText, picked, onPicked, hasNoDates = false } = props
  const t = usePickerTexts()
  const locale = useLocale()
  const [day, setDay] = useState(() => dayKey(new Date(), defaultTimeZone))
  const shows = useLoaded(merchantAccessibleItems, {}).loaded
  const others = useLoaded(merchantItems, { query: { day } }).loaded
  const dates = hasNoDates
    ? []
    : (shows.value?.items ?? []).flatMap(({ name, events }) =>
        events.map(({ eventId, startsAt, timeZone }) => ({
          source: 'event',
          itemId: eventId,
          name,
          startsAt,
          timeZone,
          stops: [],
        })),
      )
  const ofDay = others.value?.items ?? []
  const timed = ofDay.filter(({ validFrom }) => validFrom === null)
  const untimed = ofDay.filter(({ validFrom }) => validFrom !== null)
  const hasAny = others.value?.hasAny === true
  const keyOf = ({ source, itemId }: Pick<PickedItem, 'source' | 'itemId'>) => `${source} ${itemId}`
  const pick = (from: readonly PickedItem[]) => (key: string) =>
    onPicked(from.find((one) => keyOf(one) === key) ?? null)
  const frame = 'min-w-0 max-w-full grow tablet:max-w-xl'
  const pickedKey = picked ? keyOf(picked) : ''
  return (
    <>
      {!hasNoDates && (dates.length > 0 || !hasAny) && (
        <Select
          label={label}
          frameClassName={frame}
          value={picked?.source === 'event' ? pickedKey : ''}
          onChange={({ target }) => pick(dates)(target.value)}
        >
          <option value="">{anyText}</option>
          {dates.map((date) => (
            <option key={date.itemId} value={keyOf(date)}>
              {`${date.name}, ${formatDateTime(locale, date.startsAt, date.timeZone)}`}
            </option>
          ))}
        </Select>
      )}
      {hasAny && (
        <>
          <DateField
            label={t('day')}
            value={day}
            onChange={({ target }) => {
              if (target.value === '') return
              setDay(target.value)
              if (picked && picked.source !== 'event') onPicked(null)
            }}
          />
          <Select
            label={t('ofDay')}
            frameClassName={frame}
            value={picked?.source === 'event' ? '' : pickedKey}
            disabled={ofDay.length === 0}
            onChange={({ target }) => pick(ofDay)(target.value)}
          >
            <option value="">{t(ofDay.length === 0 ? 'ofDayNone' : 'choose')}</option>
            {timed.map((item) => (
              <option key={keyOf(item)} value={keyOf(item)}>
                {[formatTime(item.startsAt, item.timeZone), wayOf(item)].join(' ')}
              </option>
            ))}
            {untimed.length > 0 && (
              <optgroup label={t('untimed')}>
                {untimed.map((item) => (
                  <option key={keyOf(item)} value={keyOf(item)}>
                    {item.name}
                  </option>
                ))}
              </optgroup>
            )}
          </Select>
        </>
      )}
      {others.state === 'failed' && <p className="text-note text-soft">{t('failed')}</p>}
    </>
  )
}

/** `Train 804, Tbilisi – Batumi`. */
function wayOf({ name, stops }: PickedItem): string {
  const [first, last] = [stops[0], stops.at(-1)]
  return first && last ? `${name}, ${first} – ${last}` : name
}

/** Selects the boarding stop; renders nothing for items without stops. */
export function StopPicker({
  stops,
  stop,
  onPicked,
}: {
  readonly stops: readonly string[]
  readonly stop: number | null
  readonly onPicked: (stop: number | null) => void
}) {
  const t = usePickerTexts()
  if (stops.length < 2) return null
  return (
    <Select
      label={t('boards')}
      value={stop ?? ''}
      onChange={({ target }) => onPicked(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{t('anyStop')}</option>
      {stops.slice(0, -1).map((name, index) => (
        <option key={`${index} ${name}`} value={index}>
          {name}
        </option>
      ))}
    </Select>
  )
}
