import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import type { VehicleDraft } from '#modules/timetable/vehicle-shapes.ts'
import { createVehicle, type readVehicleDraft } from '../../vehicle-draft-contract.ts'
import { presetCoach, presetNames, type PresetName } from './build-coach.ts'
import { CoachEditor } from './coach-editor.tsx'
import { useDraftProblems } from './draft-problems.ts'
import { useVehicleFormTexts } from './vehicle-form-texts.ts'

type From = ReplyOf<typeof readVehicleDraft>

interface VehicleFormProps {
  readonly from: From
  /** A new version of the vehicle in `from`. */
  readonly isVersion: boolean
}

/** A vehicle with its coaches; whatever is wrong is named before it is sent. */
export function VehicleForm({ from, isVersion }: VehicleFormProps) {
  const t = useVehicleFormTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const { run, isWaiting, refusal } = useWork()
  const [agencyId, setAgency] = useState(from.vehicle?.agencyId ?? from.carriers[0]?.agencyId ?? 0)
  const [draft, setDraft] = useState<VehicleDraft>(() => draftToBegin(from))
  const carrier = from.carriers.find((one) => one.agencyId === agencyId)
  const classes = carrier?.classes ?? []
  const problems = useDraftProblems(
    draft,
    classes.map(({ code }) => code),
  )
  const save = () =>
    run(async () => {
      const replacesId = isVersion ? (from.vehicle?.vehicleTypeId ?? null) : null
      const made = await browserClient(locale).send(createVehicle, {
        body: { ...draft, agencyId, replacesId },
      })
      showToast({ text: made.isNew ? t('savedNew') : t('savedSame') })
      await navigate(localizedPath(locale, `/merchant/vehicles/${made.vehicleTypeId}`))
    })
  return (
    <form
      className="mt-group space-y-group"
      onSubmit={(event) => {
        event.preventDefault()
        if (problems.length === 0) void save()
      }}
    >
      <div className="field-grid tablet:grid-cols-3">
        {from.carriers.length > 1 && !isVersion && (
          <Select
            label={t('carrier')}
            value={agencyId}
            onChange={({ target }) => setAgency(Number(target.value))}
          >
            {from.carriers.map((one) => (
              <option key={one.agencyId} value={one.agencyId}>
                {one.name}
              </option>
            ))}
          </Select>
        )}
        <Names draft={draft} onChange={setDraft} />
      </div>
      <Presets
        onUse={(preset) =>
          setDraft({
            ...draft,
            coaches: [
              presetCoach(preset, {
                number: 1,
                classCode: classes[0]?.code ?? '',
                isRail: carrier?.isRail ?? false,
              }),
            ],
          })
        }
      />
      <CoachEditor
        draft={draft}
        classes={classes}
        isRail={carrier?.isRail ?? false}
        onChange={(coaches) => setDraft({ ...draft, coaches })}
      />
      {problems.length > 0 && (
        <Panel title={t('problemsTitle')} look="ruled">
          <ul className="list-disc pl-5" aria-live="polite">
            {problems.map((problem) => (
              <li key={problem} className="break-words">
                {problem}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        type="submit"
        aria-disabled={problems.length > 0 || undefined}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
      >
        {t('save')}
      </Button>
    </form>
  )
}

/** The existing vehicle with a code and names of its own, or a usual coach. */
function draftToBegin({ vehicle, carriers }: From): VehicleDraft {
  if (vehicle) {
    const { code, name, coaches } = vehicle.draft
    return {
      code: code.slice(0, 38),
      name: { ka: `${name.ka} (2)`, en: `${name.en} (2)` },
      coaches,
    }
  }
  const [carrier] = carriers
  const isRail = carrier?.isRail ?? false
  const kind = isRail ? 'open-coach' : 'coach-2-2'
  const classCode = carrier?.classes[0]?.code ?? ''
  const coaches = [presetCoach(kind, { number: 1, classCode, isRail })]
  return { code: '', name: { ka: '', en: '' }, coaches }
}

interface NamesProps {
  readonly draft: VehicleDraft
  readonly onChange: (draft: VehicleDraft) => void
}

function Names({ draft, onChange }: NamesProps) {
  const t = useVehicleFormTexts()
  const { code, name } = draft
  return (
    <>
      <TextField
        label={t('nameKa')}
        maxLength={60}
        value={name.ka}
        onChange={({ target }) => onChange({ ...draft, name: { ...name, ka: target.value } })}
      />
      <TextField
        label={t('nameEn')}
        maxLength={60}
        value={name.en}
        onChange={({ target }) => onChange({ ...draft, name: { ...name, en: target.value } })}
      />
      <TextField
        label={t('code')}
        hint={t('codeHint')}
        maxLength={40}
        value={code}
        onChange={({ target }) => onChange({ ...draft, code: target.value.trim() })}
      />
    </>
  )
}

function Presets({ onUse }: { readonly onUse: (preset: PresetName) => void }) {
  const t = useVehicleFormTexts()
  const [picked, setPicked] = useState('')
  const preset = presetNames.find((one) => one === picked)
  return (
    <Panel title={t('presetTitle')} note={t('presetNote')} look="ruled">
      <div className="flex flex-wrap items-end gap-near">
        <Select
          label={t('preset')}
          frameClassName="min-w-0 max-w-full"
          value={picked}
          onChange={({ target }) => setPicked(target.value)}
        >
          <option value="">{t('presetNone')}</option>
          {presetNames.map((name) => (
            <option key={name} value={name}>
              {t(`preset-${name}`)}
            </option>
          ))}
        </Select>
        <Button look="quiet" disabled={!preset} onClick={() => preset && onUse(preset)}>
          {t('presetUse')}
        </Button>
      </div>
    </Panel>
  )
}
