import { Badge } from '#design/parts/badge.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { ReseatedRun } from '../../vehicle-contract.ts'
import { useVehicleTexts } from './vehicle-texts.ts'

type Party = ReseatedRun['parties'][number]
type Seat = Party['seats'][number]['from']

/** Maximum number of listed orders; a full train has two hundred. */
const partiesMax = 60

/** What a change of the vehicle does to its passengers. */
export function NewSeats({ change }: { readonly change: ReseatedRun }) {
  const t = useVehicleTexts()
  const locale = useLocale()
  const { seatCount, seatsMoved, partiesApart, inLowerClass, goesBack } = change
  const { heldReleased, withheldLost, withoutSeat, parties } = change
  return (
    <div className="space-y-tight">
      {withoutSeat > 0 && (
        <p className="font-semibold text-accent">
          {t('withoutSeat', { count: withoutSeat })} {t('withoutSeatNote')}
        </p>
      )}
      <p>
        {t('seated', { count: seatCount })} {seatCount > 0 && t('moved', { count: seatsMoved })}
      </p>
      {seatsMoved > 0 && <p>{t('partiesApart', { count: partiesApart })}</p>}
      {inLowerClass > 0 && (
        <p className="text-warn">
          {goesBack.amount === 0
            ? t('lowerClassSame', { count: inLowerClass })
            : t('lowerClass', { count: inLowerClass, amount: formatMoney(locale, goesBack) })}
        </p>
      )}
      {heldReleased > 0 && (
        <p className="text-warn">{t('heldReleased', { count: heldReleased })}</p>
      )}
      {withheldLost > 0 && (
        <p className="text-warn">{t('withheldLost', { count: withheldLost })}</p>
      )}
      {parties.length > 0 && (
        <FoldOut title={t('whoWhere')} note={String(parties.length)}>
          <ul className="max-h-96 divide-y divide-rule overflow-y-auto text-note">
            {parties.slice(0, partiesMax).map((party, index) => (
              <PartyRow key={party.orderNumber ?? `place ${index}`} party={party} />
            ))}
            {parties.length > partiesMax && (
              <li className="py-tight text-soft">
                {t('more', { count: parties.length - partiesMax })}
              </li>
            )}
          </ul>
        </FoldOut>
      )}
    </div>
  )
}

function PartyRow({ party: { orderNumber, isApart, seats } }: { readonly party: Party }) {
  const t = useVehicleTexts()
  const nameOf = (seat: Seat) =>
    seat === null
      ? t('noSeat')
      : seat.coach === null
        ? t('seat', { seat: seat.seat })
        : t('coachSeat', { coach: seat.coach, seat: seat.seat })
  return (
    <li className="py-tight">
      <p className="figures flex flex-wrap items-center gap-tight font-semibold">
        {orderNumber === null ? t('noOrder') : t('order', { number: orderNumber })}
        {isApart && <Badge>{t('apart')}</Badge>}
        {seats.some(({ isSold }) => !isSold) && <Badge>{t('unpaid')}</Badge>}
      </p>
      {seats.map(({ passenger, fromStop, toStop, from, to, isLowerClass }, index) => (
        <p
          // oxlint-disable-next-line react/no-array-index-key -- stretches have no identity of their own
          key={index}
          className="mt-tight flex flex-wrap items-baseline gap-x-near tablet:mt-0"
        >
          <span className="min-w-0">{passenger ?? t('someone')}</span>
          <span className="min-w-0 text-soft">{t('way', { from: fromStop, to: toStop })}</span>
          <span className="figures">
            {nameOf(from)} → {nameOf(to)}
          </span>
          {isLowerClass && <Badge>{t('lower')}</Badge>}
        </p>
      ))}
    </li>
  )
}
