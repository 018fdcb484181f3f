import { useCallback, useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { checkoutDetails } from '#modules/orders/checkout-contract.ts'
import { useTexts } from '../texts.ts'
import { CopyField } from '#design/parts/copy-field.tsx'

interface SplitSeatsProps {
  readonly orderKey: string
  readonly onChanged: () => void
  /** Moves these places to a new order and returns a link to pay for it; null on failure. */
  readonly share: (orderKey: string, placeIds: readonly number[]) => Promise<string | null>
}

type Line = OrderView['lines'][number]

interface MadeLink {
  readonly url: string
  readonly of: string
}

const keyPrefix = 'bileti:split:'

/** Links created for this order in this tab, kept in session storage so that they survive closing the panel. */
function storedLinks(orderKey: string): readonly MadeLink[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyPrefix + orderKey) ?? '[]') as MadeLink[]
  } catch {
    return []
  }
}

function storeLinks(orderKey: string, links: readonly MadeLink[]): void {
  try {
    sessionStorage.setItem(keyPrefix + orderKey, JSON.stringify(links))
  } catch {
    // Storage is unavailable: the links last as long as the page.
  }
}

/** Lets friends pay for their own seats: chosen seats move to an order with its own payment link. */
export default function SplitSeats({ orderKey, onChanged, share }: SplitSeatsProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [seats, setSeats] = useState<readonly Line[]>([])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [links, setLinks] = useState(() => storedLinks(orderKey))
  const load = useCallback(async (): Promise<void> => {
    const query = { orderKey }
    const found = await browserClient()
      .send(checkoutDetails, { query })
      .catch(() => null)
    if (found)
      setSeats(found.order.lines.filter(({ placeId, seat }) => placeId !== null && seat !== null))
  }, [orderKey])
  useEffect(() => {
    const timer = setTimeout(() => void load(), 0)
    return () => clearTimeout(timer)
  }, [load])
  if (seats.length < 2 && links.length === 0) return null
  const nameOf = ({ row, seat, placeName }: Line) =>
    placeName ?? t('splitSeat', { row: row ?? '', seat: seat ?? '' })
  const picked = seats.filter(({ lineId }) => chosen.has(lineId))

  const makeLink = () =>
    run(async () => {
      const placeIds = picked.flatMap(({ placeId }) => placeId ?? [])
      const url = await share(orderKey, placeIds)
      const made = url === null ? links : [...links, { url, of: picked.map(nameOf).join('; ') }]
      setLinks(made)
      storeLinks(orderKey, made)
      setChosen(new Set())
      await load()
      onChanged()
    })

  return (
    <section
      aria-label={t('splitTitle')}
      className="mb-group space-y-near border-b border-rule pb-group"
    >
      <h3 className="mt-near font-semibold">{t('splitTitle')}</h3>
      <p className="text-soft">{t('splitText')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      {seats.length > 1 &&
        seats.map((line) => (
          <Checkbox
            key={line.lineId}
            label={nameOf(line)}
            end={formatMoney(locale, line.amount)}
            checked={chosen.has(line.lineId)}
            onChange={({ target }) => {
              const next = new Set(chosen)
              for (const { lineId } of withNeighbours(seats, line))
                if (target.checked) next.add(lineId)
                else next.delete(lineId)
              setChosen(next)
            }}
          />
        ))}
      {picked.length === seats.length && <p className="text-warn">{t('splitAll')}</p>}
      {seats.length > 1 && (
        <Button
          look="quiet"
          isWaiting={isWaiting}
          disabled={picked.length === 0 || picked.length === seats.length}
          onClick={() => void makeLink()}
        >
          {t('splitMake')}
        </Button>
      )}
      {links.map(({ url, of }) => (
        <div key={url} className="space-y-1">
          <output className="block font-semibold text-good">{t('splitMade', { seats: of })}</output>
          <CopyField label={t('aLink')} value={url} />
        </div>
      ))}
    </section>
  )
}

/** A seat with the seats that are only sold together with it, for example the rest of a sofa. */
function withNeighbours(seats: readonly Line[], line: Line): readonly Line[] {
  const { together } = line
  return together === null ? [line] : seats.filter((one) => one.together === together)
}
