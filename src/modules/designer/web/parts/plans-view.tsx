import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/client.ts'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { FileField } from '#design/parts/file-field.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import type { listPlans, PlanHeadView } from '../../contract.ts'
import { usePlanPort } from '../plan-port.ts'
import { useTexts } from '../texts.ts'
import type { DrawingRead } from './drawing-notes.tsx'

/** Plans, and seat maps that a new plan can be based on. */
type PlanOffice = ReplyOf<typeof listPlans>

/** List of hall plans, and a form for a new one. */
export function PlansView({ office }: { office: PlanOffice }) {
  const t = useTexts()
  const { plans } = office
  return (
    <>
      <title>{t('plansPageTitle')}</title>
      <PageTitle look="office">{t('plansTitle')}</PageTitle>
      <p className="mt-2 max-w-[70ch] text-soft">{t('plansText')}</p>
      <div className="mt-part grid gap-part desk:grid-cols-[minmax(0,1fr)_24rem]">
        <Section title={t('plansThere')}>
          {plans.length === 0 && <EmptyState title={t('noPlans')}>{t('noPlansText')}</EmptyState>}
          <ul className="border-t border-rule">
            {plans.map((plan) => (
              <PlanRow key={plan.planId} plan={plan} />
            ))}
          </ul>
        </Section>
        <NewPlan office={office} />
      </div>
    </>
  )
}

function PlanRow({ plan }: { plan: PlanHeadView }) {
  const t = useTexts()
  const locale = useLocale()
  const { base } = usePlanPort()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-group gap-y-1 border-b border-rule py-3">
      <div className="min-w-0">
        <LocalLink to={`${base}/${plan.planId}`} className="link font-semibold">
          {plan.name[locale]}
        </LocalLink>
        <Dotted
          className="text-note text-soft"
          facts={[
            plan.venueName[locale],
            formatDateTime(locale, new Date(plan.updatedAt), 'Asia/Tbilisi'),
          ]}
        />
      </div>
      <p className="figures flex flex-wrap items-center gap-near text-note">
        {t('planSize', {
          seats: formatCount(locale, plan.seats),
          room: formatCount(locale, plan.room),
        })}
        <Badge>
          {plan.version === 0
            ? t('notPublished')
            : t(plan.hasChanges ? 'versionChanged' : 'versionCurrent', { version: plan.version })}
        </Badge>
      </p>
    </li>
  )
}

/** A key derived from an English name. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
}

type Start = 'empty' | 'layout' | 'file'

function NewPlan({ office }: { office: PlanOffice }) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const { base, calls } = usePlanPort()
  const { venues, layouts } = office
  const [start, setStart] = useState<Start>('empty')
  const [isWaiting, setWaiting] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  async function create(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    const file = data.get('file')
    setWaiting(true)
    setProblems([])
    try {
      const reply = await browserClient(locale).send(calls.createPlan, {
        body: {
          venue: text('venue'),
          key: text('key') || keyOf(text('nameEn')) || 'plan',
          nameKa: text('nameKa'),
          nameEn: text('nameEn'),
          ...(start === 'layout' && { layoutId: text('layoutId') }),
          ...(start === 'file' && file instanceof File && { content: await file.text() }),
        },
      })
      if (reply.planId !== null) {
        const { leftOut, sections } = reply
        const state: DrawingRead | null = start === 'file' ? { leftOut, sections } : null
        await navigate(localizedPath(locale, `${base}/${reply.planId}`), { state })
        return
      }
      setProblems(reply.problems)
    } catch (error) {
      setProblems([error instanceof CallError ? error.message : t('notLoaded')])
    }
    setWaiting(false)
  }
  return (
    <Section title={t('newPlan')}>
      <form className="space-y-group" onSubmit={(event) => void create(event)}>
        {problems.length > 0 && (
          <Notice key={problems.join('')}>
            {problems.map((problem) => (
              <span key={problem} className="block">
                {problem}
              </span>
            ))}
          </Notice>
        )}
        <TextField label={t('nameKa')} name="nameKa" maxLength={120} required />
        <TextField label={t('nameEn')} name="nameEn" maxLength={120} required />
        <Select label={t('venue')} name="venue">
          {venues.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name[locale]}
            </option>
          ))}
        </Select>
        <TextField label={t('key')} hint={t('keyHint')} name="key" pattern="[a-z0-9\-]{1,80}" />
        <StartFields start={start} onStart={setStart} layouts={layouts} />
        <Button type="submit" isWaiting={isWaiting} waitingText={t('loading')}>
          {t('begin')}
        </Button>
      </form>
    </Section>
  )
}

interface StartFieldsProps {
  readonly start: Start
  readonly onStart: (start: Start) => void
  readonly layouts: PlanOffice['layouts']
}

/** What a new plan is based on: nothing, an existing hall, or a drawing. */
function StartFields({ start, onStart, layouts }: StartFieldsProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <>
      <Select
        label={t('startWith')}
        value={start}
        onChange={(event) => onStart(event.target.value as Start)}
      >
        <option value="empty">{t('start_empty')}</option>
        <option value="layout">{t('start_layout')}</option>
        <option value="file">{t('start_file')}</option>
      </Select>
      {start === 'layout' && (
        <Select label={t('layout')} name="layoutId">
          {layouts.map(({ layoutId, name, venueName, version }) => (
            <option key={layoutId} value={layoutId}>
              {`${name[locale]} · ${venueName[locale]} · ${version}`}
            </option>
          ))}
        </Select>
      )}
      {start === 'file' && (
        <FileField
          label={t('file')}
          name="file"
          required
          accept=".svg,.json,image/svg+xml,application/json"
        />
      )}
    </>
  )
}
