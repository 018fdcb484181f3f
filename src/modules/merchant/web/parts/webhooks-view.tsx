import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Card, Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { parsedUrl } from '#kernel/parsed-url.ts'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import {
  addWebhook,
  listWebhooks,
  switchWebhook,
  type WebhookEndpointView,
} from '#modules/webhooks/contract.ts'
import { useTexts } from '../texts.ts'
import { WebhookMessages } from './webhook-messages.tsx'

/** Webhook endpoints of the merchant, and their deliveries. */
export function WebhooksView() {
  const t = useTexts()
  const list = useLoaded(listWebhooks, {})
  return (
    <LoadedPart of={list}>
      {({ items }) => (
        <div className="space-y-group">
          <p className="max-w-[42rem] text-soft">{t('webhooksNote')}</p>
          <AddWebhook onAdded={list.reload} />
          {items.length === 0 && <EmptyState title={t('webhooksNone')} />}
          {items.map((endpoint) => (
            <Endpoint key={endpoint.endpointId} endpoint={endpoint} onChanged={list.reload} />
          ))}
        </div>
      )}
    </LoadedPart>
  )
}

function AddWebhook({ onAdded }: { onAdded: () => void }) {
  const t = useTexts()
  const client = useProvenClient()
  const [secret, setSecret] = useState<string | null>(null)
  const { form, field, refusal, isWaiting, reset } = useForm({
    initial: { url: '' },
    refusedField: { WebhookAddressNotAllowed: 'url' },
    check: ({ url }) => ({ url: parsedUrl(url) ? null : t('webhookWrong') }),
    send: async ({ url }) => {
      const added = await client.send(addWebhook, { body: { url } })
      setSecret(added.secret)
      // Prevents adding the same address twice.
      reset()
      onAdded()
    },
  })
  return (
    <form {...form} className="max-w-[42rem] space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('url')} label={t('webhookAddress')} inputMode="url" />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('webhookAdd')}
      </SubmitBar>
      {secret && (
        <Card tone="good">
          <p>{t('webhookSecret')}</p>
          <p className="figures mt-1 break-all select-all">{secret}</p>
        </Card>
      )}
    </form>
  )
}

interface EndpointProps {
  readonly endpoint: WebhookEndpointView
  readonly onChanged: () => void
}

function Endpoint({ endpoint, onChanged }: EndpointProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { endpointId, url, isActive, waitingCount, givenUpCount } = endpoint
  const change = () =>
    run(async () => {
      await browserClient(locale).send(switchWebhook, {
        body: { endpointId, isActive: !isActive },
      })
      onChanged()
    })
  return (
    <Panel
      look="ruled"
      title={<span className="break-all">{url}</span>}
      note={t('webhookCounts', { waiting: waitingCount, givenUp: givenUpCount })}
      action={<Badge tone={isActive ? 'good' : 'warn'}>{t(isActive ? 'isOn' : 'isOff')}</Badge>}
    >
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        aria-label={`${t(isActive ? 'switchOff' : 'switchOn')}: ${url}`}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => void change()}
      >
        {t(isActive ? 'switchOff' : 'switchOn')}
      </Button>
      <WebhookMessages endpoint={endpoint} />
    </Panel>
  )
}
