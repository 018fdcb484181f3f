import type { Visitor } from './visitor.ts'

/** Types the password of an organiser's staff into the dialog that asks for it once in an hour. */
export async function proveStaff({ page, words }: Visitor, password: string): Promise<void> {
  const proof = page.getByRole('dialog', { name: words('staff', 'stepUpTitle') })
  await proof.getByLabel(words('staff', 'yourPassword')).fill(password)
  await proof.getByRole('button', { name: words('staff', 'stepUpConfirm') }).click()
}
