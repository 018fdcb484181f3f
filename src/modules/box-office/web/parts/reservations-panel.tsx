import { browserClient } from '#design/data/browser-calls.ts'
import type { Loaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { When } from '#design/parts/when.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import { openReservation, releaseAtCounter, type ReservationView } from '../../basket-contract.ts'
import type { BasketView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

interface ReservationsProps {
  readonly loaded: Loaded<{ readonly reservations: readonly ReservationView[] }>
  readonly onReload: () => void
  readonly onOpened: (basket: BasketView) => void
}

/** Reservations under a name: opened to be sold, or released. */
export function ReservationsPanel({ loaded, onReload, onOpened }: ReservationsProps) {
  const t = useTexts()
  return (
    <Panel title={t('reservations')}>
      <LoadedPart of={{ loaded, reload: onReload }} height="h-16">
        {({ reservations }) =>
          reservations.length === 0 ? (
            <p className="text-soft">{t('reservationsNone')}</p>
          ) : (
            <ul className="divide-y divide-rule">
              {reservations.map((one) => (
                <Reservation
                  key={one.orderKey}
                  reservation={one}
                  onReleased={onReload}
                  onOpened={onOpened}
                />
              ))}
            </ul>
          )
        }
      </LoadedPart>
    </Panel>
  )
}

interface ReservationProps {
  readonly reservation: ReservationView
  readonly onReleased: () => void
  readonly onOpened: (basket: BasketView) => void
}

function Reservation({ reservation, onReleased, onOpened }: ReservationProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { orderKey, name, phone, note, until, event, places, total } = reservation
  const open = () =>
    run(async () =>
      onOpened(await browserClient(locale).send(openReservation, { query: { orderKey } })),
    )
  const release = () =>
    run(async () => {
      await browserClient(locale).send(releaseAtCounter, { body: { orderKey } })
      onReleased()
    })
  return (
    <li className="py-near">
      <p>
        <span className="font-semibold">{name}</span>
        {', '}
        <a className="link" href={`tel:${phone}`}>
          {phone}
        </a>
        {note && <span className="block text-soft">{note}</span>}
      </p>
      <Dotted
        className="text-note text-soft"
        facts={[
          `${event.name}, ${formatDateTime(locale, event.startsAt, event.timeZone)}`,
          t('placesFor', { count: places, amount: formatMoney(locale, total) }),
          <span key="until">
            {t('heldUntil')} <When at={until} />
          </span>,
        ]}
      />
      {refusal && <Notice>{refusal}</Notice>}
      <div className="mt-1 flex flex-wrap gap-near">
        <Button
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          aria-label={`${t('fetch')}: ${name}`}
          onClick={() => void open()}
        >
          {t('fetch')}
        </Button>
        <Button
          look="plain"
          disabled={isWaiting}
          aria-label={`${t('releaseAll')}: ${name}`}
          onClick={() => void release()}
        >
          {t('releaseAll')}
        </Button>
      </div>
    </li>
  )
}
