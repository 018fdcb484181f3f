import { useRevalidator } from 'react-router'
import type { FormRules } from '#contract/form-rules.ts'
import { useForm, type FormOptions, type Problems } from '#design/forms/use-form.ts'

interface RuleFormOptions {
  readonly call: { readonly formRules?: FormRules }
  readonly check?: (form: FormData) => Problems
  readonly send: (form: FormData) => Promise<unknown>
  readonly refusedField?: FormOptions<Record<string, never>>['refusedField']
}

/** State of one form of this page: fields keep their values, and the page is reloaded after saving. */
export function useRuleForm({ call, check, send, refusedField }: RuleFormOptions) {
  const { revalidate } = useRevalidator()
  return useForm({
    call,
    check: (_, form) => check?.(form) ?? {},
    async send(_, form) {
      await send(form)
      await revalidate()
    },
    refusedField,
    isGuarded: true,
  })
}

export type RuleFormState = ReturnType<typeof useRuleForm>
