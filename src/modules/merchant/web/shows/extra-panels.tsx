import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox, ChoiceGroup, Radio } from '#design/parts/checkbox.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { DraftContent } from '../../shows-contract.ts'
import { useTexts } from '../texts.ts'
import { newKey } from './new-key.ts'
import type { DraftEditing } from './use-draft.ts'

/** Questions at checkout, and the return policy. */
export function ExtraPanels({ editing }: { editing: DraftEditing }) {
  return (
    <>
      <Fields editing={editing} />
      <Refunds editing={editing} />
    </>
  )
}

type Field = DraftContent['fields'][number]
const kinds = ['text', 'personalNumber', 'passport', 'date', 'phone'] as const

function Fields({ editing }: { editing: DraftEditing }) {
  const t = useTexts()
  const { content, change, problemOf } = editing
  const { fields } = content
  const put = (next: readonly Field[], path = 'fields') =>
    change({ ...content, fields: [...next] }, path)
  const edit = (field: Field, part: Partial<Field>, path?: string) =>
    put(
      fields.map((one) => (one === field ? { ...field, ...part } : one)),
      path,
    )
  return (
    <Panel title={t('partFields')} note={t('partFieldsNote')} look="ruled">
      <ul className="space-y-group">
        {fields.map((field, index) => (
          <li key={field.key} className="space-y-near border-b border-rule pb-near">
            <div className="grid gap-near tablet:grid-cols-2">
              {(['ka', 'en'] as const).map((locale) => (
                <TextField
                  key={locale}
                  name={`fields.${index}.label.${locale}`}
                  label={t(`fieldLabel-${locale}`)}
                  value={field.label[locale]}
                  error={problemOf(`fields.${index}.label.${locale}`)}
                  onChange={({ target }) =>
                    edit(
                      field,
                      { label: { ...field.label, [locale]: target.value } },
                      `fields.${index}.label.${locale}`,
                    )
                  }
                />
              ))}
              <Select
                label={t('fieldKind')}
                value={field.kind}
                onChange={({ target }) => edit(field, { kind: target.value as Field['kind'] })}
              >
                {kinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`field-${kind}`)}
                  </option>
                ))}
              </Select>
              <Select
                label={t('fieldPer')}
                value={field.per}
                onChange={({ target }) => edit(field, { per: target.value as Field['per'] })}
              >
                <option value="ticket">{t('per-ticket')}</option>
                <option value="order">{t('per-order')}</option>
              </Select>
            </div>
            <div className="flex flex-wrap items-center gap-group">
              <FieldChecks field={field} onChange={(part) => edit(field, part)} />
              <Button look="plain" onClick={() => put(fields.filter((one) => one !== field))}>
                {t('remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        className="mt-near"
        onClick={() =>
          put([
            ...fields,
            {
              key: newKey(),
              label: { ka: '', en: '' },
              per: 'ticket',
              kind: 'text',
              isRequired: true,
              isOnTicket: false,
            },
          ])
        }
      >
        {t('fieldAdd')}
      </Button>
    </Panel>
  )
}

interface FieldChecksProps {
  readonly field: Field
  readonly onChange: (part: Partial<Field>) => void
}

function FieldChecks({ field, onChange }: FieldChecksProps) {
  const t = useTexts()
  return (
    <>
      <Checkbox
        label={t('fieldRequired')}
        checked={field.isRequired}
        onChange={({ target }) => onChange({ isRequired: target.checked })}
      />
      <Checkbox
        label={t('fieldOnTicket')}
        checked={field.isOnTicket}
        onChange={({ target }) => onChange({ isOnTicket: target.checked })}
      />
    </>
  )
}

const terms = ['usual', 'none', 'tiers'] as const

function Refunds({ editing }: { editing: DraftEditing }) {
  const t = useTexts()
  const { content, change, problemOf } = editing
  const { refund } = content
  const { tiers } = refund
  const put = (part: Partial<typeof refund>, path = 'refund') =>
    change({ ...content, refund: { ...refund, ...part } }, path)
  return (
    <Panel title={t('partRefund')} note={t('partRefundNote')} look="ruled">
      <ChoiceGroup legend={t('partRefund')} isLegendHidden>
        {terms.map((kind) => (
          <Radio
            key={kind}
            name="refund"
            label={t(`refund-${kind}`)}
            checked={refund.kind === kind}
            onChange={() =>
              put({
                kind,
                tiers:
                  kind === 'tiers' && tiers.length === 0
                    ? [{ hoursBefore: '48', percentBack: '100' }]
                    : tiers,
              })
            }
          />
        ))}
      </ChoiceGroup>
      {refund.kind === 'tiers' && (
        <div className="mt-near space-y-near">
          {tiers.map((tier, index) => (
            <div
              // eslint-disable-next-line react/no-array-index-key -- tiers have no names
              key={index}
              className="field-grid tablet:grid-cols-[repeat(2,minmax(0,1fr))_auto]"
            >
              {(['hoursBefore', 'percentBack'] as const).map((name) => (
                <TextField
                  key={name}
                  name={`refund.tiers.${index}.${name}`}
                  label={t(`tier-${name}`)}
                  inputMode="numeric"
                  value={tier[name]}
                  error={problemOf(`refund.tiers.${index}.${name}`)}
                  onChange={({ target }) =>
                    put(
                      {
                        tiers: tiers.map((one) =>
                          one === tier ? { ...tier, [name]: target.value } : one,
                        ),
                      },
                      `refund.tiers.${index}.${name}`,
                    )
                  }
                />
              ))}
              <div className="field-action">
                <Button
                  look="plain"
                  onClick={() => put({ tiers: tiers.filter((one) => one !== tier) })}
                >
                  {t('remove')}
                </Button>
              </div>
            </div>
          ))}
          <Button
            look="quiet"
            onClick={() => put({ tiers: [...tiers, { hoursBefore: '', percentBack: '' }] })}
          >
            {t('tierAdd')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
