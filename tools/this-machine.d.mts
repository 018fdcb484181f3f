/** Undefined where it is unknown. */
export interface ThisMachine {
  readonly isWritable: boolean
  /** In bytes. */
  readonly diskFree?: number | undefined
  /** Null for another C library, such as musl. */
  readonly glibc?: string | null | undefined
}
export function lookAtMachine(root: string): ThisMachine
export function memoryFree(): number
export function memoryNote(free: number): string | undefined
export function whyNotInstallable(root: string, machine: ThisMachine): string | undefined
export function whyNpmFailed(options: {
  readonly root: string
  readonly cache?: string | undefined
  readonly now?: number
}): string | undefined
