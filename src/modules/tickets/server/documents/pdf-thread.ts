/** Entry of a drawing thread: fonts are parsed with its first document and cached. */
export { drawPdf as default } from './draw-pdf.ts'
