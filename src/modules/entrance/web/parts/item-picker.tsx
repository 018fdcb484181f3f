import { useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { ownTexts } from '#design/own-texts.ts'
import { DateField } from '#design/parts/date-field.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, defaultTimeZone, formatDateTime, formatTime } from '#kernel/format.ts'
import { merchantAccessibleItems } from '#modules/staff/contract.ts'
import english from '../../messages/picker-en.json'
import georgian from '../../messages/picker-ka.json'
import { merchantItems } from '../../own-items-contract.ts'

/** Number of items of a day from which they can be searched. */
const searchedFrom = 8
const typingMilliseconds = 300

const usePickerTexts = ownTexts(georgian, english)

/** An item of any source, chosen in an organiser's office. */
export interface PickedItem {
  readonly source: string
  readonly itemId: number
  readonly name: string
  readonly startsAt: string
  readonly timeZone: string
  /** Its tickets are passes, which admit several times. */
  readonly hasSeveralUses: boolean
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
  /** An item to choose as soon as its day is loaded, from a link to the page. */
  readonly wanted?: WantedItem | null
}

/** An item named in the address of a page. */
export interface WantedItem {
  readonly source: string
  readonly itemId: number
  /** ISO date. */
  readonly day: string
}

/** `?source=transport&item=12&day=2026-12-05`; null without a valid item. */
export function wantedItemOf(search: URLSearchParams): WantedItem | null {
  const [source, item, day] = ['source', 'item', 'day'].map((name) => search.get(name) ?? '')
  if (!source || !item || !day) return null
  const isValid = /^[1-9]\d{0,8}$/.test(item) && /^20\d\d-\d\d-\d\d$/.test(day)
  return isValid ? { source, itemId: Number(item), day } : null
}

/** Selects a date of a show or, if the organiser sells them, a run or screening of a day. */
export function ItemPicker(props: ItemPickerProps) {
  const { label, anyText, picked, onPicked, hasNoDates = false, wanted = null } = props
  const t = usePickerTexts()
  const locale = useLocale()
  const [day, setDay] = useState(() => wanted?.day ?? dayKey(new Date(), defaultTimeZone))
  const [typed, setTyped] = useState('')
  const text = useDeferredText(typed)
  const shows = useLoaded(merchantAccessibleItems, { query: { source: 'event' } }).loaded
  const others = useLoaded(merchantItems, { query: { day, ...(text && { text }) } }).loaded
  useWantedItem({ wanted, items: others.value?.items, onPicked })
  const dates = hasNoDates
    ? []
    : (shows.value?.items ?? []).flatMap(({ name, events }) =>
        events.map(({ eventId, startsAt, timeZone }) => ({
          source: 'event',
          itemId: eventId,
          name,
          startsAt,
          timeZone,
          hasSeveralUses: false,
          stops: [],
        })),
      )
  const hasAny = others.value?.hasAny === true
  return (
    <>
      {!hasNoDates && (dates.length > 0 || !hasAny) && (
        <Select
          label={label}
          frameClassName={frame}
          value={picked?.source === 'event' ? keyOf(picked) : ''}
          onChange={({ target }) =>
            onPicked(dates.find((one) => keyOf(one) === target.value) ?? null)
          }
        >
          <option value="">{anyText}</option>
          {dates.map((date) => (
            <option key={date.itemId} value={keyOf(date)}>
              {`${date.name}, ${formatDateTime(locale, date.startsAt, date.timeZone)}`}
            </option>
          ))}
        </Select>
      )}
      {others.value && hasAny && (
        <>
          <DateField
            label={t('day')}
            frameClassName="min-w-52"
            value={day}
            onChange={({ target }) => {
              if (target.value === '') return
              setDay(target.value)
              if (picked && picked.source !== 'event') onPicked(null)
            }}
          />
          {(typed !== '' || others.value.items.length >= searchedFrom) && (
            <TextField
              label={t('search')}
              type="search"
              value={typed}
              maxLength={60}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          <ItemsOfDay {...others.value} picked={picked} onPicked={onPicked} />
        </>
      )}
      {others.state === 'failed' && <p className="text-note text-soft">{t('failed')}</p>}
    </>
  )
}

const frame = 'min-w-0 max-w-full grow tablet:max-w-xl'

const keyOf = ({ source, itemId }: Pick<PickedItem, 'source' | 'itemId'>): string =>
  `${source} ${itemId}`

interface ItemsOfDayProps
  extends
    Pick<ItemPickerProps, 'picked' | 'onPicked'>,
    Pick<ReplyOf<typeof merchantItems>, 'items' | 'total'> {}

/** Runs, screenings and passes of a day that match the search. */
function ItemsOfDay({ items, total, picked, onPicked }: ItemsOfDayProps) {
  const t = usePickerTexts()
  const other = picked?.source === 'event' ? null : picked
  // The chosen item stays in the list when a search no longer matches it.
  const hidden = other && !items.some((item) => keyOf(item) === keyOf(other)) ? other : null
  const timed = items.filter(({ validFrom }) => validFrom === null)
  const untimed = items.filter(({ validFrom }) => validFrom !== null)
  const moreCount = total - items.length
  return (
    <Select
      label={t('ofDay')}
      hint={moreCount > 0 ? t('ofDayMore', { count: moreCount }) : undefined}
      frameClassName={frame}
      value={other ? keyOf(other) : ''}
      disabled={items.length === 0 && hidden === null}
      onChange={({ target }) => onPicked(items.find((one) => keyOf(one) === target.value) ?? null)}
    >
      <option value="">{t(items.length === 0 ? 'ofDayNone' : 'choose')}</option>
      {hidden && <option value={keyOf(hidden)}>{wayOf(hidden)}</option>}
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
  )
}

/** Chooses the wanted item once, when it is first listed. */
function useWantedItem(props: {
  readonly wanted: WantedItem | null
  readonly items: readonly PickedItem[] | undefined
  readonly onPicked: (item: PickedItem) => void
}): void {
  const { wanted, items, onPicked } = props
  const isDone = useRef(wanted === null)
  useEffect(() => {
    if (isDone.current || !items) return
    isDone.current = true
    const item = items.find(
      ({ source, itemId }) => source === wanted?.source && itemId === wanted.itemId,
    )
    if (item) onPicked(item)
  }, [items, onPicked, wanted])
}

/** A text once nobody has typed for a moment, so that not every letter is a request. */
function useDeferredText(typed: string): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), typingMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  return text
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
