import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { figureOf, filled } from '#design/forms/field-values.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { PickedField } from '#design/parts/picked-field.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { findSubjects } from '#modules/catalogue/office-contract.ts'
import {
  operatorPixels,
  operatorPixelSave,
  trackingPixelTypes,
  type PixelView,
} from '../../pixels-contract.ts'
import { useOfficeTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(operatorPixels))
}

/** Tracking pixels of advertisers, for all pages or one show. */
export default function Pixels() {
  const t = useOfficeTexts()
  const { items } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('pixelsTitle')}</title>
      <PageTitle look="office">{t('pixelsTitle')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('pixelsNote')}</p>
      {items.length === 0 && <EmptyState title={t('pixelsEmpty')} />}
      <ul className="mt-6 max-w-3xl border-t border-rule empty:hidden">
        {items.map((item) => (
          <li key={item.pixelId} className="border-b border-rule py-near">
            <p className="flex flex-wrap items-baseline gap-x-near gap-y-1">
              <span className="font-semibold">{t(`pixel${item.type}`)}</span>
              <span className="figures">{item.code}</span>
              <span className="text-soft">{item.showName ?? t('pixelAll')}</span>
              {!item.isActive && <Badge>{t('pixelOff')}</Badge>}
            </p>
            {item.note && <p className="text-soft">{item.note}</p>}
            <FoldOut
              title={
                <RowTitle about={`${t(`pixel${item.type}`)} ${item.code}`}>{t('change')}</RowTitle>
              }
            >
              <PixelForm item={item} />
            </FoldOut>
          </li>
        ))}
      </ul>
      <FoldOut title={<span className="link">{t('pixelAdd')}</span>} className="mt-4 max-w-3xl">
        <PixelForm key={items.length} />
      </FoldOut>
    </>
  )
}

function PixelForm({ item }: { item?: PixelView }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { form, problemOf, isWaiting, isSent, isChanged, refusal } = useForm({
    call: operatorPixelSave,
    async send(_, data) {
      await browserClient(locale).send(operatorPixelSave, {
        body: {
          ...(item && { pixelId: item.pixelId }),
          type: (filled(data, 'type') ?? 'FbPixelGeneral') as PixelView['type'],
          code: filled(data, 'code') ?? '',
          showId: figureOf(data, 'showId') ?? null,
          note: filled(data, 'note') ?? '',
          isActive: data.has('isActive'),
        },
      })
      await revalidate()
    },
    refusedField: { NotFound: 'showId' },
    isGuarded: true,
  })
  return (
    <form {...form} className="card card-sunk mt-2 space-y-group">
      {isChanged && <LeaveGuard isOn />}
      {refusal && <Notice>{refusal}</Notice>}
      <div className="field-grid tablet:grid-cols-2">
        <Select name="type" label={t('pixelType')} defaultValue={item?.type}>
          {trackingPixelTypes.map((type) => (
            <option key={type} value={type}>
              {t(`pixel${type}`)}
            </option>
          ))}
        </Select>
        <TextField
          name="code"
          label={t('pixelCode')}
          hint={t('pixelCodeHint')}
          error={problemOf('code')}
          maxLength={101}
          defaultValue={item?.code}
        />
        <PickedField
          label={t('pixelShow')}
          hint={t('pixelShowHint')}
          error={problemOf('showId')}
          initial={item?.showId ? { key: String(item.showId), label: item.showName ?? '' } : null}
          fieldsOf={(show) => ({ showId: show?.key ?? '' })}
          suggest={async (text, signal) => {
            const input = { query: { kinds: ['show' as const], text } }
            const found = await browserClient(locale).send(findSubjects, input, { signal })
            return found.subjects.map(({ id, name }) => ({ key: String(id), label: name }))
          }}
        />
        <TextField
          name="note"
          label={t('pixelNote')}
          error={problemOf('note')}
          maxLength={200}
          defaultValue={item?.note}
        />
      </div>
      <Checkbox name="isActive" label={t('pixelActive')} defaultChecked={item?.isActive ?? true} />
      <SubmitBar isWaiting={isWaiting} waitingText={t('saving')} done={isSent && t('saved')}>
        {t('save')}
      </SubmitBar>
    </form>
  )
}

/** "Change", and for screen readers of what: the page has it in each row. */
function RowTitle(props: { readonly about: string; readonly children: string }) {
  return (
    <>
      <span className="link">{props.children}</span>
      <span className="sr-only">: {props.about}</span>
    </>
  )
}
