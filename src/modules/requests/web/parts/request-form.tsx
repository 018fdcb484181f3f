import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { callQuery } from '#design/data/query-client.ts'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { useVisitor } from '#design/data/visitor.ts'
import { Button } from '#design/parts/button.tsx'
import { Stepper } from '#design/parts/stepper.tsx'
import { EmailField, TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  createPurchaseRequest,
  readPurchaseRequests,
  withdrawPurchaseRequest,
  type PurchaseRequestView,
} from '../../contract.ts'
import { useAskTexts } from '../ask-texts.ts'

const quantityMax = 10

interface RequestFormProps {
  /** The requested item; an event has one leg. */
  readonly item: {
    readonly source: string
    readonly itemId: number
    readonly legFrom: number
    readonly legTo: number
  }
  readonly accessCode?: string
  /** Initial quantity. */
  readonly quantity?: number
  /** Level of its heading: `h3` below the section of a page that it belongs to. */
  readonly heading?: HeadingElement
}

type HeadingElement = 'h2' | 'h3'

/** Form for tickets that are not available now; requesters see the state of their request. */
export default function RequestFormWithCache(props: RequestFormProps) {
  return (
    <QueryProvider>
      <RequestForm {...props} />
    </QueryProvider>
  )
}

function RequestForm({ item, accessCode, quantity = 2, heading = 'h3' }: RequestFormProps) {
  const locale = useLocale()
  const visitor = useVisitor()
  const cache = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const { itemId: eventId, ...rest } = item
  const named = { eventId, ...rest }
  const query = callQuery(readPurchaseRequests, { query: { eventId, source: item.source } }, locale)
  const isKnown = (visitor?.actor ?? 'visitor') !== 'visitor'
  const sent = useQuery({ ...query, enabled: isKnown })
  const open = sent.data?.items.find(
    ({ status, legFrom, legTo }) =>
      (status === 'New' || status === 'Accepted') &&
      legFrom === item.legFrom &&
      legTo === item.legTo,
  )
  const updateCache = (request: PurchaseRequestView): void => {
    cache.setQueryData(query.queryKey, { items: [request] })
    setEditing(false)
  }
  const withdraw = () => browserClient().send(withdrawPurchaseRequest, { body: named })
  if (open && !isEditing)
    return (
      <Sent
        request={open}
        onEdit={() => setEditing(true)}
        withdraw={withdraw}
        onChange={updateCache}
        heading={heading}
      />
    )
  return (
    <Form
      known={open}
      quantity={quantity}
      send={(filled) =>
        browserClient().send(createPurchaseRequest, { body: { ...named, accessCode, ...filled } })
      }
      onSent={updateCache}
      heading={heading}
    />
  )
}

function Sent(props: {
  request: PurchaseRequestView
  onEdit: () => void
  withdraw: () => Promise<PurchaseRequestView>
  onChange: (request: PurchaseRequestView) => void
  heading: HeadingElement
}) {
  const t = useAskTexts()
  const { request, heading: Heading } = props
  const withdraw = useMutation({ mutationFn: props.withdraw, onSuccess: props.onChange })
  return (
    <section aria-live="polite" className="mt-6 border-t border-rule pt-5">
      <Heading className="font-display text-lg font-bold">{t('sent')}</Heading>
      <p className="mt-1 text-soft">
        {request.status === 'Accepted'
          ? t('accepted')
          : t('sentText', { count: request.quantity, email: request.email })}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="quiet" onClick={props.onEdit}>
          {t('change')}
        </Button>
        <Button look="quiet" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('withdraw')}
        </Button>
      </div>
    </section>
  )
}

interface Filled {
  readonly quantity: number
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly message: string
}

function Form(props: {
  known: PurchaseRequestView | undefined
  quantity: number
  send: (filled: Filled) => Promise<PurchaseRequestView>
  onSent: (request: PurchaseRequestView) => void
  heading: HeadingElement
}) {
  const t = useAskTexts()
  const { known, heading: Heading } = props
  const [quantity, setQuantity] = useState(known?.quantity ?? props.quantity)
  const send = useMutation({
    mutationFn: (form: FormData) =>
      props.send({
        quantity,
        name: String(form.get('name')),
        email: String(form.get('email')),
        phone: String(form.get('phone')),
        message: String(form.get('message')),
      }),
    onSuccess: props.onSent,
  })
  return (
    <form
      className="mt-6 space-y-4 border-t border-rule pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate(new FormData(event.currentTarget))
      }}
    >
      <div>
        <Heading className="font-display text-lg font-bold">{t('title')}</Heading>
        <p className="mt-1 text-soft">{t('text')}</p>
      </div>
      <TextField
        name="name"
        label={t('name')}
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={known?.name}
      />
      <EmailField name="email" label={t('email')} required defaultValue={known?.email} />
      <TextField
        name="phone"
        type="tel"
        label={t('phone')}
        autoComplete="tel"
        maxLength={64}
        pattern="\+?[0-9 \(\)\-]{5,32}"
        defaultValue={known?.phone}
      />
      <TextField
        name="message"
        label={t('message')}
        maxLength={1_000}
        defaultValue={known?.message}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="font-semibold" aria-hidden="true">
          {t('quantity')}
        </p>
        <Stepper
          label={t('quantity')}
          value={quantity}
          min={1}
          max={quantityMax}
          lessLabel={t('less')}
          moreLabel={t('more')}
          onChange={setQuantity}
        />
        <Button type="submit" disabled={send.isPending}>
          {t(send.isPending ? 'sending' : 'send')}
        </Button>
      </div>
      {send.error && (
        <p role="alert" className="rounded-md bg-accent-wash px-4 py-3">
          {t('failed', { reason: send.error.message })}
        </p>
      )}
    </form>
  )
}
