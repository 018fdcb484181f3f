import { draftProblems, type VehicleDraft } from '#modules/timetable/vehicle-shapes.ts'
import { useVehicleFormTexts } from './vehicle-form-texts.ts'

/** What is wrong with a vehicle, in words. */
export function useDraftProblems(draft: VehicleDraft, classes: readonly string[]): string[] {
  const t = useVehicleFormTexts()
  const { code, name, coaches } = draft
  const isBlank = (texts: { readonly ka: string; readonly en: string }) =>
    texts.ka.trim() === '' || texts.en.trim() === ''
  const unnamed = coaches.find(({ seats }) => seats.some(({ label }) => label.trim() === ''))
  return [
    ...(isBlank(name) ? [t('problem-names')] : []),
    ...(/^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/.test(code) ? [] : [t('problem-code')]),
    ...(coaches.some((coach) => isBlank(coach.name)) ? [t('problem-coachNames')] : []),
    ...(unnamed ? [t('problem-labels', { coach: unnamed.number })] : []),
    ...draftProblems(draft, classes).map((problem) => {
      if (problem.code === 'VehicleWithoutSeats') return t('problem-VehicleWithoutSeats')
      if (problem.code === 'VehicleTooLarge') return t('problem-VehicleTooLarge', problem.detail)
      if (problem.code === 'CoachTwice') return t('problem-CoachTwice', problem.detail)
      if (problem.code === 'TravelClassUnknown')
        return t('problem-TravelClassUnknown', { classes: problem.detail.classes.join(', ') })
      const { coach, seats } = problem.detail
      return t(`problem-${problem.code}`, { coach, seats: seats.slice(0, 12).join(', ') })
    }),
  ]
}
