import { ArrowLeft } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { receivedTickets } from '../../transfer-contract.ts'
import { documentAddresses } from '../document-address.ts'
import { TicketCard } from '../parts/ticket-card.tsx'
import { numberedInKind } from '../numbers-in-kind.ts'
import { useTexts } from '../texts.ts'
import '../ticket-card.css'

export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(receivedTickets))
}

export const clientLoader = cachedClientLoader

/** Tickets that others bought and transferred to the visitor. */
export default function ReceivedPage() {
  const t = useTexts()
  const locale = useLocale()
  const { tickets } = useLoaderData<typeof loader>()
  return (
    <div className="page max-w-[64rem] pt-4 pb-16 tablet:pt-8">
      <title>{t('receivedPageTitle')}</title>
      <meta name="robots" content="noindex" />
      <LocalLink
        to="/account/orders"
        className="link not-printed mb-2 inline-flex min-h-11 items-center gap-2 text-soft no-underline"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        {t('backToOrders')}
      </LocalLink>
      <PageTitle>{t('receivedTitle')}</PageTitle>
      {tickets.length === 0 ? (
        <EmptyState
          title={t('receivedNoneTitle')}
          action={
            <LinkButton look="quiet" to="/">
              {t('findShow')}
            </LinkButton>
          }
        >
          {t('receivedNone')}
        </EmptyState>
      ) : (
        <p className="not-printed mt-1 max-w-prose text-soft">{t('receivedText')}</p>
      )}
      <div className="mt-6 space-y-6">
        {numberedInKind(tickets).map(({ ticket, number, count }) => (
          <div key={ticket.ticketIdentifier} id={ticket.ticketIdentifier} className="scroll-mt-4">
            <TicketCard
              ticket={ticket}
              number={number}
              count={count}
              documents={documentAddresses({ ticketIdentifier: ticket.ticketIdentifier }, locale)}
              order={null}
              heldCount={1}
              isSaidAbove={false}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
