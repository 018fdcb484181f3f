import type { StepUpPurpose } from '#contract/step-up.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import type { Actor, Context, StaffActor, UnwrittenSession } from '#platform/context.ts'

/** A newly opened session: this is the only time the bearer is sent. */
export interface OpenedSession {
  readonly token: string
  readonly expiresAt: Date
  readonly actor: Actor
}

/** A session whose row is not inserted yet. */
export interface PreparedSession extends OpenedSession {
  readonly unwritten: UnwrittenSession
}

/** What the gateway needs from accounts: the actor of a bearer, and a session for a guest who starts to book. */
export interface SessionPort {
  /** The actor of a bearer, or null when it is unknown, expired or revoked. */
  authenticate(context: Context, token: string): Promise<Actor | null>
  openGuest(context: Context, userAgent: string): Promise<OpenedSession>
  /** The same without inserting its row, for a handler that does so itself (`writingSession`). */
  prepareGuest?(context: Context, userAgent: string): PreparedSession
  /** Whether the proof is a valid recent sign-in for this purpose and the context's session. Absent: no proof is ever valid. */
  isProven?(context: Context, purpose: StepUpPurpose, proof: string | undefined): Promise<boolean>
}

/** What the gateway needs from staff, whose bearers are of a separate kind. */
export interface StaffPort {
  authenticate(context: Context, token: string): Promise<StaffActor | null>
  /** Checks the password of the signed-in member of staff again. */
  confirmPassword(context: Context, password: string): Promise<Result<null, ErrorCode>>
  /** Whether the proof is of this purpose and the context's session. Absent: no proof is ever valid. */
  isProven?(context: Context, purpose: StepUpPurpose, proof: string | undefined): Promise<boolean>
}

/** The application that an API key belongs to. */
export interface ApiKeyOwner {
  readonly channel: string
  /** The partner whose servers alone know the key; null for keys in pages and apps, which anybody can read. */
  readonly partner: string | null
  /** Of a partner's key, over all processes; null without a limit of its own. */
  readonly requestsPerMinute: number | null
}

export interface ApiKeyPort {
  /** Null when the key is unknown or switched off. */
  find(context: Context, key: string): Promise<ApiKeyOwner | null>
}
