import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { callQuery } from '#design/data/query-client.ts'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { useVisitor } from '#design/data/visitor.ts'
import { Button } from '#design/parts/button.tsx'
import { EmailField, TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  createPurchaseRequest,
  readPurchaseRequests,
  withdrawPurchaseRequest,
  type PurchaseRequestView,
} from '#modules/requests/contract.ts'
import { useKindsTexts } from '../kinds-texts.ts'
import { Stepper } from './ticket-types.tsx'

const quantityMost = 10

interface RequestFormProps {
  readonly eventId: number
  readonly accessCode?: string
}

/** Asking for tickets that cannot be bought now; who has asked sees what became of it. */
export default function RequestFormWithCache(props: RequestFormProps) {
  return (
    <QueryProvider>
      <RequestForm {...props} />
    </QueryProvider>
  )
}

function RequestForm({ eventId, accessCode }: RequestFormProps) {
  const locale = useLocale()
  const visitor = useVisitor()
  const cache = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const query = callQuery(readPurchaseRequests, { query: { eventId } }, locale)
  const isKnown = (visitor?.actor ?? 'visitor') !== 'visitor'
  const sent = useQuery({ ...query, enabled: isKnown })
  const open = sent.data?.items.find(({ status }) => status === 'New' || status === 'Accepted')
  const keep = (request: PurchaseRequestView): void => {
    cache.setQueryData(query.queryKey, { items: [request] })
    setEditing(false)
  }
  if (open && !isEditing)
    return <Sent request={open} onEdit={() => setEditing(true)} onChange={keep} />
  return <Form eventId={eventId} accessCode={accessCode} known={open} onSent={keep} />
}

function Sent(props: {
  request: PurchaseRequestView
  onEdit: () => void
  onChange: (request: PurchaseRequestView) => void
}) {
  const k = useKindsTexts()
  const { request } = props
  const withdraw = useMutation({
    mutationFn: () =>
      browserClient().send(withdrawPurchaseRequest, { body: { eventId: request.eventId } }),
    onSuccess: props.onChange,
  })
  return (
    <section aria-live="polite" className="mt-6 border-t border-rule pt-5">
      <h3 className="font-display text-lg font-bold">{k('askSent')}</h3>
      <p className="mt-1 text-soft">
        {request.status === 'Accepted'
          ? k('askAccepted')
          : k('askSentText', { count: request.quantity, email: request.email })}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="quiet" onClick={props.onEdit}>
          {k('askChange')}
        </Button>
        <Button look="quiet" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {k('askWithdraw')}
        </Button>
      </div>
    </section>
  )
}

function Form(props: {
  eventId: number
  accessCode?: string
  known: PurchaseRequestView | undefined
  onSent: (request: PurchaseRequestView) => void
}) {
  const k = useKindsTexts()
  const { known } = props
  const [quantity, setQuantity] = useState(known?.quantity ?? 2)
  const send = useMutation({
    mutationFn: (form: FormData) =>
      browserClient().send(createPurchaseRequest, {
        body: {
          eventId: props.eventId,
          accessCode: props.accessCode,
          quantity,
          name: String(form.get('name')),
          email: String(form.get('email')),
          phone: String(form.get('phone')),
          message: String(form.get('message')),
        },
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
        <h3 className="font-display text-lg font-bold">{k('askTitle')}</h3>
        <p className="mt-1 text-soft">{k('askText')}</p>
      </div>
      <TextField
        name="name"
        label={k('askName')}
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={known?.name}
      />
      <EmailField name="email" label={k('askEmail')} required defaultValue={known?.email} />
      <TextField
        name="phone"
        type="tel"
        label={k('askPhone')}
        autoComplete="tel"
        maxLength={32}
        pattern="\+?[0-9 \(\)\-]{5,32}"
        defaultValue={known?.phone}
      />
      <TextField
        name="message"
        label={k('askMessage')}
        maxLength={1_000}
        defaultValue={known?.message}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Stepper
          name={k('askQuantity')}
          quantity={quantity}
          least={1}
          most={quantityMost}
          onChange={setQuantity}
        />
        <Button type="submit" disabled={send.isPending}>
          {k(send.isPending ? 'askSending' : 'askSend')}
        </Button>
      </div>
      {send.error && (
        <p role="alert" className="rounded-md bg-accent-wash px-4 py-3">
          {k('askFailed', { reason: send.error.message })}
        </p>
      )}
    </form>
  )
}
