import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { notifyOrderChanged } from '#design/data/order-signal.ts'
import { Switch } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { saveReminders } from '../../reminder-contract.ts'
import { useTexts } from '../texts.ts'

interface ReminderSwitchProps {
  readonly orderKey: string
  readonly token: string
  readonly isReminded: boolean
}

/** Turns the email the day before off, and on again, for the address of this order. */
export function ReminderSwitch({ orderKey, token, isReminded }: ReminderSwitchProps) {
  const t = useTexts()
  const [isOn, setOn] = useState(isReminded)
  const [problem, setProblem] = useState<string | null>(null)

  async function choose(wanted: boolean): Promise<void> {
    setProblem(null)
    setOn(wanted)
    try {
      await browserClient().send(saveReminders, { body: { orderKey, token, isOn: wanted } })
      notifyOrderChanged()
    } catch (error) {
      setOn(!wanted)
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    }
  }

  return (
    <section id="reminders" className="not-printed mt-10 space-y-3">
      {problem && <Notice>{problem}</Notice>}
      <Switch
        label={t('remindersSwitch')}
        hint={t('remindersHint')}
        checked={isOn}
        onChange={(event) => void choose(event.target.checked)}
      />
    </section>
  )
}
