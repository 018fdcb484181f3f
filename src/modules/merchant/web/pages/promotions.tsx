import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Switch } from '#design/parts/checkbox.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TableLinks } from '#design/parts/table-links.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  exportOwnCodes,
  restrictShow,
  readOwnPromotions,
  switchOwnBatch,
  type PromotionsView,
} from '../../promotions-contract.ts'
import { AccessCodeForm, AccessCodeRow } from '../promotions/access-codes.tsx'
import { CodeForm, CodeRow } from '../promotions/promo-codes.tsx'
import { useTexts } from '../texts.ts'

/** Promo codes, and codes that open reserved places. */
export default function PromotionsPage() {
  const t = useTexts()
  const part = useLoaded(readOwnPromotions, {})
  return (
    <>
      <title>{t('navPromotions')}</title>
      <PageTitle look="office">{t('navPromotions')}</PageTitle>
      <LoadedPart of={part} className="mt-group">
        {(value) => <Office read={value} />}
      </LoadedPart>
    </>
  )
}

type Adding = 'code' | 'batch' | 'access' | null

function Office({ read }: { read: PromotionsView }) {
  const t = useTexts()
  const [office, setOffice] = useState(read)
  const [adding, setAdding] = useState<Adding>(null)
  const save = (next: PromotionsView) => {
    setOffice(next)
    setAdding(null)
  }
  const { codes, accessCodes, shows } = office
  const add = (what: Adding) => (
    <Button
      look="quiet"
      aria-expanded={adding === what}
      onClick={() => setAdding(adding === what ? null : what)}
    >
      {t(what === 'code' ? 'promoAdd' : what === 'batch' ? 'batchAdd' : 'accessAdd')}
    </Button>
  )
  return (
    <div className="mt-group space-y-group">
      <Panel title={t('promoCodes')} note={t('promoNote')} look="ruled">
        {codes.length === 0 && <EmptyState title={t('promoNone')} />}
        <ul className="divide-y divide-rule">
          {codes.map((code) => (
            <CodeRow key={code.codeId} code={code} shows={shows} onSaved={setOffice} />
          ))}
        </ul>
        <div className="mt-near flex flex-wrap gap-near">
          {add('code')}
          {add('batch')}
        </div>
        {(adding === 'code' || adding === 'batch') && (
          <CodeForm key={adding} isBatch={adding === 'batch'} shows={shows} onSaved={save} />
        )}
        <Batches office={office} onChanged={setOffice} />
      </Panel>
      <Panel title={t('accessCodes')} note={t('accessNote')} look="ruled">
        {accessCodes.length === 0 && <EmptyState title={t('accessNone')} />}
        <ul className="divide-y divide-rule">
          {accessCodes.map((code) => (
            <AccessCodeRow key={code.accessCodeId} code={code} shows={shows} onSaved={setOffice} />
          ))}
        </ul>
        {shows.length > 0 && <div className="mt-near">{add('access')}</div>}
        {adding === 'access' && <AccessCodeForm shows={shows} onSaved={save} />}
        <Kept shows={shows} onChanged={setOffice} />
      </Panel>
    </div>
  )
}

interface ChangingProps {
  readonly onChanged: (office: PromotionsView) => void
}

function Batches({ office, onChanged }: ChangingProps & { readonly office: PromotionsView }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const client = browserClient(locale)
  if (office.batches.length === 0) return null
  const toggle = (batchId: number, isActive: boolean) =>
    run(async () => onChanged(await client.send(switchOwnBatch, { body: { batchId, isActive } })))
  return (
    <div className="mt-group">
      <h3 className="font-semibold">{t('batches')}</h3>
      {refusal && <Notice>{refusal}</Notice>}
      <ul className="mt-tight divide-y divide-rule">
        {office.batches.map(({ batchId, name, usedCount, codeCount, activeCount }) => (
          <li key={batchId} className="flex flex-wrap items-center gap-x-group gap-y-1 py-near">
            <span className="min-w-0 grow basis-48 break-words">
              {name || t('batchNumber', { id: batchId })}
              <span className="figures block text-note text-soft">
                {t('batchUsed', { used: usedCount, count: codeCount })}
              </span>
            </span>
            <TableLinks href={`${exportOwnCodes.path}?batchId=${batchId}`} label={t('exportCsv')} />
            <Button
              look="quiet"
              isWaiting={isWaiting}
              waitingText={t('waiting')}
              onClick={() => void toggle(batchId, activeCount === 0)}
            >
              {t(activeCount > 0 ? 'batchStop' : 'batchStart')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Kept({ shows, onChanged }: ChangingProps & Pick<PromotionsView, 'shows'>) {
  const t = useTexts()
  const locale = useLocale()
  const { run, refusal } = useWork()
  const toggle = (showId: number, isKept: boolean) =>
    run(async () =>
      onChanged(await browserClient(locale).send(restrictShow, { body: { showId, isKept } })),
    )
  if (shows.length === 0) return null
  return (
    <fieldset className="mt-group">
      <legend className="font-semibold">{t('onlyWithCode')}</legend>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="mt-tight grid gap-x-group tablet:grid-cols-2 wide:grid-cols-3">
        {shows.map(({ showId, name, isKept }) => (
          <Switch
            key={showId}
            label={name}
            checked={isKept}
            onChange={({ target }) => void toggle(showId, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
