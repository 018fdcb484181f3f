import { createImport } from '../../import-contract.ts'
import { packFiles } from './pack-files.ts'

/** Of the files of an import only what is stored: of 31 MB the server's own thread sees the packed bytes. */
export const preparation = {
  module: new URL(import.meta.url),
  body: createImport.body,
  prepare({ files, ...options }: (typeof createImport)['body']['_output']) {
    return {
      ...options,
      name: files
        .map((file) => file.name)
        .join(', ')
        .slice(0, 300),
      packed: packFiles(files) as Uint8Array,
    }
  },
}

export type PreparedImport = ReturnType<typeof preparation.prepare>
