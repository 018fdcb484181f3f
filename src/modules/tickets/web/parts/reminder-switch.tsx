import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { saveReminders } from '../../reminder-contract.ts'
import { useTexts } from '../texts.ts'

/** Turns the email the day before off, and on again, for the address of this order. */
export function ReminderSwitch({ orderKey, token }: { orderKey: string; token: string }) {
  const t = useTexts()
  const [saved, setSaved] = useState<boolean | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isOn = saved ?? true

  async function save(): Promise<void> {
    setWaiting(true)
    setProblem(null)
    try {
      const body = { orderKey, token, isOn: !isOn }
      setSaved((await browserClient().send(saveReminders, { body })).isOn)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    }
    setWaiting(false)
  }

  return (
    <section id="reminders" className="not-printed mt-10 space-y-3 text-soft">
      {problem && <Notice>{problem}</Notice>}
      <output className="block empty:hidden">
        {saved !== null && t(saved ? 'remindersOn' : 'remindersOff')}
      </output>
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('rateSending')}
        onClick={() => void save()}
      >
        {t(isOn ? 'remindersStop' : 'remindersStart')}
      </Button>
    </section>
  )
}
