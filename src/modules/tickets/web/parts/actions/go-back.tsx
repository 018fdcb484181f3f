import { useRef, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Price } from '#design/parts/price.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import {
  quoteResale,
  quoteReturn,
  resellTickets,
  returnTickets,
  type QuotedTicketView,
  type ReturnQuoteView,
  type ReturnedView,
} from '#modules/returns/contract.ts'
import { useReturningTexts } from '../../returning-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { QuoteSum } from './quote-sum.tsx'
import { useWork } from '#design/data/use-work.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { contentsInWords, countContents } from '#modules/orders/contents.ts'

const calls = {
  return: { quote: quoteReturn, act: returnTickets },
  resale: { quote: quoteResale, act: resellTickets },
} as const

type GoBackProps = ActionPanelProps & {
  readonly kind: 'return' | 'resale'
  /** The tickets of a journey, which are listed and chosen to begin with; this one alone when absent. */
  readonly journey?: readonly string[]
}

/** Shows the refund first; the tickets are returned for exactly that amount. */
export function GoBack(props: GoBackProps) {
  const { ticket, heldCount, kind, journey, onClose, onChanged } = props
  const t = useReturningTexts()
  const { ticketIdentifier } = ticket
  const [chosen, setChosen] = useState<readonly string[]>(journey ?? [ticketIdentifier])
  const [quote, setQuote] = useState<ReturnQuoteView | null>(null)
  const [others, setOthers] = useState<readonly QuotedTicketView[]>([])
  const [done, setDone] = useState<ReturnedView | null>(null)
  const { run, isWaiting, refusal } = useWork()
  const hasAsked = useRef(false)

  const ask = (identifiers: readonly string[]) =>
    run(async () => {
      const client = browserClient()
      const query = { ticketIdentifier: identifiers.join(',') }
      const asked = await client.send(calls[kind].quote, { query })
      if ((journey?.length ?? heldCount) > 1 && others.length === 0) {
        const { orderKey } = asked
        const { tickets } = await client.send(calls[kind].quote, { query: { orderKey } })
        setOthers(
          journey
            ? inOrderOf(journey, tickets)
            : tickets.filter((each) => each.ticketIdentifier !== ticketIdentifier),
        )
      }
      setQuote(asked)
    })

  const executeReturn = () =>
    run(async () => {
      if (!quote?.quote) return
      setDone(await browserClient().send(calls[kind].act, { body: { quote: quote.quote } }))
      onChanged?.()
    })

  function askOnce(): void {
    if (hasAsked.current) return
    hasAsked.current = true
    void ask(chosen)
  }

  function toggle(identifier: string): void {
    // One quote at a time, so that selection and displayed amount never differ.
    if (isWaiting) return
    const wanted = chosen.includes(identifier)
      ? chosen.filter((each) => each !== identifier)
      : [...chosen, identifier]
    if (wanted.length === 0) return
    setChosen(wanted)
    void ask(wanted)
  }

  const isSeveral = (journey?.length ?? 1) > 1
  if (done) return <Done {...{ done, kind, quote }} onClose={() => onClose(true)} />
  const going = quote?.tickets.filter(({ refusal: why }) => why === null) ?? []
  const own = quote?.tickets.find((each) => each.ticketIdentifier === ticketIdentifier)
  return (
    <div ref={askOnce} className="mt-4 space-y-4" aria-busy={isWaiting}>
      <Intro kind={kind} event={ticket.event} isSeveral={isSeveral} />
      {refusal && (
        <Notice>
          <p>{refusal}</p>
          <button type="button" className="link min-h-11" onClick={() => void ask(chosen)}>
            {t('lookAgain')}
          </button>
        </Notice>
      )}
      {own?.refusal && <Notice>{own.refusal.message}</Notice>}
      {own?.refusal?.code === 'ChildTicketFirst' && others.length > 0 && (
        <p className="font-semibold">{t('childTogether')}</p>
      )}
      <Others
        title={t(journey ? 'journeyTickets' : 'others')}
        others={others}
        ownItem={journey ? null : (own?.itemName ?? ticket.item.name)}
        chosen={chosen}
        onToggle={toggle}
      />
      {!quote && !refusal && <Skeleton label={t('loading')} blocks={['h-5 w-4/5', 'h-24']} />}
      {quote && going.length > 0 && <QuoteSum quote={quote} timeZone={ticket.event.timeZone} />}
      <div className="dialog-foot flex flex-wrap gap-3 *:grow">
        <Button look="quiet" onClick={() => onClose()}>
          {going.length > 0 || !quote ? t(isSeveral ? 'keepSeveral' : 'keep') : t('close')}
        </Button>
        {quote?.quote && (
          <Confirm
            {...{ kind, isWaiting }}
            going={going}
            back={quote.back}
            onClick={() => void executeReturn()}
          />
        )}
      </div>
    </div>
  )
}

/** These tickets, in the order of their identifiers. */
function inOrderOf(
  identifiers: readonly string[],
  tickets: readonly QuotedTicketView[],
): QuotedTicketView[] {
  return identifiers.flatMap(
    (identifier) => tickets.find((each) => each.ticketIdentifier === identifier) ?? [],
  )
}

interface IntroProps {
  readonly kind: GoBackProps['kind']
  readonly event: GoBackProps['ticket']['event']
  readonly isSeveral: boolean
}

/** Where the tickets go, and that it is final. */
function Intro({ kind, event: { use, isCancelled }, isSeveral }: IntroProps) {
  const t = useReturningTexts()
  if (kind === 'resale') return <p>{t('introResale')}</p>
  if (isSeveral) return <p>{t('introJourney')}</p>
  return <p>{t(isCancelled ? 'introReturnCancelled' : 'introReturn', { use })}</p>
}

/** Names what is returned, and the sum, which may be above what is in view. */
function Confirm(props: {
  readonly kind: GoBackProps['kind']
  readonly going: readonly QuotedTicketView[]
  readonly back: ReturnQuoteView['back']
  readonly isWaiting: boolean
  readonly onClick: () => void
}) {
  const { kind, going, back, isWaiting, onClick } = props
  const t = useReturningTexts()
  const contents = countContents(going)
  const count = going.length
  const label =
    contents.ticketCount === count
      ? t(kind === 'return' ? 'confirmReturn' : 'confirmResale', { count })
      : t(kind === 'return' ? 'confirmReturnOf' : 'confirmResaleOf', {
          contents: contentsInWords(t, contents),
        })
  return (
    <Button isWaiting={isWaiting} waitingText={t('working')} onClick={onClick}>
      <span>
        {label}
        {back.amount > 0 && (
          <>
            : <Price money={back} />
          </>
        )}
      </span>
    </Button>
  )
}

/** Tickets that could go back together: with this one, or of a journey. */
function Others({
  title,
  others,
  ownItem,
  chosen,
  onToggle,
}: {
  title: string
  others: readonly QuotedTicketView[]
  /** What the first ticket is for: others of it need not say so. Null where each says it. */
  ownItem: string | null
  chosen: readonly string[]
  onToggle: (identifier: string) => void
}) {
  const t = useReturningTexts()
  // Those of the same journey or event first.
  const isElsewhere = ({ itemName }: QuotedTicketView) => Number(itemName !== ownItem)
  const offered = others
    .filter(({ refusal }) => refusal === null)
    .toSorted((one, other) => isElsewhere(one) - isElsewhere(other))
  if (offered.length === 0) return null
  /** A ticket type is often called like its section. */
  function factsOf(one: QuotedTicketView) {
    const place = [
      one.section,
      one.row && t('row', { row: one.row }),
      one.seat && t('seat', { seat: one.seat }),
    ].filter(Boolean)
    const item = one.itemName !== ownItem && one.itemName
    const where = one.placeName ? [one.placeName] : place.length > 0 ? place : [t('noPlace')]
    return [...new Set([item, one.passengerName, one.typeName, ...where])]
  }
  return (
    <fieldset>
      <legend className="font-semibold">{title}</legend>
      {offered.map((one) => (
        <Checkbox
          key={one.ticketIdentifier}
          label={<Dotted facts={factsOf(one)} />}
          checked={chosen.includes(one.ticketIdentifier)}
          onChange={() => onToggle(one.ticketIdentifier)}
        />
      ))}
    </fieldset>
  )
}

function Done({
  done,
  kind,
  quote,
  onClose,
}: {
  done: ReturnedView
  quote: ReturnQuoteView | null
  kind: GoBackProps['kind']
  onClose: () => void
}) {
  const t = useReturningTexts()
  const locale = useLocale()
  const usesBack = quote?.usesBack ?? 0
  const going = quote?.tickets.filter(({ refusal }) => refusal === null) ?? []
  const { goodsCount, baggageCount } = countContents(going)
  const count = done.ticketIdentifiers.length - goodsCount - baggageCount
  return (
    <div className="mt-4 space-y-4" aria-live="polite">
      <p className="font-display text-xl font-bold">
        {count > 0 &&
          t(done.isPending ? 'doneAsked' : kind === 'return' ? 'doneReturn' : 'doneResale', {
            count,
          })}
        {goodsCount > 0 && (
          <span className="block">
            {t(done.isPending ? 'doneAskedGoods' : 'doneGoods', { count: goodsCount })}
          </span>
        )}
        {baggageCount > 0 && (
          <span className="block">
            {t(done.isPending ? 'doneAskedBaggage' : 'doneBaggage', { count: baggageCount })}
          </span>
        )}
      </p>
      <ul className="space-y-1">
        {done.to.map(({ kind: where, amount }) => (
          <li key={where}>
            {t(where === 'card' ? 'toCard' : 'toBalance', {
              amount: formatMoney(locale, amount),
            })}
          </li>
        ))}
        {usesBack > 0 && !done.isPending && <li>{t('usesBack', { count: usesBack })}</li>}
      </ul>
      <p className="text-soft">{t(done.isPending ? 'doneAskedText' : 'doneText')}</p>
      <Button onClick={onClose}>{t('close')}</Button>
    </div>
  )
}
