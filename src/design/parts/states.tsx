import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { AlertIcon } from './control-icons.tsx'

interface StateProps {
  readonly title: string
  readonly icon?: ReactNode
  /** What the visitor can do. */
  readonly children?: ReactNode
  /** Buttons and links for next steps. */
  readonly action?: ReactNode
  readonly className?: string
}

/** Explains that there is nothing, why, and the next step. */
export function EmptyState({ title, icon, children, action, className }: StateProps) {
  return (
    <div className={`max-w-[36rem] py-part ${className ?? ''}`}>
      {icon && (
        <div aria-hidden="true" className="mb-near text-soft">
          {icon}
        </div>
      )}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="mt-1 text-soft">{children}</div>}
      {action && <div className="mt-group flex flex-wrap gap-near">{action}</div>}
    </div>
  )
}

interface ErrorStateProps extends Omit<StateProps, 'icon'> {
  readonly retryText?: string
  readonly onRetry?: () => void
}

/** A loading error, announced when it appears, with a retry button. */
export function ErrorState(props: ErrorStateProps) {
  const { title, children, action, retryText, onRetry, className } = props
  return (
    <div role="alert" className={`max-w-[36rem] py-group ${className ?? ''}`}>
      <p className="flex items-start gap-tight text-lg font-semibold">
        <AlertIcon className="mt-0.5 shrink-0 text-accent" />
        <span>{title}</span>
      </p>
      {children && <div className="mt-1 text-soft">{children}</div>}
      {(onRetry || action) && (
        <div className="mt-group flex flex-wrap gap-near">
          {onRetry && <Button onClick={onRetry}>{retryText}</Button>}
          {action}
        </div>
      )}
    </div>
  )
}
