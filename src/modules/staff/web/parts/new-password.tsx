import type { ComponentProps } from 'react'
import { TextField } from '#design/parts/text-field.tsx'
import { useTexts } from '../texts.ts'

interface NewPasswordProps {
  /** The form's `field`. */
  readonly field: (
    name: 'password' | 'confirmPassword',
  ) => Omit<ComponentProps<typeof TextField>, 'label'>
}

/** Fields for a new password and its confirmation. */
export function NewPassword({ field }: NewPasswordProps) {
  const t = useTexts()
  return (
    <>
      <TextField
        {...field('password')}
        label={t('newPassword')}
        hint={t('newPasswordHint')}
        type="password"
        autoComplete="new-password"
      />
      <TextField
        {...field('confirmPassword')}
        label={t('confirmPassword')}
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}
