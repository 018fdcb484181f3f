import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { readTerms } from '../../terms-contract.ts'
import { ClassesForm } from '../office/terms-classes.tsx'
import { ChangesForm, CompanionsForm, StepsForm, TiersForm } from '../office/terms-forms.tsx'
import { BaggageForm, RidersForm } from '../office/terms-named.tsx'
import type { ExampleAsked } from '../office/terms-section.tsx'
import { useTermsTexts } from '../office/terms-texts.ts'

type Terms = ReplyOf<typeof readTerms>

/** Refund tiers, terms of changes, riders, price steps and baggage of a carrier; each is compared before it is saved. */
export default function OfficeTermsPage() {
  const t = useTermsTexts()
  const [search] = useSearchParams()
  const carrier = search.get('carrier') ?? ''
  const query = /^[1-9]\d{0,8}$/.test(carrier) ? { agencyId: Number(carrier) } : {}
  const part = useLoaded(readTerms, { query })
  return (
    <>
      <title>{t('title')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-1 max-w-[42rem] text-soft">{t('note')}</p>
      <LoadedPart of={part} className="mt-group">
        {(terms) => (
          <>
            {terms.carriers.length > 1 && <CarrierChoice terms={terms} />}
            <Sections key={terms.agencyId} terms={terms} onChanged={part.reload} />
          </>
        )}
      </LoadedPart>
    </>
  )
}

function CarrierChoice({ terms }: { readonly terms: Terms }) {
  const t = useTermsTexts()
  return (
    <form method="get" className="mt-group flex flex-wrap items-end gap-near">
      <Select
        key={terms.agencyId}
        label={t('carrier')}
        name="carrier"
        defaultValue={terms.agencyId}
        frameClassName="min-w-0 max-w-full"
      >
        {terms.carriers.map(({ agencyId, name }) => (
          <option key={agencyId} value={agencyId}>
            {name}
          </option>
        ))}
      </Select>
      <Button type="submit" look="quiet">
        {t('showCarrier')}
      </Button>
    </form>
  )
}

interface SectionsProps {
  readonly terms: Terms
  readonly onChanged: () => void
}

function Sections({ terms, onChanged }: SectionsProps) {
  const [asked, setAsked] = useState<ExampleAsked>({
    lineId: String(terms.lines[0]?.lineId ?? ''),
    date: terms.today,
    occupancyPercent: '0',
    hoursBefore: '20',
  })
  const shared = { terms, asked, onChanged }
  return (
    <div className="mt-group space-y-group">
      <ExampleForm terms={terms} asked={asked} onAsked={setAsked} />
      <TiersForm key={`tiers ${JSON.stringify(terms.refundTiers)}`} {...shared} />
      <ChangesForm key={`changes ${JSON.stringify(terms.changes)}`} {...shared} />
      <CompanionsForm key={`companions ${JSON.stringify(terms.companions)}`} {...shared} />
      <RidersForm key={`riders ${JSON.stringify(terms.riders)}`} {...shared} />
      <StepsForm key={`steps ${JSON.stringify(terms.steps)}`} {...shared} />
      <BaggageForm key={`baggage ${JSON.stringify(terms.baggage)}`} {...shared} />
      <ClassesForm
        key={`classes ${JSON.stringify(terms.classes)}`}
        terms={terms}
        onChanged={onChanged}
      />
    </div>
  )
}

interface ExampleFormProps {
  readonly terms: Terms
  readonly asked: ExampleAsked
  readonly onAsked: (asked: ExampleAsked) => void
}

/** The journey and the return that comparisons show. */
function ExampleForm({ terms, asked, onAsked }: ExampleFormProps) {
  const t = useTermsTexts()
  return (
    <Panel title={t('example')} look="ruled">
      <div className="flex flex-wrap items-end gap-near max-tablet:*:w-full">
        <Select
          label={t('exampleLine')}
          frameClassName="min-w-0 max-w-full"
          value={asked.lineId}
          onChange={({ target }) => onAsked({ ...asked, lineId: target.value })}
        >
          {terms.lines.map(({ lineId, name }) => (
            <option key={lineId} value={lineId}>
              {name}
            </option>
          ))}
        </Select>
        <DateField
          label={t('exampleDate')}
          required
          min={terms.today}
          value={asked.date}
          onChange={({ target }) => onAsked({ ...asked, date: target.value })}
        />
        {(['occupancyPercent', 'hoursBefore'] as const).map((field) => (
          <TextField
            key={field}
            label={t(field === 'hoursBefore' ? 'exampleHours' : 'exampleFull')}
            inputMode="numeric"
            className="figures"
            maxLength={4}
            value={asked[field]}
            onChange={({ target }) => onAsked({ ...asked, [field]: target.value })}
          />
        ))}
      </div>
    </Panel>
  )
}
