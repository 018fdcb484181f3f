import { X } from 'lucide-react'
import type { Ref } from 'react'
import { CallError } from '#contract/client.ts'
import { Button } from '#design/parts/button.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { SpokenChoice } from '#design/parts/spoken-choice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { EventMapView } from '#modules/events/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { placesTogether } from '#seatmap/web/places-together.ts'
import { refusalOfType, refusalText } from './type-limits.ts'
import type { ChoiceLine, Chosen } from './use-choice.ts'
import { useOrderLimit } from './use-order-limit.ts'

/** The current choice, styled as a ticket; on phones its bottom part is fixed to the bottom of the screen. */
export function Basket({
  chosen,
  map,
  orderMax,
  isHall = false,
  offersRef,
  isStopped = false,
}: {
  chosen: Chosen
  map: EventMapView | undefined
  orderMax: number
  /** Beside a plan, with the same height; on phones its lines are in the sheet of offers. */
  isHall?: boolean
  /** The element for offers on wide screens, while nothing is chosen. */
  offersRef?: Ref<HTMLDivElement>
  /** The event has stopped selling since the page was opened. */
  isStopped?: boolean
}) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const { lines } = chosen
  const limit = useOrderLimit(map, orderMax)
  return (
    <aside
      aria-label={t('basket')}
      className={
        isHall
          ? // The plan has the height of the window; what the basket contains does not add to it.
            'desk:sticky desk:top-4 desk:flex desk:h-[min(100%,calc(100dvh-2rem))] desk:min-h-80 desk:flex-col desk:contain-size'
          : 'desk:sticky desk:top-6'
      }
    >
      <Spoken chosen={chosen} />
      <div className={`ticket-lift hidden desk:block ${isHall ? 'min-h-0 flex-1' : ''}`}>
        <div
          className={`ticket [--cut:calc(100%-10.5rem)] ${isHall ? 'flex h-full flex-col' : ''}`}
        >
          <div className={`px-6 pt-6 pb-4 ${isHall ? 'min-h-0 flex-1 overflow-y-auto' : ''}`}>
            <h2 className="font-display text-xl font-[800]">{t('basket')}</h2>
            <Lines chosen={chosen} map={map} />
            <p className="mt-3 text-sm text-soft">{limit}</p>
            {isHall && lines.length === 0 && <div ref={offersRef} />}
          </div>
          <div className="perforation mx-4" aria-hidden="true" />
          <div className="flex h-[10.5rem] flex-col justify-center gap-4 px-6">
            <Total chosen={chosen} />
            <CheckoutButton chosen={chosen} isStopped={isStopped} />
          </div>
        </div>
      </div>
      <Refusal chosen={chosen} />
      {lines.length > 0 && !isHall && (
        <div className="desk:hidden">
          <Lines chosen={chosen} map={map} />
        </div>
      )}
      {lines.length > 0 && (
        <div className="foot-bar fixed inset-x-0 bottom-0 z-40 border-t border-rule bg-card px-4 pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))] desk:hidden">
          {/* Beside a plan, the sheet above this bar names them. */}
          {!isHall && (
            <p className="figures mx-auto max-w-3xl truncate pb-1 text-sm font-semibold">
              {placesTogether(
                lines.map(({ name }) => name),
                locale,
              )}
            </p>
          )}
          <div className="mx-auto flex max-w-3xl items-center justify-between gap-4">
            <Total chosen={chosen} />
            <CheckoutButton chosen={chosen} isStopped={isStopped} />
          </div>
        </div>
      )}
    </aside>
  )
}

/** The chosen places line by line, each removable. */
export function Lines({ chosen, map }: { chosen: Chosen; map: EventMapView | undefined }) {
  const t = useChoosingTexts()
  const locale = useLocale()
  if (chosen.lines.length === 0) return <p className="mt-3 text-soft">{t('basketEmpty')}</p>
  return (
    <ul className="mt-2 max-h-[40dvh] overflow-y-auto">
      {chosen.lines.map((line) => (
        <li
          key={line.key}
          className="grid grid-cols-[minmax(0,1fr)_auto_2.75rem] items-center gap-x-2 border-b border-rule py-1"
        >
          <div className="min-w-0 py-1 leading-snug">
            <p className="figures text-note font-semibold">
              <Dotted facts={line.name.split(' · ')} />
            </p>
            {map && line.ticketTypes.length > 1 ? (
              <TypeSelect
                line={line}
                map={map}
                others={chosen.lines.filter((other) => other !== line)}
              />
            ) : (
              line.detail && <p className="text-sm text-soft">{line.detail}</p>
            )}
            {line.isHeld && <p className="text-sm text-good">{t('heldForYou')}</p>}
          </div>
          <p className="figures">{formatMoney(locale, line.price)}</p>
          <button
            type="button"
            disabled={line.isHeld && chosen.isGivingBack}
            onClick={line.remove}
            aria-label={t('remove', { name: line.name })}
            className="grid size-11 place-items-center rounded-md text-soft hover:bg-sunk hover:text-ink"
          >
            <X size={18} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * The ticket type of a seat (adult, child, student). Types that cannot be combined with the other tickets are
 * marked.
 */
function TypeSelect(props: { line: ChoiceLine; map: EventMapView; others: readonly ChoiceLine[] }) {
  const { line, map, others } = props
  const t = useChoosingTexts()
  const locale = useLocale()
  return (
    <select
      aria-label={t('ticketTypeOf', { place: line.name })}
      className="select-inline mt-0.5 -ml-1"
      value={line.ticketTypeId}
      onChange={(event) => line.setType(Number(event.target.value))}
    >
      {line.ticketTypes.map((type) => {
        const refusal = refusalOfType(map, others, type)
        return (
          <option
            key={type.ticketTypeId}
            value={type.ticketTypeId}
            disabled={refusal !== null && type.ticketTypeId !== line.ticketTypeId}
          >
            {type.name} — {formatMoney(locale, type.total)}
            {refusal && ` · ${refusalText(t, refusal)}`}
          </option>
        )
      })}
    </select>
  )
}

/** What a screen reader says after each change: the places with what they cost together. */
function Spoken({ chosen }: { chosen: Chosen }) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const { lines, count, total, checkout } = chosen
  const places = placesTogether(
    lines.map(({ name }) => name),
    locale,
  )
  const text = `${places}. ${t('ticketsSum', { count, total: formatMoney(locale, total) })}`
  return (
    <SpokenChoice
      text={checkout.isPending ? t('holding') : lines.length > 0 ? text : null}
      emptyText={t('basketEmpty')}
    />
  )
}

function Total({ chosen }: { chosen: Chosen }) {
  const t = useChoosingTexts()
  const locale = useLocale()
  return (
    <p className="leading-tight">
      <span className="figures block text-[1.375rem] font-[700]">
        {formatMoney(locale, chosen.total)}
      </span>
      <span className="block text-sm text-soft">
        {t('ticketsCount', { count: chosen.count })}, {t('allIn')}
      </span>
    </p>
  )
}

function CheckoutButton({ chosen, isStopped }: { chosen: Chosen; isStopped: boolean }) {
  const t = useChoosingTexts()
  const { checkout } = chosen
  return (
    <Button
      size="large"
      disabled={chosen.count === 0 || isStopped}
      // It keeps the focus, so that a screen reader stays there until the next page.
      isWaiting={checkout.isPending}
      waitingText={t('holding')}
      onClick={() => checkout.mutate()}
      className="whitespace-nowrap desk:w-full"
    >
      {t('toCheckout')}
    </Button>
  )
}

function Refusal({ chosen }: { chosen: Chosen }) {
  const t = useChoosingTexts()
  const { error } = chosen.checkout
  if (!error) return null
  const isTaken = error instanceof CallError && error.code === 'SeatNotAvailable'
  return (
    <p role="alert" className="mt-4 rounded-md bg-accent-wash px-4 py-3 text-note">
      {isTaken ? t('taken') : t('failed', { reason: error.message })}
    </p>
  )
}
