import { TicketX } from 'lucide-react'
import { useState } from 'react'
import {
  data as withStatus,
  useLoaderData,
  useParams,
  useRevalidator,
  type LoaderFunctionArgs,
} from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { useAuthAddress, useVisitor } from '#design/data/visitor.ts'
import { Button } from '#design/parts/button.tsx'
import { CopyField } from '#design/parts/copy-field.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { sharedTickets, takeOverTickets } from '../../transfer-contract.ts'
import { TicketCard } from '../parts/ticket-card.tsx'
import { useWork } from '#design/data/use-work.ts'
import { useTransferTexts } from '../transfer-texts.ts'
import { commonKindOf, numberedInKind } from '../numbers-in-kind.ts'
import { useTexts } from '../texts.ts'
import '../ticket-card.css'

/** An ended link is not an error page: the page explains it, with the matching status. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const token = params['token'] ?? ''
  try {
    return { shared: await calls.send(sharedTickets, { params: { token } }) }
  } catch (error) {
    if (error instanceof CallError && error.code === 'TicketShareEnded')
      return withStatus({ shared: null }, { status: error.status })
    return refusalAsResponse(Promise.reject(error))
  }
}

export const clientLoader = cachedClientLoader

/** The address contains the access token: it must not be sent to other sites or indexed by search engines. */
export function headers() {
  return { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' }
}

type Shared = ReplyOf<typeof sharedTickets>

/** What a link shows: a ticket of somebody else’s, or one that waits to be taken over. */
export default function SharedPage() {
  const t = useTransferTexts()
  const { shared } = useLoaderData<typeof loader>()
  const [keepUrl, setKeepUrl] = useState<string | null>(null)
  return (
    <div className="page max-w-[64rem] pt-6 pb-16 tablet:pt-10">
      <title>{t('sharedPageTitle')}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {shared ? (
        <>
          <SharedHead shared={shared} keepUrl={keepUrl} onTaken={setKeepUrl} />
          <Tickets shared={shared} />
        </>
      ) : (
        <Ended />
      )}
    </div>
  )
}

function SharedHead(props: {
  shared: Shared
  keepUrl: string | null
  onTaken: (keepUrl: string | null) => void
}) {
  const { shared, onTaken } = props
  const t = useTransferTexts()
  const keepUrl = props.keepUrl ?? keptUrlOf(shared)
  const count = shared.tickets.length
  const name = shared.giverName || t('somebody')
  const isGift = shared.handsOver && shared.state === 'open'
  const kind = commonKindOf(shared.tickets)
  let title = t('sharedTitle', { name, count, kind })
  if (isGift) title = t('giftTitle', { name, count, kind })
  if (shared.keeps) title = t('keptTitle', { count, kind })
  if (shared.state === 'yours') title = t('yoursTitle', { count, kind })
  if (isOffering(shared)) title = t('offeringTitle', { count, kind })
  return (
    <header className="not-printed max-w-[42rem] space-y-4">
      <PageTitle>{title}</PageTitle>
      {isGift && <TakeOver kind={kind} count={count} onTaken={onTaken} />}
      {shared.state === 'open' && !isGift && (
        <p className="text-soft">{t(shared.keeps ? 'keptText' : 'sharedText', { kind })}</p>
      )}
      {shared.state === 'yours' && (
        <Yours kind={kind} count={count} keepUrl={keepUrl} isOffered={isOffering(shared)} />
      )}
    </header>
  )
}

/** The link by which the receiver keeps the tickets, also when the page is opened again. */
function keptUrlOf({ tickets }: Shared): string | null {
  const shares = tickets.flatMap(({ hand }) => hand.shares)
  return shares.find(({ keeps }) => keeps)?.url ?? null
}

/** The giver has opened the link of tickets that nobody has taken over yet. */
function isOffering({ state, tickets }: Shared): boolean {
  return (
    state === 'yours' && tickets.some(({ hand }) => hand.shares.some(({ handsOver }) => handsOver))
  )
}

interface Counted {
  readonly kind: ReturnType<typeof commonKindOf>
  readonly count: number
}

function TakeOver(props: Counted & { onTaken: (keepUrl: string | null) => void }) {
  const { kind, count, onTaken } = props
  const t = useTransferTexts()
  const { token = '' } = useParams()
  const { revalidate } = useRevalidator()
  const { run, isWaiting, refusal } = useWork()
  const visitor = useVisitor()
  const authAddress = useAuthAddress()

  const take = () =>
    run(async () => {
      const { keepUrl } = await browserClient().send(takeOverTickets, { body: { token } })
      onTaken(keepUrl)
      await revalidate()
    })

  return (
    <>
      <p>{t('giftText', { kind, count })}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          size="large"
          isWaiting={isWaiting}
          waitingText={t('working')}
          onClick={() => void take()}
        >
          {t('takeOver')}
        </Button>
        {visitor?.actor !== 'customer' && (
          <a href={authAddress('login')} className="link inline-flex min-h-11 items-center">
            {t('signInFirst', { kind, count })}
          </a>
        )}
      </div>
    </>
  )
}

/** Where the tickets are now, and for receivers without an account the link that opens them elsewhere. */
function Yours(props: Counted & { keepUrl: string | null; isOffered: boolean }) {
  const { kind, count, keepUrl, isOffered } = props
  const t = useTransferTexts()
  return (
    <>
      <p className="text-soft">
        {t(isOffered ? 'offeringText' : keepUrl ? 'keepText' : 'yoursText', { kind, count })}
      </p>
      {keepUrl && !isOffered && <CopyField label={t('keepLabel', { kind })} value={keepUrl} />}
      <LinkButton to={kind === 'pass' ? '/multipass' : '/account/orders'}>
        {t('toMyTickets', { kind })}
      </LinkButton>
    </>
  )
}

function Tickets({ shared }: { shared: Shared }) {
  const { token } = useParams()
  const { tickets } = shared
  return (
    <div className="mt-7 space-y-6">
      {numberedInKind(tickets).map(({ ticket, number, count }) => (
        <TicketCard
          key={ticket.ticketIdentifier}
          ticket={withoutLink(ticket, token)}
          number={number}
          count={count}
          documents={null}
          order={null}
          heldCount={1}
          isSaidAbove={false}
          isWaiting={shared.handsOver && shared.state === 'open'}
        />
      ))}
    </div>
  )
}

/** The open page is this link, or offers the one to keep: the card need not mention them. */
function withoutLink(ticket: Shared['tickets'][number], token: string | undefined) {
  const shares = ticket.hand.shares.filter(
    ({ handsOver, keeps, ticketShareToken }) => handsOver || (!keeps && ticketShareToken !== token),
  )
  return { ...ticket, hand: { ...ticket.hand, shares } }
}

function Ended() {
  const t = useTransferTexts()
  const words = useTexts()
  return (
    <section className="ticket-lift max-w-xl">
      <div className="ticket [--cut:4.5rem]">
        <div className="flex h-[4.5rem] items-center px-6">
          <TicketX size={26} aria-hidden="true" className="text-accent" />
        </div>
        <div className="perforation mx-4" aria-hidden="true" />
        <div className="space-y-3 px-6 pt-5 pb-7">
          <PageTitle look="heading">{t('endedTitle')}</PageTitle>
          <p className="max-w-prose">{t('endedText')}</p>
          <LinkButton to="/">{words('findShow')}</LinkButton>
        </div>
      </div>
    </section>
  )
}
