export { Download } from './file.types.ts'
export type { FileStore } from './file-store.ts'
export { type FilesModule, filesModule } from './files.module.ts'
export { StoredFile } from './stored-file.entity.ts'
