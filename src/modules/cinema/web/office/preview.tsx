import { FoldOut } from '#design/parts/fold-out.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { Badge } from '#design/parts/badge.tsx'
import type { MovedScreening, OfficeWarning, Reseated } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'

/** Consequences of a change before it is made: conflicts, notifications, new seats. */
export function Preview({ moved }: { moved: MovedScreening }) {
  const t = useTexts()
  return (
    <div className="space-y-tight">
      <Warnings warnings={moved.warnings} />
      <p>{moved.ticketCount === 0 ? t('nobody') : t('told', { count: moved.ticketCount })}</p>
      {moved.reseating && <Reseating reseating={moved.reseating} />}
    </div>
  )
}

/** What to know about the time; two films at once are an error of its field (`useTimeProblem`). */
export function Warnings({ warnings }: { warnings: readonly OfficeWarning[] }) {
  const t = useTexts()
  return warnings
    .filter((warning) => warning !== 'clash')
    .map((warning) => (
      <p key={warning} className="font-semibold text-warn">
        {t(warning)}
      </p>
    ))
}

/** Why a screening cannot begin at the typed time; null when it can. */
export function useTimeProblem(
  minute: number | null,
  warnings: readonly OfficeWarning[] | undefined,
): string | null {
  const t = useTexts()
  if (minute === null) return t('startsMissing')
  return warnings?.includes('clash') ? t('clash') : null
}

/** Maximum number of listed parties; a full hall has two hundred. */
const partiesMax = 40

function Reseating({ reseating }: { reseating: Reseated }) {
  const t = useTexts()
  const { seatsMoved, partiesApart, seatsWithoutPlace, seatsKeptBack, parties } = reseating
  const { seatsNoLongerKeptBack, seatsInLowerClass, goesBack } = reseating
  const locale = useLocale()
  return (
    <>
      {seatsMoved > 0 && <p>{t('reseated', { count: seatsMoved, apart: partiesApart })}</p>}
      {seatsWithoutPlace > 0 && (
        <p className="font-semibold text-accent">
          {t('withoutPlace', { count: seatsWithoutPlace })}
        </p>
      )}
      {seatsInLowerClass > 0 && (
        <p>
          {t('lowerClass', { count: seatsInLowerClass, amount: formatMoney(locale, goesBack) })}
        </p>
      )}
      {seatsKeptBack > 0 && <p>{t('keptBack', { count: seatsKeptBack })}</p>}
      {seatsNoLongerKeptBack > 0 && (
        <p className="text-warn">{t('noLongerKeptBack', { count: seatsNoLongerKeptBack })}</p>
      )}
      {parties.length > 0 && (
        <FoldOut title={t('whoWhere')} note={String(parties.length)}>
          <ul className="max-h-72 divide-y divide-rule overflow-y-auto text-note">
            {parties.slice(0, partiesMax).map(({ orderNumber, isApart, seats }, index) => (
              <li key={orderNumber ?? `counter ${index}`} className="py-tight">
                <p className="figures flex flex-wrap items-center gap-tight font-semibold">
                  {orderNumber === null ? t('counter') : t('order', { number: orderNumber })}
                  {isApart && <Badge>{t('apart')}</Badge>}
                </p>
                {seats.map(({ from, to }) => (
                  <p key={`${from.row} ${from.seat}`} className="figures">
                    {t('seat', from)} → {to ? t('seat', to) : t('noSeat')}
                  </p>
                ))}
              </li>
            ))}
            {parties.length > partiesMax && (
              <li className="py-tight text-soft">
                {t('moreParties', { count: parties.length - partiesMax })}
              </li>
            )}
          </ul>
        </FoldOut>
      )}
    </>
  )
}
