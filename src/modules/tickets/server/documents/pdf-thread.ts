/** What a drawing thread runs: its fonts are parsed with its first document and kept. */
export { drawPdf as default } from './draw-pdf.ts'
