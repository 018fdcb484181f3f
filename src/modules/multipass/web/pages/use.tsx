import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatTime } from '#kernel/format.ts'
import { localizedPath, splitLocale } from '#kernel/locale.ts'
import { multipassCheckoutGet, multipassUnreserve } from '../../contract.ts'
import { FinishForm } from '../parts/finish-form.tsx'
import { ReserveForm } from '../parts/reserve-form.tsx'
import { loadPasses, type Send } from '../passes-data.ts'
import { useTexts } from '../texts.ts'

async function load(send: Send, orderKey: string) {
  try {
    const [found, { cards }] = await Promise.all([
      send(multipassCheckoutGet, { query: { orderKey } }),
      loadPasses(send),
    ])
    return { found, cards }
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return null
    throw error
  }
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  return load(context.get(serverCallsContext).send, params['orderKey'] ?? '')
}

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const { locale } = splitLocale(new URL(request.url).pathname)
  return load(browserClient(locale).send, params['orderKey'] ?? '')
}

/** Page for paying tickets of an open order with a pass. */
export default function UsePass() {
  const t = useTexts()
  const loaded = useLoaderData<typeof loader>()
  return (
    <div className="page max-w-[44rem] space-y-part py-8 tablet:py-12">
      <title>{t('useTitle')}</title>
      <meta name="robots" content="noindex" />
      <PageTitle look="heading">{t('useTitle')}</PageTitle>
      {loaded ? (
        <OpenOrder loaded={loaded} />
      ) : (
        <EmptyState
          title={t('orderMissing')}
          action={<LinkButton to="/events">{t('findSomething')}</LinkButton>}
        />
      )}
    </div>
  )
}

function OpenOrder({ loaded }: { loaded: NonNullable<Awaited<ReturnType<typeof load>>> }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()
  const { found, cards } = loaded
  const { order, usesHeld, toPay, isFinished } = found
  const { orderKey } = order
  const checkout = localizedPath(locale, `/checkout/${orderKey}`)
  if (isFinished || !['Draft', 'Checkout'].includes(order.statusName))
    return <LinkButton href={`${checkout}/result`}>{t('toOrder')}</LinkButton>
  return (
    <>
      <Panel title={t('inOrder')} note={t('heldUntil', { time: formatTime(order.deadlineAt) })}>
        <ul className="space-y-2">
          {order.lines.map((line) => (
            <li key={line.lineId} className="flex justify-between gap-4">
              <span>
                {line.description}
                {line.quantity > 1 && ` ×\u00a0${line.quantity}`}
              </span>
              <Price money={line.amount} />
            </li>
          ))}
        </ul>
        <p className="mt-3 flex justify-between border-t border-rule pt-3 text-lg font-semibold">
          {t('toPay')} <Price money={toPay} />
        </p>
      </Panel>
      {refusal && <Notice>{refusal}</Notice>}
      <ReserveForm orderKey={orderKey} cards={cards} />
      {usesHeld > 0 && (
        <Button
          look="plain"
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          onClick={() =>
            void run(() => browserClient(locale).send(multipassUnreserve, { body: { orderKey } }))
          }
        >
          {t('takeOff')}
        </Button>
      )}
      {usesHeld > 0 && toPay.amount === 0 ? (
        <FinishForm order={order} />
      ) : (
        <LinkButton look={usesHeld > 0 ? 'main' : 'quiet'} href={checkout}>
          {t(usesHeld > 0 ? 'payRest' : 'backToCheckout')}
        </LinkButton>
      )}
    </>
  )
}
