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
  /** Makes these places an order of their own, and a link by which it is paid. */
  readonly share: (orderKey: string, placeIds: readonly number[]) => Promise<string | null>
}

type Line = OrderView['lines'][number]

interface MadeLink {
  readonly url: string
  readonly of: string
}

const keyPrefix = 'bileti:split:'

/** Links that were made of this order in this tab: they are still there after the panel was closed. */
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
    // Storage is closed to us: the links last as long as the page.
  }
}

/** Friends pay for their own seats: some leave the order, and a link pays for them. */
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

/** A seat with those that it is only sold with: the rest of its sofa. */
function withNeighbours(seats: readonly Line[], line: Line): readonly Line[] {
  const { together } = line
  return together === null ? [line] : seats.filter((one) => one.together === together)
}
