import { useRef, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { figureOf } from '#design/forms/field-values.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { createQueueBypass } from '../../operator-contract.ts'
import { useTexts } from '../texts.ts'

const initialQuantity = 5
const initialHours = 24

/** Links that bypass the queue, each for one order. */
export function Bypass({ queueId, showId }: { queueId: number; showId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const [created, setCreated] = useState<{ links: string; count: number; until: string } | null>(
    null,
  )
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLPreElement>(null)
  const between = (min: number, max: number) =>
    t('numberBetween', { min: formatCount(locale, min), max: formatCount(locale, max) })
  const { form, problemOf, refusal, isWaiting } = useForm({
    words: { quantity: between(1, 100), minutes: between(1, 168) },
    async send(_, data) {
      setCopied(false)
      const reply = await browserClient(locale).send(createQueueBypass, {
        params: { queueId },
        body: {
          quantity: figureOf(data, 'quantity') ?? 0,
          minutes: (figureOf(data, 'minutes') ?? 0) * 60,
        },
      })
      const page = `${location.origin}${localizedPath(locale, `/queue/${showId}`)}`
      // The fragment is never sent to a server, so the token appears in no server log.
      const links = reply.waitingRoomTokens.map((token) => `${page}#${token}`).join('\n')
      const until = formatDateTime(locale, reply.validUntil)
      setCreated({ links, count: reply.waitingRoomTokens.length, until })
    },
  })

  return (
    <form {...form} className="space-y-4 rounded-lg bg-sunk p-4">
      <p className="max-w-2xl text-soft">{t('bypassText')}</p>
      {refusal !== null && <Notice>{refusal}</Notice>}
      <div className="field-grid tablet:grid-cols-3">
        <TextField
          label={t('bypassQuantity')}
          name="quantity"
          inputMode="numeric"
          defaultValue={initialQuantity}
          error={problemOf('quantity')}
        />
        <TextField
          label={t('bypassHours')}
          name="minutes"
          inputMode="numeric"
          defaultValue={initialHours}
          error={problemOf('minutes')}
        />
      </div>
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('saving')}>
        {t('bypassMake')}
      </Button>
      {created && (
        <div>
          <p>
            {t('bypassMade', { count: formatCount(locale, created.count), until: created.until })}
          </p>
          <pre ref={shown} className="mt-2 max-h-60 overflow-auto rounded-md bg-card p-3 text-sm">
            {created.links}
          </pre>
          <Button
            look="quiet"
            className="mt-2"
            onClick={() =>
              // When the browser denies clipboard access, the links are selected above for manual copying.
              void navigator.clipboard.writeText(created.links).then(
                () => setCopied(true),
                () => selectAll(shown.current),
              )
            }
          >
            {isCopied ? t('copied') : t('copy')}
          </Button>
        </div>
      )}
    </form>
  )
}

function selectAll(element: HTMLElement | null): void {
  if (element) window.getSelection()?.selectAllChildren(element)
}
