import { z } from 'zod'
import type { Call, ParsedInput } from '#contract/call.ts'
import { mayStaff } from '#contract/staff-permissions.ts'
import { isErrorCode, type ErrorCode } from '#contract/errors.ts'
import { isRepeatable } from '#platform/database/repeat-transaction.ts'
import { DatabaseUnavailable } from '#platform/database/unavailable.ts'
import { fail, type Failure, type Result } from '#kernel/result.ts'
import { bodyOwnerOf } from './body-room.ts'
import { withinLimit, type CallLimits } from './call-limits.ts'
import { checkPart, type FieldProblem, type NameRules } from './check-part.ts'
import { guards } from './guards.ts'
import type { CallContext, Implementation, RawReply } from './implement.ts'
import { isRawReply, isStreamReply } from './implement.ts'
import { BodyRefused } from './json-body.ts'
import type { SessionPort, StaffPort } from './sessions.ts'
import { preparePool } from './prepare-pool.ts'
import { SpooledBody } from './spooled-body.ts'

/** Input as it arrived, before validation. */
export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export interface ExecutePorts {
  readonly sessions: SessionPort
  /** Checks the passwords of organisers' staff; without it, calls that ask for one are refused. */
  readonly staff?: StaffPort | undefined
  /** Also check replies against their declared shape: on in development and tests, off under load. */
  readonly checkReplies: boolean
  /** Absent: nothing is limited (tests of a module's calls). */
  readonly limits?: CallLimits
}

/**
 * The request chain after parsing, the same for an HTTP request and for a page's loader: limit (an HTTP request was
 * counted before its body was read) → credential → validate → (open a guest session) → command or query.
 */
export function execute(
  implementation: Implementation,
  context: CallContext,
  input: RawInput,
  ports: ExecutePorts,
): Promise<Result<unknown, ErrorCode>> {
  const work = () => executeCounted(implementation, context, input, ports)
  return withinLimit(implementation.call, context, ports.limits, work)
}

async function executeCounted(
  implementation: Implementation,
  context: CallContext,
  input: RawInput,
  ports: ExecutePorts,
): Promise<Result<unknown, ErrorCode>> {
  const { call } = implementation
  const refused = checkCredential(call, context)
  if (refused) return refused
  const parsed = await parseInput(implementation, input, context)
  if (!parsed.ok) return parsed
  const unproven = await checkStepUp(call, context, parsed.value.body, ports)
  if (unproven) return unproven
  const result = await answer(implementation, context, parsed.value, ports.sessions)
  if (
    ports.checkReplies &&
    result.ok &&
    !isRawReply(result.value) &&
    !isStreamReply(result.value)
  ) {
    const checked = call.reply.safeParse(result.value)
    if (!checked.success) {
      throw new Error(
        `The reply of ${call.id} is not what it declares: ${z.prettifyError(checked.error)}`,
      )
    }
  }
  return result as Result<RawReply, ErrorCode>
}

/**
 * A lost database, and a deadlock or change of the schema that repetitions have not resolved, make the call fail with `ServiceUnavailable`; the
 * work under way was either committed completely or not at all.
 */
async function answer(
  implementation: Implementation,
  context: CallContext,
  input: ParsedInput<Call>,
  sessions: SessionPort,
): Promise<Result<unknown, ErrorCode>> {
  try {
    const known = await withSession(implementation, context, sessions)
    const result = await implementation.handle(known, input)
    // A refused call has written nothing, but its caller still receives the session.
    if (known.unwrittenSession?.isWritten === false) await known.unwrittenSession.write()
    return result
  } catch (error) {
    const isAway = error instanceof DatabaseUnavailable
    if (!isAway && !isRepeatable(error)) throw error
    // A session whose row may be missing is not sent to the client.
    if (implementation.writesSession) delete context.effects.accessToken
    const reason = isAway ? 'the database is away' : 'repeated in vain'
    context.log.warn({ err: error, call: implementation.call.id }, reason)
    return fail('ServiceUnavailable')
  }
}

/**
 * Checks that the caller may make the call, before anything of the body is read. Guests may receive a session on the
 * way; all other callers must bring the credential that the call declares.
 */
export function checkCredential(call: Call, context: CallContext): Failure<ErrorCode> | null {
  const guard = guards[call.credential]
  if (guard) return guard.refusalOf(context.actor) ?? refusalOfRole(call, context)
  const { kind } = context.actor
  if (call.credential === 'guest-or-customer' && kind === 'visitor' && !call.opensSession) {
    return call.required.includes('authorization') ? fail('Unauthenticated') : null
  }
  return null
}

/** This is the only place that authorises staff and their programs, by role, key and the permission of the call. */
function refusalOfRole(
  { staffPermission }: Call,
  { actor }: CallContext,
): Failure<ErrorCode> | null {
  if (actor.kind !== 'staff' || staffPermission === undefined) return null
  return mayStaff(actor, staffPermission) ? null : fail('Forbidden')
}

/** A session alone does not authorise actions that could give away the account or its money. */
async function checkStepUp(
  { stepUp, asksPassword }: Call,
  context: CallContext,
  body: unknown,
  { sessions, staff }: ExecutePorts,
): Promise<Failure<ErrorCode> | null> {
  if (asksPassword) {
    const { password } = body as { readonly password: string }
    const confirmed = await staff?.confirmPassword(context, password)
    return confirmed?.ok ? null : (confirmed ?? fail('PasswordWrong'))
  }
  if (!stepUp || (stepUp.when && !stepUp.when(body as never))) return null
  const { purpose } = stepUp
  const { actor } = context
  // A program has nobody to ask: its key was made, and its permissions were chosen, with the password.
  if (actor.kind === 'staff' && actor.apiKey !== undefined) return null
  const port = actor.kind === 'staff' ? staff : sessions
  const isProven = (await port?.isProven?.(context, purpose, context.stepUpProof)) ?? false
  return isProven ? null : fail('StepUpRequired', { purpose })
}

async function withSession(
  { call, writesSession }: Implementation,
  context: CallContext,
  sessions: SessionPort,
): Promise<CallContext> {
  if (!call.opensSession || context.actor.kind !== 'visitor') return context
  if (writesSession && sessions.prepareGuest) {
    const { token, expiresAt, actor, unwritten } = sessions.prepareGuest(context, context.userAgent)
    context.effects.accessToken = { token, expiresAt }
    return { ...context, actor, unwrittenSession: unwritten }
  }
  const opened = await sessions.openGuest(context, context.userAgent)
  context.effects.accessToken = { token: opened.token, expiresAt: opened.expiresAt }
  return { ...context, actor: opened.actor }
}

async function parseInput(
  implementation: Implementation,
  input: RawInput,
  { actor }: CallContext,
): Promise<Result<ParsedInput<Call>, ErrorCode>> {
  const { call } = implementation
  const fields: FieldProblem[] = []
  const params = checkPart('params', call.params, input.params, fields)
  const rules = nameRulesOf(call)
  const query = checkPart('query', call.query, input.query, fields, rules)
  const body =
    input.body instanceof SpooledBody
      ? await prepareSpooled(implementation, input.body, fields)
      : await prepare(implementation, checkPart('body', call.body, input.body, fields, rules), {
          fields,
          owner: bodyOwnerOf(actor),
        })
  if (fields.length > 0) return refusalOf(fields)
  return { ok: true, value: { params, query, body } as ParsedInput<Call> }
}

function nameRulesOf({ credential, isFromOutside, method }: Call): NameRules {
  return {
    isAnyAllowed: isFromOutside === true || credential === 'provider-signature',
    isChange: method === 'PUT' || method === 'PATCH',
  }
}

/** A field may name a code of the error table as its problem, so that people read the message in their language. */
function refusalOf(fields: readonly FieldProblem[]): Failure<ErrorCode> {
  const named = fields.find(({ message }) => isErrorCode(message))?.message
  return fail((named ?? 'BadRequest') as ErrorCode, { fields: fields.slice(0, 20) })
}

/** What a small body contains may take as long to prepare as a large one. */
async function prepare(
  { preparation }: Implementation,
  checked: unknown,
  { fields, owner }: { readonly fields: readonly FieldProblem[]; readonly owner: string },
): Promise<unknown> {
  if (!preparation || fields.length > 0) return checked
  return preparePool.work<never, unknown>(preparation, checked as never, owner)
}

async function prepareSpooled(
  { preparation, call }: Implementation,
  { file, owner }: SpooledBody,
  fields: FieldProblem[],
): Promise<unknown> {
  if (!preparation) throw new Error(`${call.id} takes no large bodies`)
  const outcome = await preparePool.prepare({ module: preparation.module.href, file }, owner)
  if (outcome.kind === 'too-deep') throw new BodyRefused('BodyTooDeep')
  if (outcome.kind === 'prepared') return outcome.value
  fields.push(...outcome.fields)
  return undefined
}
