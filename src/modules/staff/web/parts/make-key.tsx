import { useState } from 'react'
import { keyPermissions } from '#contract/staff-permissions.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Card } from '#design/parts/card.tsx'
import { Checkbox, ChoiceGroup } from '#design/parts/checkbox.tsx'
import { CopyField } from '#design/parts/copy-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { makeApiKey } from '../../api-keys-contract.ts'
import { useTexts } from '../texts.ts'

type KeyPermission = (typeof keyPermissions)[number]

const rates = [60, 600, 3_000] as const
const days = [30, 90, 365] as const
const empty = { name: '', requestsPerMinute: '600', expiresInDays: '', password: '' }

/** Form that creates a key, which is shown only once. */
export function MakeKey({ onMade }: { onMade: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const [chosen, setChosen] = useState<ReadonlySet<KeyPermission>>(new Set())
  const [made, setMade] = useState<string | null>(null)
  const { form, field, problemOf, refusal, isWaiting, reset } = useForm({
    initial: empty,
    call: makeApiKey,
    refusedField: { PasswordWrong: 'password' },
    check: () => ({ permissions: chosen.size === 0 ? t('keyMayMissing') : null }),
    async send({ expiresInDays, requestsPerMinute, ...typed }) {
      setMade(null)
      const { key } = await browserClient(locale).send(makeApiKey, {
        body: {
          ...typed,
          permissions: [...chosen],
          requestsPerMinute: Number(requestsPerMinute),
          ...(expiresInDays === '' ? {} : { expiresInDays: Number(expiresInDays) }),
        },
      })
      setMade(key)
      setChosen(new Set())
      reset()
      onMade()
    },
  })
  const tick = (permission: KeyPermission, isOn: boolean): void => {
    const next = new Set(chosen)
    if (isOn) next.add(permission)
    else next.delete(permission)
    setChosen(next)
  }
  return (
    <form {...form} className="max-w-[42rem] space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        {...field('name')}
        label={t('keyName')}
        hint={t('keyNameHint')}
        autoComplete="off"
      />
      <ChoiceGroup legend={t('keyMay')} error={problemOf('permissions')}>
        <div className="grid gap-x-group tablet:grid-cols-2">
          {keyPermissions.map((permission) => (
            <Checkbox
              key={permission}
              name="permissions"
              label={t(`keyMay-${permission}`)}
              checked={chosen.has(permission)}
              onChange={({ target }) => tick(permission, target.checked)}
            />
          ))}
        </div>
      </ChoiceGroup>
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
      <TextField
        {...field('password')}
        label={t('confirmByPassword')}
        type="password"
        autoComplete="current-password"
      />
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
