import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Card, Panel } from '#design/parts/card.tsx'
import { CopyField } from '#design/parts/copy-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatDateTime } from '#kernel/format.ts'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import {
  changePartnerKey,
  listPartnerKeys,
  makePartnerKey,
  type PartnerKeyView,
} from '../../partner-keys-contract.ts'
import { useTexts } from '../texts.ts'

const rates = [60, 600, 3_000, 12_000] as const
const days = [90, 365] as const

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(listPartnerKeys))
}

/** Secret keys of partners' servers: operators make, limit and revoke them. */
export default function PartnerKeysPage() {
  const t = useTexts()
  const { items } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('partnerKeysTitle')}</title>
      <PageTitle look="office">{t('partnerKeysTitle')}</PageTitle>
      <p className="mt-1 max-w-[42rem] text-soft">{t('partnerKeysNote')}</p>
      <div className="mt-group space-y-group">
        {items.length === 0 ? (
          <EmptyState title={t('keysNone')} />
        ) : (
          <ul className="border-t border-rule">
            {items.map((key) => (
              <KeyRow key={key.keyId} partnerKey={key} />
            ))}
          </ul>
        )}
        <Panel title={t('keyMakeTitle')}>
          <MakePartnerKey />
        </Panel>
      </div>
    </>
  )
}

function KeyRow({ partnerKey }: { partnerKey: PartnerKeyView }) {
  const t = useTexts()
  const locale = useLocale()
  const client = useProvenClient()
  const { run, isWaiting, refusal } = usePageWork()
  const { keyId, name, channel, hint, requestsPerMinute, createdAt, expiresAt, lastUsedAt, state } =
    partnerKey
  const change = (wanted: { requestsPerMinute?: number; isRevoked?: boolean }) =>
    void run(() => client.send(changePartnerKey, { body: { keyId, ...wanted } }))
  const given = requestsPerMinute ?? 0
  const choices = [...new Set([...rates, ...(given > 0 ? [given] : [])])].toSorted(
    (one, other) => one - other,
  )
  return (
    <li className="space-y-tight border-b border-rule py-near">
      <div className="flex flex-wrap items-baseline gap-x-near gap-y-1">
        <span className="min-w-0 grow break-words font-semibold">{name}</span>
        <Badge tone={state === 'active' ? 'good' : undefined}>{t(`keyState-${state}`)}</Badge>
      </div>
      <p className="text-note text-soft">
        {[
          t('partnerKeyChannelOf', { channel }),
          ...(hint === '' ? [] : [t('keyEnds', { hint })]),
          formatDate(locale, createdAt, { year: true }),
          ...(expiresAt === null
            ? []
            : [t('keyUntil', { at: formatDate(locale, expiresAt, { year: true }) })]),
          lastUsedAt === null
            ? t('partnerKeyUnused')
            : t('partnerKeyUsed', { at: formatDateTime(locale, lastUsedAt) }),
        ].join(' · ')}
      </p>
      {refusal && <Notice>{refusal}</Notice>}
      {state === 'active' && (
        <div className="flex flex-wrap items-end gap-near">
          <Select
            label={t('keyRate')}
            value={String(given)}
            disabled={isWaiting}
            onChange={({ target }) => change({ requestsPerMinute: Number(target.value) })}
          >
            {given === 0 && <option value="0">{t('partnerKeyUnlimited')}</option>}
            {choices.map((rate) => (
              <option key={rate} value={rate}>
                {rate}
              </option>
            ))}
          </Select>
          <Button
            look="quiet"
            aria-label={t('keyRevokeNamed', { name })}
            isWaiting={isWaiting}
            waitingText={t('waiting')}
            onClick={() => change({ isRevoked: true })}
          >
            {t('keyRevoke')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** The key is shown only once. */
function MakePartnerKey() {
  const t = useTexts()
  const client = useProvenClient()
  const { revalidate } = useRevalidator()
  const [made, setMade] = useState<string | null>(null)
  const { form, field, refusal, isWaiting, reset } = useForm({
    initial: { name: '', channel: '', requestsPerMinute: '600', expiresInDays: '' },
    call: makePartnerKey,
    refusedField: { ChannelTaken: 'channel' },
    check: ({ channel }) => ({
      channel: /^[a-z][a-z0-9-]{1,39}$/.test(channel) ? null : t('partnerKeyChannelWrong'),
    }),
    async send({ name, channel, requestsPerMinute, expiresInDays }) {
      setMade(null)
      const { key } = await client.send(makePartnerKey, {
        body: {
          name,
          channel,
          requestsPerMinute: Number(requestsPerMinute),
          ...(expiresInDays === '' ? {} : { expiresInDays: Number(expiresInDays) }),
        },
      })
      setMade(key)
      reset()
      await revalidate()
    },
  })
  return (
    <form {...form} className="max-w-[42rem] space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('name')} label={t('partnerKeyName')} autoComplete="off" />
      <TextField
        {...field('channel')}
        label={t('partnerKeyChannel')}
        hint={t('partnerKeyChannelHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="grid gap-near tablet:grid-cols-2">
        <Select {...field('requestsPerMinute')} label={t('keyRate')}>
          {rates.map((rate) => (
            <option key={rate} value={rate}>
              {rate}
            </option>
          ))}
        </Select>
        <Select {...field('expiresInDays')} label={t('keyExpires')}>
          <option value="">{t('keyForever')}</option>
          {days.map((count) => (
            <option key={count} value={count}>
              {t('keyDays', { count })}
            </option>
          ))}
        </Select>
      </div>
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('keyMake')}
      </SubmitBar>
      {made && (
        <Card tone="good">
          <output className="block">{t('keyMade')}</output>
          <CopyField label={t('keyValue')} value={made} className="mt-near" />
        </Card>
      )}
    </form>
  )
}
