import type { z } from 'zod'
import type { Call } from '#contract/call.ts'

export interface TextFieldOf {
  /** `queue-send-otp body.phone` */
  readonly name: string
  readonly schema: z.ZodType
}

/** The fields of a call that take a text, within objects, lists and alternatives. */
export function textFieldsOf(call: Call): TextFieldOf[] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    textFields(call[part] as z.ZodType | undefined, `${call.id} ${part}`),
  )
}

function textFields(schema: z.ZodType | undefined, name: string): TextFieldOf[] {
  const def = schema?.def as
    | {
        readonly type: string
        readonly shape?: Readonly<Record<string, z.ZodType>>
        readonly innerType?: z.ZodType
        readonly element?: z.ZodType
        readonly options?: readonly z.ZodType[]
        readonly in?: z.ZodType
      }
    | undefined
  if (!schema || !def) return []
  if (def.type === 'string') return [{ name, schema }]
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, field]) => textFields(field, `${name}.${key}`))
  const inner = [def.innerType, def.element, ...(def.options ?? []), def.in]
  return inner.flatMap((one) => textFields(one, name))
}
