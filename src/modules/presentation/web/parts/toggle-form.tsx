import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { figureOf, filled } from '#design/forms/field-values.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { isLocale } from '#kernel/locale.ts'
import { operatorSwitchSave, type SwitchView } from '../../switches-contract.ts'
import { targetingOf, type MerchantName } from '../toggle-labels.ts'
import { useOfficeTexts } from '../texts.ts'

/** Targeting of a switch; without `item` it creates a new switch, which is off. */
export function ToggleForm(props: {
  readonly item?: SwitchView
  readonly merchants: readonly MerchantName[]
}) {
  const { item, merchants } = props
  const t = useOfficeTexts()
  const { form, problemOf, isWaiting, isSent, isChanged, refusal } = useToggleForm(item)
  const targeting = item?.targeting
  return (
    <form {...form} className="card card-sunk space-y-group">
      {isChanged && <LeaveGuard isOn />}
      {refusal && <Notice>{refusal}</Notice>}
      <p className="text-note text-soft">{t('toggleTargetingNote')}</p>
      <div className="field-grid tablet:grid-cols-2">
        {!item && (
          <TextField
            name="key"
            label={t('toggleKey')}
            hint={t('toggleKeyHint')}
            error={problemOf('key')}
            maxLength={61}
            required
          />
        )}
        <TextField
          name="note"
          label={t('toggleWhat')}
          error={problemOf('note')}
          maxLength={300}
          defaultValue={item?.note ?? ''}
        />
        <TextField
          name="percentage"
          label={t('togglePercentage')}
          inputMode="numeric"
          error={problemOf('percentage')}
          defaultValue={targeting?.percentage ?? 100}
        />
        <Select
          name="language"
          label={t('toggleLanguage')}
          error={problemOf('languages')}
          defaultValue={targeting?.languages[0] ?? ''}
        >
          <option value="">{t('toggleAnyLanguage')}</option>
          <option value="ka">{t('toggleKa')}</option>
          <option value="en">{t('toggleEn')}</option>
        </Select>
        <Select
          name="audience"
          label={t('toggleAudience')}
          defaultValue={targeting?.audience ?? 'everyone'}
        >
          <option value="everyone">{t('toggleEveryone')}</option>
          <option value="signed-in">{t('toggleSignedIn')}</option>
        </Select>
        <Select
          name="merchantId"
          label={t('toggleMerchant')}
          defaultValue={targeting?.merchantIds[0] ?? ''}
        >
          <option value="">{t('toggleAnyMerchant')}</option>
          {merchants.map(({ merchantId, name }) => (
            <option key={merchantId} value={merchantId}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <SubmitBar isWaiting={isWaiting} waitingText={t('saving')} done={isSent && t('saved')}>
        {item ? t('save') : t('toggleAdd')}
      </SubmitBar>
    </form>
  )
}

function useToggleForm(item: SwitchView | undefined) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  return useForm({
    call: operatorSwitchSave,
    words: { key: t('toggleKeyWrong') },
    check: (_, data) => ({
      key: item || switchName.test(filled(data, 'key') ?? '') ? null : t('toggleKeyWrong'),
      percentage: isPercentage(figureOf(data, 'percentage') ?? 100)
        ? null
        : t('togglePercentageWrong'),
    }),
    isGuarded: true,
    async send(_, data) {
      await browserClient(locale).send(operatorSwitchSave, {
        params: { key: item?.key ?? filled(data, 'key') ?? '' },
        body: {
          isOn: item?.isOn ?? false,
          note: filled(data, 'note') ?? '',
          targeting: readTargeting(data),
        },
      })
      await revalidate()
    },
  })
}

/** As the server's rule of a switch's key: words of Latin letters and digits with hyphens between them. */
const switchName = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/

const isPercentage = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= 100

function readTargeting(data: FormData) {
  const language = filled(data, 'language')
  const merchantId = figureOf(data, 'merchantId')
  return targetingOf({
    percentage: figureOf(data, 'percentage') ?? 100,
    languages: isLocale(language) ? [language] : [],
    audience: filled(data, 'audience') === 'signed-in' ? 'signed-in' : 'everyone',
    merchantIds: merchantId === undefined ? [] : [merchantId],
  })
}
