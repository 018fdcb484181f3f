/** Elements of a drawing, and what is wrong with them. */
import type { Matrix, Size } from './matrix.ts'

/** An element of the file as it is written. */
export interface RawElement {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly line: number
  readonly parent: RawElement | null
  readonly children: RawElement[]
  /** Characters of all attributes together. */
  readonly size: number
}

/** An element of the drawing as it is shown: clones in their places, inherited properties resolved. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly line: number
  readonly parent: SvgElement | null
  readonly children: SvgElement[]
  /** All transforms from the root. */
  readonly transform: Matrix
  /** What percentages refer to. */
  readonly viewport: Size
  /** Fill as declared or inherited; empty when there is none. */
  readonly fill: string
  /** The same of its outline. */
  readonly stroke: string
  /** Neither the element nor anything in it is drawn. */
  readonly isRemoved: boolean
  /** The element itself is not drawn, but a part of it may be. */
  readonly isHidden: boolean
  /** A clone of a symbol, which is one thing however many shapes it has. */
  readonly isSymbol: boolean
  /** Why something of the element could not be taken over. */
  readonly unread: DrawingProblemCode | null
}

/** A problem of a drawing; `layout-rule` wraps a problem found by the layout's validation. */
export interface DrawingProblem {
  readonly code: DrawingProblemCode
  /** Line of the file; 0 when it concerns the whole file. */
  readonly line: number
  /** Id or name of the element. */
  readonly element: string
  readonly values?: Readonly<Record<string, string | number>>
}

export const drawingProblemCodes = [
  'broken-xml',
  'too-large',
  'not-svg',
  'entities',
  'script',
  'outside-reference',
  'unsupported-shape',
  'seat-without-row',
  'seat-without-section',
  'seat-twice',
  'area-without-capacity',
  'bad-number',
  'nothing-to-sell',
  'layout-rule',
  'clone-unreadable',
  'transform-unreadable',
  'hidden',
  'unpainted',
  'seat-on-seat',
  'picture',
] as const
export type DrawingProblemCode = (typeof drawingProblemCodes)[number]

/** Stops reading: the whole file is refused. */
export class Refused extends Error {
  readonly problem: DrawingProblem

  constructor(problem: DrawingProblem) {
    super(problem.code)
    this.problem = problem
  }
}
