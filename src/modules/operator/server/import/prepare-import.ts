import { createImport } from '../../import-contract.ts'
import { packFiles } from './pack-files.ts'

/** Packs the files of an import in a worker thread, so that only the packed bytes reach the main thread. */
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
