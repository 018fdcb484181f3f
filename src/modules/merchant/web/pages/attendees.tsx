import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useSearchParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import {
  ItemPicker,
  StopPicker,
  wantedItemOf,
  type PickedItem,
} from '#modules/entrance/web/parts/item-picker.tsx'
import {
  attendeesAtOnce,
  attendeeSorts,
  attendeeStates,
  exportAttendeesSheet,
  findAttendees,
  listAttendees,
  type AttendeeSort,
} from '../../orders-contract.ts'
import { AttendeeTable } from '../orders/attendee-table.tsx'
import { useTexts } from '../texts.ts'

/** Attendees of a date, a run or a screening: searched by name, email, phone or order, opened, downloaded. */
export default function AttendeesPage() {
  const t = useTexts()
  const [search] = useSearchParams()
  const [wanted] = useState(() => wantedItemOf(search))
  const [item, setItem] = useState<PickedItem | null>(null)
  const [stop, setStop] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [state, setState] = useState<(typeof attendeeStates)[number]>('all')
  const of = item && { source: item.source, itemId: item.itemId }
  const sort = attendeeSorts.find((one) => one === search.get('sort')) ?? 'bought'
  const addressOf = (chosen: AttendeeSort): string => {
    const next = new URLSearchParams(search)
    next.set('sort', chosen)
    return `/merchant/attendees?${next.toString()}`
  }
  const isRun = item !== null && item.stops.length > 0
  const isPass = item?.hasSeveralUses === true
  const title = t(isRun ? 'attendeesRunTitle' : 'navAttendees')
  return (
    <>
      <title>{title}</title>
      <PageTitle look="office">{title}</PageTitle>
      <form
        className="mt-group flex flex-wrap items-end gap-near print:hidden"
        onSubmit={(event) => {
          event.preventDefault()
          setText(typed.trim())
        }}
      >
        <ItemPicker
          label={t('ordersEvent')}
          anyText={t('choose')}
          picked={item}
          wanted={wanted}
          onPicked={(picked) => {
            setItem(picked)
            setStop(null)
          }}
        />
        {item && <StopPicker stops={item.stops} stop={stop} onPicked={setStop} />}
        <Select
          label={t('attendeesWho')}
          value={state}
          onChange={({ target }) => setState(target.value as typeof state)}
        >
          {attendeeStates.map((one) => (
            <option key={one} value={one}>
              {t(`attendees-${one}`)}
            </option>
          ))}
        </Select>
        <TextField
          label={t('ordersText')}
          hint={t('ordersTextHint')}
          type="search"
          frameClassName="min-w-0 grow"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">{t('find')}</Button>
      </form>
      {item === null || of === null ? (
        <EmptyState title={t('attendeesChoose')} />
      ) : (
        <>
          <PrintedChoice {...{ item, stop, state, text }} />
          <Found
            key={`${of.source} ${of.itemId} ${stop} ${state} ${text} ${sort}`}
            {...{ of, isRun, isPass, stop, state, text }}
            timeZone={item.timeZone}
            sorting={{ current: sort, addressOf }}
          />
        </>
      )}
    </>
  )
}

interface PrintedChoiceProps extends Pick<FoundProps, 'stop' | 'state' | 'text'> {
  readonly item: PickedItem
}

/** On paper, instead of the form: what the list is of. */
function PrintedChoice({ item, stop, state, text }: PrintedChoiceProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <p className="hidden font-semibold print:block">
      <Dotted
        facts={[
          item.name,
          // Passes have no date.
          !item.hasSeveralUses && formatDateTime(locale, item.startsAt, item.timeZone),
          stop !== null && item.stops[stop],
          state !== 'all' && t(`attendees-${state}`),
          text,
        ]}
      />
    </p>
  )
}

interface FoundProps {
  /** Passengers get on; others are let in. */
  readonly isRun: boolean
  /** Passes admit several times: their admissions are counted. */
  readonly isPass: boolean
  readonly of: Pick<PickedItem, 'source' | 'itemId'>
  /** Boarding stop; null for all. */
  readonly stop: number | null
  readonly state: (typeof attendeeStates)[number]
  readonly text: string
  readonly timeZone: string
  readonly sorting: {
    readonly current: AttendeeSort
    readonly addressOf: (sort: AttendeeSort) => string
  }
}

const firstPart = { offset: 0, most: 50 }
type Part = typeof firstPart

/** Four times as many on the same page, or the next page of a list that is longer than one response. */
function nextPart({ offset, most }: Part): Part {
  return most < attendeesAtOnce
    ? { offset, most: Math.min(4 * most, attendeesAtOnce) }
    : { ...firstPart, offset: offset + most }
}

function Found({ of, isRun, isPass, stop, state, text, timeZone, sorting }: FoundProps) {
  const t = useTexts()
  const locale = useLocale()
  const [part, setPart] = useState(firstPart)
  const [printsAsked, setPrintsAsked] = useState(0)
  const printed = useRef(0)
  const sort = sorting.current
  const body = {
    ...of,
    state,
    sort,
    ...part,
    ...(stop !== null && { stop }),
    ...(text && { text }),
  }
  const found = useLoaded(findAttendees, { body })
  const { loaded } = found
  const isWhole =
    loaded.state === 'loaded' &&
    (loaded.value.next === null || loaded.value.items.length === attendeesAtOnce)
  // On paper there is nothing to click: all attendees are loaded first.
  useEffect(() => {
    if (!isWhole || printed.current === printsAsked) return
    printed.current = printsAsked
    window.print()
  }, [isWhole, printsAsked])
  const { offset } = part
  return (
    <>
      <div className="mt-near flex flex-wrap gap-near print:hidden">
        <Button
          look="quiet"
          isWaiting={loaded.state === 'loading' && part.most === attendeesAtOnce}
          onClick={() => {
            setPart({ offset, most: attendeesAtOnce })
            setPrintsAsked((asked) => asked + 1)
          }}
        >
          {t('attendeesPrint')}
        </Button>
        <Downloads of={of} />
      </div>
      <LoadedPart of={found} className="mt-group">
        {({ items, fields, next, totalCount, insideCount }) => (
          <>
            <output className="figures mt-group block">
              {totalCount > 0 &&
                (isPass
                  ? t('passCount', { count: totalCount, admitted: insideCount })
                  : t(isRun ? 'attendeesCountRun' : 'attendeesCount', {
                      inside: formatCount(locale, insideCount),
                      total: formatCount(locale, totalCount),
                    }))}
              {(offset > 0 || next !== null) && (
                <span className="block">
                  {t('attendeesPart', {
                    from: formatCount(locale, offset + 1),
                    to: formatCount(locale, offset + items.length),
                    total: formatCount(locale, totalCount),
                  })}
                </span>
              )}
            </output>
            {items.length === 0 && <EmptyState title={t('attendeesNone')} />}
            {items.length > 0 && (
              <AttendeeTable
                caption={t(isRun ? 'attendeesRunTitle' : 'navAttendees')}
                attendees={items}
                fields={fields}
                sorting={sorting}
                {...{ isRun, timeZone }}
              />
            )}
            <Parts {...{ part, setPart, next }} isWaiting={loaded.state === 'loading'} />
          </>
        )}
      </LoadedPart>
    </>
  )
}

/** The whole list as files, whatever is chosen on the page. */
function Downloads({ of }: Pick<FoundProps, 'of'>) {
  const t = useTexts()
  const client = browserClient(useLocale())
  const input = { query: of }
  return (
    <>
      <LinkButton look="quiet" download href={client.address(listAttendees, input)}>
        {t('exportCsv')}
      </LinkButton>
      <LinkButton look="quiet" download href={client.address(exportAttendeesSheet, input)}>
        {t('exportXlsx')}
      </LinkButton>
    </>
  )
}

interface PartsProps {
  readonly part: Part
  readonly setPart: Dispatch<SetStateAction<Part>>
  /** Where the list goes on; null at its end. */
  readonly next: number | null
  readonly isWaiting: boolean
}

/** Back to the beginning of a long list, and on. */
function Parts({ part, setPart, next, isWaiting }: PartsProps) {
  const t = useTexts()
  return (
    <div className="mt-group flex flex-wrap gap-near print:hidden">
      {part.offset > 0 && (
        <Button look="quiet" onClick={() => setPart(firstPart)}>
          {t('attendeesFirst')}
        </Button>
      )}
      {next !== null && (
        <Button look="quiet" isWaiting={isWaiting} onClick={() => setPart(nextPart)}>
          {t('attendeesMore')}
        </Button>
      )}
    </div>
  )
}
