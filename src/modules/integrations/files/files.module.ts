import { defineModule, type Module } from '../../../platform/module.ts'
import { SignedIds } from '../../../platform/shared/signed-ids.ts'
import { DownloadResolver } from './download.resolver.ts'
import { FileStore } from './file-store.ts'
import { deleteFilesOfAccount, deleteFilesOfWorkspace } from './files.queries.ts'
import { StoredFile, StoredFileChunk } from './stored-file.entity.ts'

export interface FilesModule extends Module {
  readonly fileStore: FileStore
}

/** Files that jobs write and read. */
export const filesModule = defineModule({
  entities: [StoredFile, StoredFileChunk],
  resolvers: [DownloadResolver],
  create(platform): FilesModule {
    const { orm, clock, keyring, settings } = platform
    const { workspacePurge, accountPurge } = platform.hooks
    const tokens = new SignedIds(keyring.keys('downloads'), 'tkd', 'file')
    const fileStore = new FileStore({ orm, clock, tokens, apiUrl: `${settings.publicUrl}/v1` })
    workspacePurge.addSteps(deleteFilesOfWorkspace)
    accountPurge.addSteps(deleteFilesOfAccount)
    return {
      fileStore,
      resolvers: [new DownloadResolver(fileStore)],
      runMaintenance: () => fileStore.runMaintenance(),
    }
  },
})
