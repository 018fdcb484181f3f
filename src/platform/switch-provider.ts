/**
 * Feature switches through OpenFeature: the client below is evaluated by this provider from PostgreSQL. An installation
 * that stores its switches elsewhere sets another provider for the same domain.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ErrorCode,
  OpenFeature,
  StandardResolutionReasons,
  TypeMismatchError,
  type Client,
  type EvaluationContext,
  type Provider,
  type ResolutionDetails,
} from '@openfeature/server-sdk'
import type { Locale } from '#kernel/locale.ts'
import { isForEverybody, isTargeted, type SwitchTargeting } from './switch-targeting.ts'

export const switchDomain = 'bileti'

export interface SwitchRow {
  readonly isOn: boolean
  readonly targeting: SwitchTargeting
}

/** The rows used by one evaluation: those of the caller's database, so that two databases in a process never mix. */
export const switchRows = new AsyncLocalStorage<ReadonlyMap<string, SwitchRow>>()

class PostgresSwitchProvider implements Provider {
  readonly metadata = { name: 'postgresql' } as const
  readonly runsOn = 'server'

  async resolveBooleanEvaluation(
    key: string,
    defaultValue: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    const row = switchRows.getStore()?.get(key)
    if (!row)
      return {
        value: defaultValue,
        reason: StandardResolutionReasons.ERROR,
        errorCode: ErrorCode.FLAG_NOT_FOUND,
      }
    if (!row.isOn) return { value: false, reason: StandardResolutionReasons.DISABLED }
    if (isForEverybody(row.targeting))
      return { value: true, reason: StandardResolutionReasons.STATIC }
    const { merchantId } = context
    const caller = {
      targetingKey: context.targetingKey,
      language: context['language'] as Locale,
      isSignedIn: context['isSignedIn'] === true,
      merchantId: typeof merchantId === 'number' ? merchantId : undefined,
    }
    return {
      value: isTargeted(key, row.targeting, caller),
      reason: StandardResolutionReasons.TARGETING_MATCH,
    }
  }

  resolveStringEvaluation(key: string): Promise<never> {
    return notBoolean(key)
  }

  resolveNumberEvaluation(key: string): Promise<never> {
    return notBoolean(key)
  }

  resolveObjectEvaluation(key: string): Promise<never> {
    return notBoolean(key)
  }
}

function notBoolean(key: string): Promise<never> {
  return Promise.reject(new TypeMismatchError(`The switch ${key} is on or off`))
}

let opening: Promise<Client> | undefined

/** The client of the process; created on first use. */
export function switchClient(): Promise<Client> {
  opening ??= OpenFeature.setProviderAndWait(switchDomain, new PostgresSwitchProvider()).then(() =>
    OpenFeature.getClient(switchDomain),
  )
  return opening
}
