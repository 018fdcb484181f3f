import { ArrowDownUp } from 'lucide-react'
import { Button } from './button.tsx'

interface SwapButtonProps {
  readonly label: string
  readonly onClick: () => void
}

/**
 * Exchanges the two fields that it stands between: beside the second one's label where they are below each other, between
 * them where they are side by side.
 */
export function SwapButton({ label, onClick }: SwapButtonProps) {
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={label}
      className="relative z-1 -mb-9 self-end justify-self-end tablet:mt-[1.875rem] tablet:mb-0 tablet:self-start tablet:[&_svg]:rotate-90"
      onClick={onClick}
    >
      <ArrowDownUp size={18} aria-hidden="true" />
    </Button>
  )
}
