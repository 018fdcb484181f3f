import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { setOfficePlatform, type OfficeRunView } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'

/** Sets the platform of one of the stops where passengers board. */
export function PlatformForm({ run, onChanged }: { run: OfficeRunView; onChanged: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { run: work, isWaiting, refusal } = useWork()
  const { runId, stops } = run
  const [stop, setStop] = useState(0)
  const [platform, setPlatform] = useState(stops[0]?.platform ?? '')
  return (
    <Panel title={t('platformTitle')} note={t('platformNote')} look="ruled">
      {refusal && <Notice>{refusal}</Notice>}
      <form
        className="flex flex-wrap items-end gap-near"
        onSubmit={(event) => {
          event.preventDefault()
          void work(async () => {
            const body = { runId, stop, platform: platform.trim() || null }
            await browserClient(locale).send(setOfficePlatform, { body })
            showToast({ text: t('platformSaved') })
            onChanged()
          })
        }}
      >
        <Select
          label={t('platformStop')}
          value={stop}
          onChange={({ target }) => {
            const chosen = Number(target.value)
            setStop(chosen)
            setPlatform(stops[chosen]?.platform ?? '')
          }}
        >
          {stops.slice(0, -1).map(({ name }, index) => (
            <option key={`${index} ${name}`} value={index}>
              {name}
            </option>
          ))}
        </Select>
        <TextField
          label={t('platformLabel')}
          maxLength={10}
          autoComplete="off"
          value={platform}
          onChange={({ target }) => setPlatform(target.value)}
        />
        <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('waiting')}>
          {t('platformSave')}
        </Button>
      </form>
    </Panel>
  )
}
